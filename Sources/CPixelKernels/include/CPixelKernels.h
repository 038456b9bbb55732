// Pixel loops in the processor's widest vectors: AVX2 where the processor has it, NEON on arm64.
//
// Each function does the first n pixels of what it is asked for and returns n: as many as fit whole vectors, 0 where
// there are no such vectors. The caller does the rest by the function's twin in Swift, which is its definition: both
// give the same bytes. Pixels are premultiplied RGBA8, one 32-bit word each, red in the lowest byte.
#ifndef C_PIXEL_KERNELS_H
#define C_PIXEL_KERNELS_H

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

#endif
