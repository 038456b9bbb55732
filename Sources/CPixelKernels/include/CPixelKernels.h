// Pixel loops in the processor's widest vectors: AVX2 where the processor has it, NEON on arm64.
//
// Each function on rows does the first n pixels of what it is asked for and returns n: as many as fit whole vectors, 0 where
// there are no such vectors. The caller does the rest by the function's twin in Swift, which is its definition: both
// give the same bytes. Pixels are premultiplied RGBA8, one 32-bit word each, red in the lowest byte.
#ifndef C_PIXEL_KERNELS_H
#define C_PIXEL_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bilinear samples along a line through a frame; the twin is `Bilinear.row`.
//
// Sample i lies at (u + i · step_u, v + i · step_v), with 32 fraction bits: the upper left of the four pixels it mixes
// is (position >> 32), the weights come from the next 8 bits. All the pixels that are mixed must lie in the frame;
// `stride` is in pixels. What lies `ahead` pixels from each sample is fetched into the cache: rows that come soon. It
// need not lie in the frame.
ptrdiff_t pk_bilinear_row(
    uint32_t *out, ptrdiff_t count, const uint32_t *pixels, ptrdiff_t stride, int64_t u, int64_t v, int64_t step_u,
    int64_t step_v, ptrdiff_t ahead);

// Bilinear samples along a row whose two source rows stay the same: `pk_bilinear_row` for step_v == 0 and
// 0 < step_u <= 2³², without an address a pixel. The twin is `Bilinear.row`, too.
//
// `top` and `bottom` are rows of `width` pixels; `fy` is the weight of `bottom`, in 1/256.
ptrdiff_t pk_bilinear_scaled_row(
    uint32_t *out, ptrdiff_t count, const uint32_t *top, const uint32_t *bottom, ptrdiff_t width, int64_t u,
    int64_t step_u, uint32_t fy);

// Premultiplied pixels on top of others; the twin is `Blending.over`.
ptrdiff_t pk_over_row(uint32_t *out, const uint32_t *over, ptrdiff_t count);

// The means of 2 × 2 pixels: out[i] of top[2 i], top[2 i + 1], bottom[2 i] and bottom[2 i + 1]. The twin is
// `Bilinear.mean`.
ptrdiff_t pk_halve_row(uint32_t *out, ptrdiff_t count, const uint32_t *top, const uint32_t *bottom);

// Whether this processor has vectors for `pk_paint_coverage`, `pk_add_polygons` and `pk_add_pen`.
bool pk_has_vectors(void);

// Asks for the cache line at an address ahead of its use. Any address may be given.
static inline void pk_prefetch(const void *address) { __builtin_prefetch(address); }

// A colour taken apart for blending: two channels a word, not premultiplied, alpha apart.
typedef struct {
    uint32_t red_blue;
    uint32_t green_alpha;
    uint32_t alpha;
} pk_ink;

// The first and the last cell of a row that hold something; `last < 0` where none does.
typedef struct {
    int32_t first;
    int32_t last;
} pk_extent;

// Paints coverage differences over premultiplied pixels and sets them to zero. Unlike the functions above it does all of
// its work, and must not be called where `pk_has_vectors` says no; the twin is `CoverageKernel.paintPlainly`.
//
// `cells` are `height` rows of `cell_stride` cells (a multiple of 8, at least width + 2); the sum of a row's cells up to a
// pixel is its signed coverage, 65,536 being all of it. `extents` are one a row, which are reset; or NULL: then all
// cells are looked at. `room` is the number of pixels from the clip's left border to the end of the pixel row.
void pk_paint_coverage(
    int32_t *cells, ptrdiff_t cell_stride, pk_extent *extents, int32_t width, int32_t height, int32_t room, pk_ink ink,
    bool even_odd, uint32_t *pixels, ptrdiff_t pixel_stride);

// Where polygons lie in a clip: canvas units to fixed-point pixels, 1,024 a pixel.
typedef struct {
    double a, b, c, d;
    double start_x, start_y;  // carry the magic number that rounds doubles
    int32_t shift_x, shift_y;
} pk_place;

// Adds the edges of polygons to coverage differences, by area or by pixel centres. Does all of its work, and must not be
// called where `pk_has_vectors` says no; the twins are `CoverageAccumulator.addEdge` and `addCenterEdge`.
//
// `points` are pairs of x and y, `ends` says where each polygon ends among them; three more pairs must be readable. No point
// may lie left or right of the clip.
// `cells` are `height` rows of `stride` cells (at least width + 2), and four cells more at the end; `extents`, one a row, learn
// which cells were added to, unless they are NULL.
void pk_add_polygons(
    const float *points, const int32_t *ends, int32_t contour_count, const pk_place *place, int32_t *cells,
    ptrdiff_t stride, int32_t width, int32_t height, pk_extent *extents, bool by_area);

// A cut across a thin stroke: where it meets the spine, and from there to the left edge, x and y, and the right edge, in
// units of the pen.
typedef struct {
    float spine[2];
    int16_t edges[4];
} pk_pen_section;

// Where a pen lies in a clip, as `pk_place`, and what its sections' edges are multiplied by.
typedef struct {
    float a, b, c, d;
    float start_x, start_y;
    float reach;
    int32_t shift_x, shift_y;
} pk_pen_place;

// Adds the outline of a widened stroke to coverage differences, by pixel centres, with the promises and conditions of
// `pk_add_polygons`; the twin is `PenLoop`. `ends` says where each run of sections ends.
void pk_add_pen(
    const pk_pen_section *sections, const int32_t *ends, int32_t run_count, const pk_pen_place *place, int32_t *cells,
    ptrdiff_t stride, int32_t width, int32_t height, pk_extent *extents);

#endif
