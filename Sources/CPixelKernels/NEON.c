// The kernels in arm64's 128-bit vectors.
#include "PixelKernels.h"

#if defined(__aarch64__)
#include <arm_neon.h>

// One bilinear sample: each channel times 256, not rounded yet.
static inline uint16x4_t sample(const uint32_t *top, const uint32_t *bottom, uint32_t fx, uint32_t fy) {
    const uint32_t both = (fx * fy + 128) >> 8;
    const uint32_t right = fx - both, lower = fy - both, neither = 256 - fx - lower;
    const uint8x8_t t = vld1_u8((const uint8_t *)top), b = vld1_u8((const uint8_t *)bottom);
    const uint16x8_t upper_weights = vcombine_u16(vdup_n_u16((uint16_t)neither), vdup_n_u16((uint16_t)right));
    const uint16x8_t lower_weights = vcombine_u16(vdup_n_u16((uint16_t)lower), vdup_n_u16((uint16_t)both));
    const uint16x8_t sum = vmlaq_u16(vmulq_u16(vmovl_u8(t), upper_weights), vmovl_u8(b), lower_weights);
    return vadd_u16(vget_low_u16(sum), vget_high_u16(sum));
}

static inline void store_two(uint32_t *out, uint16x4_t a, uint16x4_t b) {
    vst1_u8((uint8_t *)out, vrshrn_n_u16(vcombine_u16(a, b), 8));
}

ptrdiff_t pk_bilinear_row_neon(
    uint32_t *out, ptrdiff_t count, const uint32_t *pixels, ptrdiff_t stride, int64_t u, int64_t v, int64_t step_u,
    int64_t step_v, ptrdiff_t ahead) {
    ptrdiff_t i = 0;
    for (; i + 2 <= count; i += 2) {
        const uint32_t *first = pixels + ((v >> 32) * stride + (u >> 32));
        if ((i & 7) == 0) PK_PREFETCH(first, ahead);
        const uint16x4_t a = sample(first, first + stride, (uint32_t)(u >> 24) & 255, (uint32_t)(v >> 24) & 255);
        u += step_u;
        v += step_v;
        const uint32_t *second = pixels + ((v >> 32) * stride + (u >> 32));
        const uint16x4_t b = sample(second, second + stride, (uint32_t)(u >> 24) & 255, (uint32_t)(v >> 24) & 255);
        u += step_u;
        v += step_v;
        store_two(out + i, a, b);
    }
    return i;
}

ptrdiff_t pk_bilinear_scaled_row_neon(
    uint32_t *out, ptrdiff_t count, const uint32_t *top, const uint32_t *bottom, ptrdiff_t width, int64_t u,
    int64_t step_u, uint32_t fy) {
    (void)width;
    ptrdiff_t i = 0;
    for (; i + 2 <= count; i += 2) {
        const ptrdiff_t x = (ptrdiff_t)(u >> 32);
        const uint16x4_t a = sample(top + x, bottom + x, (uint32_t)(u >> 24) & 255, fy);
        u += step_u;
        const ptrdiff_t y = (ptrdiff_t)(u >> 32);
        const uint16x4_t b = sample(top + y, bottom + y, (uint32_t)(u >> 24) & 255, fy);
        u += step_u;
        store_two(out + i, a, b);
    }
    return i;
}

ptrdiff_t pk_over_row_neon(uint32_t *out, const uint32_t *over, ptrdiff_t count) {
    ptrdiff_t i = 0;
    // Eight pixels, a channel a register.
    for (; i + 8 <= count; i += 8) {
        const uint8x8x4_t o = vld4_u8((const uint8_t *)(over + i)), u = vld4_u8((const uint8_t *)(out + i));
        const uint8x8_t rest = vmvn_u8(o.val[3]);
        uint8x8x4_t dimmed;
        for (int channel = 0; channel < 4; channel++) {
            const uint16x8_t product = vaddq_u16(vmull_u8(u.val[channel], rest), vdupq_n_u16(128));
            dimmed.val[channel] = vshrn_n_u16(vaddq_u16(product, vshrq_n_u16(product, 8)), 8);
        }
        vst4_u8((uint8_t *)(out + i), dimmed);
        // Added as whole words, as the definition does.
        vst1q_u32(out + i, vaddq_u32(vld1q_u32(out + i), vld1q_u32(over + i)));
        vst1q_u32(out + i + 4, vaddq_u32(vld1q_u32(out + i + 4), vld1q_u32(over + i + 4)));
    }
    return i;
}

ptrdiff_t pk_halve_row_neon(uint32_t *out, ptrdiff_t count, const uint32_t *top, const uint32_t *bottom) {
    ptrdiff_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const uint8x16x4_t t = vld4q_u8((const uint8_t *)(top + 2 * i)), b = vld4q_u8((const uint8_t *)(bottom + 2 * i));
        uint8x8x4_t mean;
        for (int channel = 0; channel < 4; channel++) {
            const uint16x8_t sum = vaddq_u16(vpaddlq_u8(t.val[channel]), vpaddlq_u8(b.val[channel]));
            mean.val[channel] = vrshrn_n_u16(sum, 2);
        }
        vst4_u8((uint8_t *)(out + i), mean);
    }
    return i;
}
#endif
