#include "PixelKernels.h"

// The variant that this processor has, or `nothing`.
#if defined(__x86_64__)
#define PK_CALL(kernel, ...) (__builtin_cpu_supports("avx2") ? kernel##_avx2(__VA_ARGS__) : 0)
#elif defined(__aarch64__)
// Every arm64 processor has NEON.
#define PK_CALL(kernel, ...) kernel##_neon(__VA_ARGS__)
#else
#define PK_CALL(kernel, ...) 0
#endif

ptrdiff_t pk_bilinear_row(
    uint32_t *out, ptrdiff_t count, const uint32_t *pixels, ptrdiff_t stride, int64_t u, int64_t v, int64_t step_u,
    int64_t step_v, ptrdiff_t ahead) {
    return PK_CALL(pk_bilinear_row, out, count, pixels, stride, u, v, step_u, step_v, ahead);
}

ptrdiff_t pk_bilinear_scaled_row(
    uint32_t *out, ptrdiff_t count, const uint32_t *top, const uint32_t *bottom, ptrdiff_t width, int64_t u,
    int64_t step_u, uint32_t fy) {
    return PK_CALL(pk_bilinear_scaled_row, out, count, top, bottom, width, u, step_u, fy);
}

ptrdiff_t pk_over_row(uint32_t *out, const uint32_t *over, ptrdiff_t count) {
    return PK_CALL(pk_over_row, out, over, count);
}

ptrdiff_t pk_halve_row(uint32_t *out, ptrdiff_t count, const uint32_t *top, const uint32_t *bottom) {
    return PK_CALL(pk_halve_row, out, count, top, bottom);
}
