#include "CPixelKernels.h"
#include "Vectors.h"

bool pk_has_vectors(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return PK_VECTORS;
#endif
}

#if PK_VECTORS

static const int32_t full = 1 << 16;

// under · (255 − alpha) / 255 + ink · alpha / 255, each channel rounded to nearest.
PK_KERNEL PK_INLINE pk_u32x8 mix(pk_u32x8 under, pk_u16x16 red_blue, pk_u16x16 green_alpha, pk_u32x8 alpha) {
    pk_u16x16 over = (pk_u16x16)(alpha | alpha << 16);
    pk_u16x16 rest = 255 - over;
    pk_u16x16 even = (pk_u16x16)(under & 0x00FF00FFu) * rest + red_blue * over + 128;
    pk_u16x16 odd = ((pk_u16x16)under >> 8) * rest + green_alpha * over + 128;
    even = (even + (even >> 8)) >> 8;
    odd = (odd + (odd >> 8)) & (uint16_t)0xFF00;
    return (pk_u32x8)(even | odd);
}

static inline uint32_t mix_one(uint32_t under, pk_ink ink, uint32_t alpha) {
    uint32_t rest = 255 - alpha;
    uint32_t even = (under & 0x00FF00FFu) * rest + ink.red_blue * alpha + 0x00800080u;
    uint32_t odd = (under >> 8 & 0x00FF00FFu) * rest + ink.green_alpha * alpha + 0x00800080u;
    even = (even + (even >> 8 & 0x00FF00FFu)) >> 8 & 0x00FF00FFu;
    odd = (odd + (odd >> 8 & 0x00FF00FFu)) & 0xFF00FF00u;
    return even | odd;
}

// The ink's alpha at signed coverages.
PK_KERNEL PK_INLINE pk_u32x8 alphas(pk_i32x8 sum, uint32_t alpha, bool even_odd) {
    pk_i32x8 cover;
    if (even_odd) {
        cover = sum & (2 * full - 1);
        cover = __builtin_elementwise_min(cover, 2 * full - cover);
    } else {
        cover = __builtin_elementwise_min(__builtin_elementwise_abs(sum), (pk_i32x8){0} + full);
    }
    return ((pk_u32x8)cover * alpha + 0x8000u) >> 16;
}

static inline uint32_t alpha_one(int32_t sum, uint32_t alpha, bool even_odd) {
    uint32_t cover;
    if (even_odd) {
        cover = (uint32_t)sum & (uint32_t)(2 * full - 1);
        if (cover > (uint32_t)full) cover = 2 * (uint32_t)full - cover;
    } else {
        cover = sum < 0 ? -(uint32_t)sum : (uint32_t)sum;
        if (cover > (uint32_t)full) cover = (uint32_t)full;
    }
    return (cover * alpha + 0x8000u) >> 16;
}

// Sums from the first lane on.
PK_KERNEL PK_INLINE pk_i32x8 running_sum(pk_i32x8 v) {
    const pk_i32x8 zero = {0};
    v += __builtin_shufflevector(zero, v, 0, 8, 9, 10, 0, 12, 13, 14);
    v += __builtin_shufflevector(zero, v, 0, 0, 8, 9, 0, 0, 12, 13);
    return v + __builtin_shufflevector(zero, v, 0, 0, 0, 0, 11, 11, 11, 11);
}

// Mixes one alpha over `count` pixels.
PK_KERNEL static void fill(uint32_t *pixels, int32_t count, pk_ink ink, uint32_t alpha) {
    pk_u16x16 over = (pk_u16x16)((pk_u32x8){0} + (alpha | alpha << 16));
    pk_u16x16 rest = 255 - over;
    pk_u16x16 red_blue = (pk_u16x16)((pk_u32x8){0} + ink.red_blue) * over + 128;
    pk_u16x16 green_alpha = (pk_u16x16)((pk_u32x8){0} + ink.green_alpha) * over + 128;
    int32_t x = 0;
    for (; x + 8 <= count; x += 8) {
        pk_u32x8_any *eight = (pk_u32x8_any *)(pixels + x);
        pk_u32x8 under = *eight;
        pk_u16x16 even = (pk_u16x16)(under & 0x00FF00FFu) * rest + red_blue;
        pk_u16x16 odd = ((pk_u16x16)under >> 8) * rest + green_alpha;
        even = (even + (even >> 8)) >> 8;
        odd = (odd + (odd >> 8)) & (uint16_t)0xFF00;
        *eight = (pk_u32x8)(even | odd);
    }
    for (; x < count; x++) pixels[x] = mix_one(pixels[x], ink, alpha);
}

PK_KERNEL PK_INLINE void paint_row(int32_t *cells, int32_t x, int32_t end, int32_t width, int32_t room, pk_ink ink,
                                   bool even_odd, uint32_t *pixels) {
    const pk_i32x8 zero = {0};
    const pk_i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    const pk_u16x16 red_blue = (pk_u16x16)((pk_u32x8){0} + ink.red_blue);
    const pk_u16x16 green_alpha = (pk_u16x16)((pk_u32x8){0} + ink.green_alpha);
    int32_t open = 0;
    while (x < end) {
        pk_i32x8_any *block = (pk_i32x8_any *)(cells + x);
        pk_i32x8 change = *block;
        if (__builtin_reduce_or(change) == 0) {
            int32_t from = x;
            do x += 8;
            while (x < end && __builtin_reduce_or((pk_i32x8)*(pk_i32x8_any *)(cells + x)) == 0);
            uint32_t alpha = alpha_one(open, ink.alpha, even_odd);
            if (alpha != 0 && from < width) fill(pixels + from, (x < width ? x : width) - from, ink, alpha);
            continue;
        }
        *block = zero;
        pk_i32x8 sum = running_sum(change) + open;
        open = sum[7];
        if (x + 8 <= room) {
            pk_u32x8 alpha = alphas(sum, ink.alpha, even_odd);
            if (x + 8 > width) alpha &= (pk_u32x8)(lanes < width - x);
            pk_u32x8_any *eight = (pk_u32x8_any *)(pixels + x);
            *eight = mix(*eight, red_blue, green_alpha, alpha);
        } else {
            for (int32_t i = 0; x + i < width && i < 8; i++)
                pixels[x + i] = mix_one(pixels[x + i], ink, alpha_one(sum[i], ink.alpha, even_odd));
        }
        x += 8;
    }
    // Edges right of the clip were never added: what is open here stays so to the border.
    if (x < width) {
        uint32_t alpha = alpha_one(open, ink.alpha, even_odd);
        if (alpha != 0) fill(pixels + x, width - x, ink, alpha);
    }
}

PK_KERNEL PK_INLINE void paint(int32_t *cells, ptrdiff_t cell_stride, pk_extent *extents, int32_t width,
                               int32_t height, int32_t room, pk_ink ink, bool even_odd, uint32_t *pixels,
                               ptrdiff_t pixel_stride) {
    for (int32_t row = 0; row < height; row++) {
        if (extents == NULL) {
            paint_row(cells, 0, width + 2, width, room, ink, even_odd, pixels);
        } else if (extents[row].last >= 0) {
            paint_row(cells, extents[row].first & ~7, extents[row].last + 1, width, room, ink, even_odd, pixels);
            extents[row] = (pk_extent){INT32_MAX, -1};
        }
        cells += cell_stride;
        pixels += pixel_stride;
    }
}

PK_KERNEL void pk_paint_coverage(int32_t *cells, ptrdiff_t cell_stride, pk_extent *extents, int32_t width,
                                 int32_t height, int32_t room, pk_ink ink, bool even_odd, uint32_t *pixels,
                                 ptrdiff_t pixel_stride) {
    if (even_odd)
        paint(cells, cell_stride, extents, width, height, room, ink, true, pixels, pixel_stride);
    else
        paint(cells, cell_stride, extents, width, height, room, ink, false, pixels, pixel_stride);
}

#else

void pk_paint_coverage(int32_t *cells, ptrdiff_t cell_stride, pk_extent *extents, int32_t width, int32_t height,
                       int32_t room, pk_ink ink, bool even_odd, uint32_t *pixels, ptrdiff_t pixel_stride) {
    __builtin_trap();
}

#endif
