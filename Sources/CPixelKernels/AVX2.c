// The kernels in 256-bit vectors. Compiled for AVX2 function by function, and called only where the processor has it.
#include "PixelKernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define INLINE AVX2 static inline __attribute__((always_inline))

// The four weights of eight samples, as 16-bit numbers two in a 32-bit lane: of the upper left and right pixel, and of
// the lower left and right one. Their sum is 256.
typedef struct {
    __m256i upper;
    __m256i lower;
} Weights;

INLINE Weights weights(__m256i fx, __m256i fy) {
    const __m256i both = _mm256_srli_epi32(_mm256_add_epi32(_mm256_mullo_epi16(fx, fy), _mm256_set1_epi32(128)), 8);
    const __m256i right = _mm256_sub_epi32(fx, both);
    const __m256i bottom = _mm256_sub_epi32(fy, both);
    const __m256i neither = _mm256_sub_epi32(_mm256_sub_epi32(_mm256_set1_epi32(256), fx), bottom);
    return (Weights){
        _mm256_or_si256(neither, _mm256_slli_epi32(right, 16)), _mm256_or_si256(bottom, _mm256_slli_epi32(both, 16))};
}

// Picks the weights of sample k of each 128-bit half, one for each channel of a pixel and its right neighbour.
INLINE __m256i spread(__m256i weights, int k) {
    const char l = (char)(4 * k), r = (char)(4 * k + 2);
    const char m = (char)(l + 1), s = (char)(r + 1);
    return _mm256_shuffle_epi8(
        weights, _mm256_setr_epi8(
                     l, m, l, m, l, m, l, m, r, s, r, s, r, s, r, s, l, m, l, m, l, m, l, m, r, s, r, s, r, s, r, s));
}

// Two pixels from each of two places, a channel a 16-bit lane.
INLINE __m256i two_pairs(const uint32_t *low, const uint32_t *high) {
    const __m128i first = _mm_loadl_epi64((const __m128i *)low);
    const __m128d both = _mm_loadh_pd(_mm_castsi128_pd(first), (const double *)high);
    return _mm256_cvtepu8_epi16(_mm_castpd_si128(both));
}

// Sample k, and sample k + 4 in the upper half: left and right pixels weighted, not yet added to each other.
INLINE __m256i mixed(const uint32_t *const at[8], ptrdiff_t stride, Weights w, int k) {
    const __m256i top = two_pairs(at[k], at[k + 4]);
    const __m256i bottom = two_pairs(at[k] + stride, at[k + 4] + stride);
    return _mm256_add_epi16(
        _mm256_mullo_epi16(top, spread(w.upper, k)), _mm256_mullo_epi16(bottom, spread(w.lower, k)));
}

// Left and right of two pairs of samples added, rounded, each channel in 16 bits.
INLINE __m256i summed(__m256i a, __m256i b) {
    const __m256i sum = _mm256_add_epi16(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(128)), 8);
}

AVX2 ptrdiff_t pk_bilinear_row_avx2(
    uint32_t *out, ptrdiff_t count, const uint32_t *pixels, ptrdiff_t stride, int64_t u, int64_t v, int64_t step_u,
    int64_t step_v, ptrdiff_t ahead) {
    const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    // The fractions of eight positions: they wrap as the positions' low halves do.
    __m256i fu = _mm256_add_epi32(
        _mm256_set1_epi32((int)u), _mm256_mullo_epi32(lanes, _mm256_set1_epi32((int)step_u)));
    __m256i fv = _mm256_add_epi32(
        _mm256_set1_epi32((int)v), _mm256_mullo_epi32(lanes, _mm256_set1_epi32((int)step_v)));
    const __m256i du = _mm256_set1_epi32((int)((uint32_t)step_u * 8u));
    const __m256i dv = _mm256_set1_epi32((int)((uint32_t)step_v * 8u));
    ptrdiff_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const Weights w = weights(_mm256_srli_epi32(fu, 24), _mm256_srli_epi32(fv, 24));
        const uint32_t *at[8];
        for (int k = 0; k < 8; k++) {
            at[k] = pixels + ((v >> 32) * stride + (u >> 32));
            u += step_u;
            v += step_v;
        }
        PK_PREFETCH(at[0], ahead);
        const __m256i s01 = summed(mixed(at, stride, w, 0), mixed(at, stride, w, 1));
        const __m256i s23 = summed(mixed(at, stride, w, 2), mixed(at, stride, w, 3));
        _mm256_storeu_si256((__m256i *)(out + i), _mm256_packus_epi16(s01, s23));
        fu = _mm256_add_epi32(fu, du);
        fv = _mm256_add_epi32(fv, dv);
    }
    return i;
}

// The weights of pixels 0 and 1 of each 128-bit half, or of 2 and 3, one for each channel: the lower or the upper 16
// bits of their lanes.
INLINE __m256i channels(__m256i weights, int pixel, int upper) {
    const char a = (char)(4 * pixel + 2 * upper), b = (char)(a + 1), c = (char)(a + 4), d = (char)(a + 5);
    return _mm256_shuffle_epi8(
        weights, _mm256_setr_epi8(
                     a, b, a, b, a, b, a, b, c, d, c, d, c, d, c, d, a, b, a, b, a, b, a, b, c, d, c, d, c, d, c, d));
}

// Adds the weighted corners of samples 0 and 1, or 2 and 3, of each half.
#define CORNERS(unpack, pixel)                                                                                        \
    _mm256_add_epi16(                                                                                                 \
        _mm256_add_epi16(                                                                                             \
            _mm256_mullo_epi16(unpack(top_left, zero), channels(w.upper, pixel, 0)),                                  \
            _mm256_mullo_epi16(unpack(top_right, zero), channels(w.upper, pixel, 1))),                                \
        _mm256_add_epi16(                                                                                             \
            _mm256_mullo_epi16(unpack(bottom_left, zero), channels(w.lower, pixel, 0)),                               \
            _mm256_mullo_epi16(unpack(bottom_right, zero), channels(w.lower, pixel, 1))))

INLINE __m256i eight(const uint32_t *from, __m256i index) {
    return _mm256_permutevar8x32_epi32(_mm256_loadu_si256((const __m256i *)from), index);
}

AVX2 ptrdiff_t pk_bilinear_scaled_row_avx2(
    uint32_t *out, ptrdiff_t count, const uint32_t *top, const uint32_t *bottom, ptrdiff_t width, int64_t u,
    int64_t step_u, uint32_t fy) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i half = _mm256_set1_epi16(128);
    const __m256i vertical = _mm256_set1_epi32((int)fy);
    // How far the eight samples lie behind the first one, in the order that the shuffle below puts right.
    const __m256i early = _mm256_setr_epi64x(0, step_u, 4 * step_u, 5 * step_u);
    const __m256i late = _mm256_setr_epi64x(2 * step_u, 3 * step_u, 6 * step_u, 7 * step_u);
    ptrdiff_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const ptrdiff_t column = (ptrdiff_t)(u >> 32);
        // Eight pixels and their right neighbours are loaded whole; a step of at most one pixel needs no others.
        if (column + 9 > width) break;
        const __m256i first = _mm256_set1_epi64x(u & 0xFFFFFFFF);
        const __m256i a = _mm256_srli_epi64(_mm256_add_epi64(first, early), 24);
        const __m256i b = _mm256_srli_epi64(_mm256_add_epi64(first, late), 24);
        // Pixels and 1/256 behind `column`.
        const __m256i position =
            _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(a), _mm256_castsi256_ps(b), 0x88));
        const __m256i index = _mm256_srli_epi32(position, 8);
        const Weights w = weights(_mm256_and_si256(position, _mm256_set1_epi32(255)), vertical);
        const __m256i top_left = eight(top + column, index), top_right = eight(top + column + 1, index);
        const __m256i bottom_left = eight(bottom + column, index), bottom_right = eight(bottom + column + 1, index);
        const __m256i low = _mm256_srli_epi16(_mm256_add_epi16(CORNERS(_mm256_unpacklo_epi8, 0), half), 8);
        const __m256i high = _mm256_srli_epi16(_mm256_add_epi16(CORNERS(_mm256_unpackhi_epi8, 2), half), 8);
        _mm256_storeu_si256((__m256i *)(out + i), _mm256_packus_epi16(low, high));
        u += 8 * step_u;
    }
    return i;
}

// What lies under a pixel of this alpha, times 255 - alpha, divided by 255 and rounded; channels in 16 bits.
INLINE __m256i dimmed(__m256i under, __m256i over) {
    const __m256i alpha = _mm256_shuffle_epi8(
        over, _mm256_setr_epi8(
                  6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15,
                  14, 15));
    const __m256i product = _mm256_add_epi16(
        _mm256_mullo_epi16(under, _mm256_sub_epi16(_mm256_set1_epi16(255), alpha)), _mm256_set1_epi16(128));
    return _mm256_srli_epi16(_mm256_add_epi16(product, _mm256_srli_epi16(product, 8)), 8);
}

AVX2 ptrdiff_t pk_over_row_avx2(uint32_t *out, const uint32_t *over, ptrdiff_t count) {
    const __m256i zero = _mm256_setzero_si256();
    ptrdiff_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m256i o = _mm256_loadu_si256((const __m256i *)(over + i));
        const __m256i u = _mm256_loadu_si256((const __m256i *)(out + i));
        const __m256i low = dimmed(_mm256_unpacklo_epi8(u, zero), _mm256_unpacklo_epi8(o, zero));
        const __m256i high = dimmed(_mm256_unpackhi_epi8(u, zero), _mm256_unpackhi_epi8(o, zero));
        _mm256_storeu_si256((__m256i *)(out + i), _mm256_add_epi32(_mm256_packus_epi16(low, high), o));
    }
    return i;
}

// The sums of each pixel and its right neighbour, channels in 16 bits: pixels 0, 2 and 4, 6.
INLINE __m256i pair_sums(const uint32_t *from) {
    const __m256i channels = _mm256_shuffle_epi8(
        _mm256_loadu_si256((const __m256i *)from),
        _mm256_setr_epi8(
            0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15));
    return _mm256_maddubs_epi16(channels, _mm256_set1_epi8(1));
}

INLINE __m256i means(const uint32_t *top, const uint32_t *bottom) {
    const __m256i sum = _mm256_add_epi16(pair_sums(top), pair_sums(bottom));
    return _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(2)), 2);
}

AVX2 ptrdiff_t pk_halve_row_avx2(uint32_t *out, ptrdiff_t count, const uint32_t *top, const uint32_t *bottom) {
    ptrdiff_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m256i packed = _mm256_packus_epi16(
            means(top + 2 * i, bottom + 2 * i), means(top + 2 * i + 8, bottom + 2 * i + 8));
        _mm256_storeu_si256((__m256i *)(out + i), _mm256_permute4x64_epi64(packed, 0xD8));
    }
    return i;
}
#endif
