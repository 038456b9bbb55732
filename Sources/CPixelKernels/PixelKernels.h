// What the kernels' files share: one file an instruction set, one that chooses.
#ifndef PIXEL_KERNELS_H
#define PIXEL_KERNELS_H

#include "CPixelKernels.h"

#define PK_DECLARE_KERNELS(suffix)                                                                                    \
    ptrdiff_t pk_bilinear_row_##suffix(                                                                               \
        uint32_t *, ptrdiff_t, const uint32_t *, ptrdiff_t, int64_t, int64_t, int64_t, int64_t, ptrdiff_t);           \
    ptrdiff_t pk_bilinear_scaled_row_##suffix(                                                                        \
        uint32_t *, ptrdiff_t, const uint32_t *, const uint32_t *, ptrdiff_t, int64_t, int64_t, uint32_t);            \
    ptrdiff_t pk_over_row_##suffix(uint32_t *, const uint32_t *, ptrdiff_t);                                          \
    ptrdiff_t pk_halve_row_##suffix(uint32_t *, ptrdiff_t, const uint32_t *, const uint32_t *);

// Fetches what lies `ahead` pixels from `from`: an address and not a pointer, since it may lie nowhere.
#define PK_PREFETCH(from, ahead) __builtin_prefetch((const void *)((uintptr_t)(from) + 4 * (uintptr_t)(ahead)))

PK_DECLARE_KERNELS(avx2)
PK_DECLARE_KERNELS(neon)

#endif
