// Vectors of 32 bytes, in the notation that gcc and clang share. On x86-64 they are compiled for AVX2, function by
// function; on arm64 each is a pair of NEON registers.
#ifndef VECTORS_H
#define VECTORS_H

#include <stdint.h>

#if defined(__x86_64__)
#define PK_VECTORS 1
#define PK_KERNEL __attribute__((target("avx2")))
#elif defined(__aarch64__)
#define PK_VECTORS 1
#define PK_KERNEL
#else
#define PK_VECTORS 0
#define PK_KERNEL
#endif

#define PK_INLINE static inline __attribute__((always_inline))

typedef int32_t pk_i32x8 __attribute__((vector_size(32)));
typedef uint32_t pk_u32x8 __attribute__((vector_size(32)));
typedef uint16_t pk_u16x16 __attribute__((vector_size(32)));
typedef float pk_f32x8 __attribute__((vector_size(32)));
typedef double pk_f64x4 __attribute__((vector_size(32)));
typedef int32_t pk_i32x4 __attribute__((vector_size(16)));
typedef float pk_f32x4 __attribute__((vector_size(16)));
// The same, wherever they lie in memory.
typedef int32_t pk_i32x8_any __attribute__((vector_size(32), aligned(4), may_alias));
typedef uint32_t pk_u32x8_any __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t pk_i32x4_any __attribute__((vector_size(16), aligned(4), may_alias));
typedef int16_t pk_i16x4_any __attribute__((vector_size(8), aligned(2), may_alias));
typedef float pk_f32x4_any __attribute__((vector_size(16), aligned(4), may_alias));
typedef float pk_f32x8_any __attribute__((vector_size(32), aligned(4), may_alias));
typedef double pk_f64x4_any __attribute__((vector_size(32), aligned(8), may_alias));

#endif
