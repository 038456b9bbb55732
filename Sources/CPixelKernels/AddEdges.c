#include "CPixelKernels.h"
#include "Vectors.h"

#if PK_VECTORS

// Each product and sum is rounded by itself, as in Swift.
#pragma clang fp contract(off)

enum {
    BITS = 10,          // fraction bits of a position
    ONE = 1 << BITS,    // a pixel
    COVER_SHIFT = 6,    // from a height to the accumulator's
    AREA_SHIFT = 5,     // from twice an area
    FULL = 1 << 16,     // a whole pixel
    POINTS = 64,        // points carried into pixels at a time
    SPANS = 256,        // spans added to the cells at a time
};

static const double magic = 6755399441055744.0;
static const float magic_float = 12582912.0f;
static const int32_t magic_float_bits = 0x4B400000;

// Edges from top to bottom, and the rows of the clip that they touch.
typedef struct {
    int32_t x0[POINTS + 8], y0[POINTS + 8], x1[POINTS + 8], y1[POINTS + 8];
    int32_t turned[POINTS + 8];  // −1 where the outline runs upwards, else 0
    int32_t row[POINTS + 8], end[POINTS + 8];
    float rise[POINTS + 8];
    double slope[POINTS + 8];
} edges;

// Pieces of edges within a row: what each adds to three cells.
typedef struct {
    int32_t count;
    int32_t cell[SPANS + 8], c0[SPANS + 8], c1[SPANS + 8], c2[SPANS + 8];
    int32_t row[SPANS + 8], column[SPANS + 8];
} spans;

// What all edges of an item are added to.
typedef struct {
    int32_t *cells;
    int32_t stride, width, height;
    pk_extent *extents;
} target;

PK_KERNEL PK_INLINE pk_i32x8 pick(pk_i32x8 mask, pk_i32x8 yes, pk_i32x8 no) { return (mask & yes) | (~mask & no); }

PK_KERNEL PK_INLINE pk_i32x8 load(const int32_t *p) { return *(const pk_i32x8_any *)p; }

PK_KERNEL PK_INLINE void store(int32_t *p, pk_i32x8 v) { *(pk_i32x8_any *)p = v; }

PK_KERNEL PK_INLINE pk_f64x4 low_doubles(pk_i32x8 v) {
    return __builtin_convertvector(__builtin_shufflevector(v, v, 0, 1, 2, 3), pk_f64x4);
}

PK_KERNEL PK_INLINE pk_f64x4 high_doubles(pk_i32x8 v) {
    return __builtin_convertvector(__builtin_shufflevector(v, v, 4, 5, 6, 7), pk_f64x4);
}

// Doubles that carry the magic number, as the integers nearest to them.
PK_KERNEL PK_INLINE pk_i32x8 integers(pk_f64x4 low, pk_f64x4 high) {
    return __builtin_shufflevector((pk_i32x8)low, (pk_i32x8)high, 0, 2, 4, 6, 8, 10, 12, 14);
}

static inline int32_t corner_one(float rise, int32_t reach) {
    union {
        float f;
        int32_t i;
    } v;
    v.f = rise * ((float)reach * (float)reach) + magic_float;
    return v.i - magic_float_bits;
}

static inline void touch(const target *to, int32_t row, int32_t first, int32_t last) {
    if (to->extents == NULL) return;
    if (last > to->width + 1) last = to->width + 1;
    pk_extent *extent = to->extents + row;
    if (first < extent->first) extent->first = first;
    if (last > extent->last) extent->last = last;
}

// A piece that spans more than two columns.
static void add_wide(const target *to, int32_t row, int32_t left, int32_t right, int32_t dy, float rise) {
    int32_t first = left >> BITS;
    int32_t last = (right + ONE - 1) >> BITS;
    int32_t cover = dy * (1 << COVER_SHIFT);
    int32_t in_first = ((first + 1) << BITS) - left;
    int32_t last_part = corner_one(rise, right - ((last - 1) << BITS));
    double rate = (double)cover / (double)(right - left) * 16777216.0;
    int64_t sum = (int64_t)(rate * (double)(in_first + ONE / 2));
    int64_t step = (int64_t)(rate * (double)ONE);
    int32_t *cell = to->cells + (ptrdiff_t)row * to->stride + first;
    int32_t before = corner_one(rise, in_first);
    *cell++ += before;
    for (int32_t column = first + 1; column < last - 1; column++) {
        int32_t after = (int32_t)(sum >> 24);
        *cell++ += after - before;
        before = after;
        sum += step;
    }
    cell[0] += cover - last_part - before;
    cell[1] += last_part;
    touch(to, row, first, last);
}

// Adds what was collected. Cells are integers: the order makes no difference.
static inline void flush(spans *s, const target *to) {
    if (to->extents == NULL) {
        for (int32_t i = 0; i < s->count; i++) {
            int32_t *cell = to->cells + s->cell[i];
            cell[0] += s->c0[i];
            cell[1] += s->c1[i];
            cell[2] += s->c2[i];
        }
    } else {
        for (int32_t i = 0; i < s->count; i++) {
            int32_t *cell = to->cells + s->cell[i];
            cell[0] += s->c0[i];
            cell[1] += s->c1[i];
            cell[2] += s->c2[i];
            touch(to, s->row[i], s->column[i], s->column[i] + 2);
        }
    }
    s->count = 0;
}

// Sorts edges from one point to the next by their ends' heights, eight at a time. Returns how many rows all of them touch,
// about.
PK_KERNEL static int32_t sort(edges *e, const int32_t *x, const int32_t *y, int32_t count, int32_t height) {
    pk_i32x8 rows = {0};
    for (int32_t i = 0; i < count; i += 8) {
        pk_i32x8 xa = load(x + i), ya = load(y + i), xb = load(x + i + 1), yb = load(y + i + 1);
        pk_i32x8 turned = ya > yb;
        pk_i32x8 x0 = pick(turned, xb, xa), y0 = pick(turned, yb, ya);
        pk_i32x8 x1 = pick(turned, xa, xb), y1 = pick(turned, ya, yb);
        pk_i32x8 dx = x1 - x0, dy = y1 - y0;
        pk_i32x8 row = __builtin_elementwise_max(y0 >> BITS, (pk_i32x8){0});
        pk_i32x8 end = __builtin_elementwise_min(((y1 - 1) >> BITS) + 1, (pk_i32x8){0} + height);
        store(e->x0 + i, x0);
        store(e->y0 + i, y0);
        store(e->x1 + i, x1);
        store(e->y1 + i, y1);
        store(e->turned + i, turned);
        store(e->row + i, row);
        store(e->end + i, pick(dy == 0, (pk_i32x8){0} - 1, end));
        rows += __builtin_elementwise_max(end - row, (pk_i32x8){0});
        *(pk_f64x4_any *)(e->slope + i) = low_doubles(dx) / low_doubles(dy);
        *(pk_f64x4_any *)(e->slope + i + 4) = high_doubles(dx) / high_doubles(dy);
        pk_f32x8 rise = __builtin_convertvector((dy ^ turned) - turned, pk_f32x8);
        pk_f32x8 run = (pk_f32x8)((pk_i32x8)__builtin_convertvector(dx, pk_f32x8) & 0x7FFFFFFF);
        *(pk_f32x8_any *)(e->rise + i) = rise / run * (1.0f / (1 << AREA_SHIFT));
    }
    return __builtin_reduce_add(rows);
}

// What eight pieces of edges add to three cells each, the first in `column`.
typedef struct {
    pk_i32x8 column, c0, c1, c2;
    // Pieces across more than two columns add nothing here.
    pk_i32x8 is_wide;
} contributions;

PK_KERNEL PK_INLINE pk_i32x8 corners(pk_f32x8 rise, pk_i32x8 reach) {
    pk_f32x8 r = __builtin_convertvector(reach, pk_f32x8);
    return (pk_i32x8)(rise * (r * r) + magic_float) - magic_float_bits;
}

PK_KERNEL PK_INLINE void contribute(contributions *out, pk_i32x8 left, pk_i32x8 right, pk_i32x8 dy, pk_f32x8 rise,
                                    pk_i32x8 is_used) {
    pk_i32x8 from = left & (ONE - 1), until = right - (left - from);
    pk_i32x8 cover = dy << COVER_SHIFT;
    // Within one column, and across the border between two.
    pk_i32x8 after = (dy * (from + until)) >> AREA_SHIFT;
    pk_i32x8 in_first = corners(rise, ONE - from), in_last = corners(rise, until - ONE);
    pk_i32x8 is_one = until <= ONE;
    out->column = left >> BITS;
    out->c0 = pick(is_one, cover - after, in_first);
    out->c1 = pick(is_one, after, cover - in_first - in_last);
    out->c2 = ~is_one & in_last;
    out->is_wide = (until > 2 * ONE) & is_used;
}

typedef bool bools __attribute__((ext_vector_type(8)));

PK_KERNEL PK_INLINE uint32_t bits(pk_i32x8 mask) {
    union {
        bools lanes;
        uint8_t bits;
    } v;
    v.lanes = __builtin_convertvector(mask, bools);
    return v.bits;
}

// Adds the wide ones of eight pieces.
PK_KERNEL static void add_wide_ones(contributions *c, pk_i32x8 left, pk_i32x8 right, pk_i32x8 dy, pk_f32x8 rise,
                                    pk_i32x8 row, const target *to) {
    for (uint32_t left_over = bits(c->is_wide); left_over != 0; left_over &= left_over - 1) {
        int k = __builtin_ctz(left_over);
        add_wide(to, row[k], left[k], right[k], dy[k], rise[k]);
    }
    c->c0 &= ~c->is_wide;
    c->c1 &= ~c->is_wide;
    c->c2 &= ~c->is_wide;
}

// Cuts edges into pieces of one row each, seven rows of an edge at a time.
PK_KERNEL static void cut_edges(const edges *e, int32_t count, spans *s, const target *to) {
    enum { ROWS = 7 };
    const pk_i32x8 lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    const pk_i32x8 zero = {0};
    for (int32_t i = 0; i < count; i++) {
        for (int32_t first = e->row[i]; first < e->end[i]; first += ROWS) {
            int32_t n = e->end[i] - first < ROWS ? e->end[i] - first : ROWS;
            // Where the edge crosses the borders between rows; its ends are where it begins and ends.
            pk_i32x8 row = first + lanes;
            pk_i32x8 top = row << BITS;
            pk_i32x8 along = top - e->y0[i];
            pk_i32x8 x = integers(e->slope[i] * low_doubles(along) + magic, e->slope[i] * high_doubles(along) + magic);
            x = e->x0[i] + ((along > 0) & x);
            x = pick(top >= e->y1[i], zero + e->x1[i], x);
            pk_i32x8 next = __builtin_shufflevector(x, x, 1, 2, 3, 4, 5, 6, 7, 7);
            pk_i32x8 dy = __builtin_elementwise_min(top + ONE, zero + e->y1[i]) -
                          __builtin_elementwise_max(top, zero + e->y0[i]);
            dy = (dy ^ e->turned[i]) - e->turned[i];
            pk_i32x8 left = __builtin_elementwise_min(x, next), right = __builtin_elementwise_max(x, next);
            pk_f32x8 rise = (pk_f32x8){0} + e->rise[i];
            contributions c;
            contribute(&c, left, right, dy, rise, lanes < n);
            if (__builtin_reduce_or(c.is_wide) != 0) add_wide_ones(&c, left, right, dy, rise, row, to);
            store(s->cell + s->count, row * to->stride + c.column);
            store(s->c0 + s->count, c.c0);
            store(s->c1 + s->count, c.c1);
            store(s->c2 + s->count, c.c2);
            if (to->extents != NULL) {
                store(s->row + s->count, row);
                store(s->column + s->count, c.column);
            }
            s->count += n;
            if (s->count > SPANS - 8) flush(s, to);
        }
    }
}

PK_KERNEL PK_INLINE void store_half(int32_t *p, pk_i32x8 v, bool second) {
    *(pk_i32x4_any *)p = second ? __builtin_shufflevector(v, v, 4, 5, 6, 7) : __builtin_shufflevector(v, v, 0, 1, 2, 3);
}

// The same for edges of few rows: two edges and three rows of each at a time. `count` is rounded up to an even number;
// what lies beyond it must have no rows.
PK_KERNEL static void cut_pairs(const edges *e, int32_t count, spans *s, const target *to) {
    enum { ROWS = 3 };
    const pk_i32x8 lanes = {0, 1, 2, 3, 0, 1, 2, 3};
    for (int32_t i = 0; i < count; i += 2) {
#define BOTH(type, p) __builtin_shufflevector((type){0} + (p)[i], (type){0} + (p)[i + 1], 0, 0, 0, 0, 8, 8, 8, 8)
        pk_i32x8 x0 = BOTH(pk_i32x8, e->x0), y0 = BOTH(pk_i32x8, e->y0);
        pk_i32x8 x1 = BOTH(pk_i32x8, e->x1), y1 = BOTH(pk_i32x8, e->y1);
        pk_i32x8 turned = BOTH(pk_i32x8, e->turned);
        pk_f32x8 rise = BOTH(pk_f32x8, e->rise);
        pk_i32x8 end = BOTH(pk_i32x8, e->end);
        pk_i32x8 row = BOTH(pk_i32x8, e->row) + lanes;
#undef BOTH
        int32_t m = e->end[i] - e->row[i], n = e->end[i + 1] - e->row[i + 1];
        while (m > 0 || n > 0) {
            pk_i32x8 top = row << BITS;
            pk_i32x8 along = top - y0;
            pk_i32x8 x =
                integers(e->slope[i] * low_doubles(along) + magic, e->slope[i + 1] * high_doubles(along) + magic);
            x = x0 + ((along > 0) & x);
            x = pick(top >= y1, x1, x);
            pk_i32x8 next = __builtin_shufflevector(x, x, 1, 2, 3, 3, 5, 6, 7, 7);
            pk_i32x8 dy = __builtin_elementwise_min(top + ONE, y1) - __builtin_elementwise_max(top, y0);
            dy = (dy ^ turned) - turned;
            pk_i32x8 left = __builtin_elementwise_min(x, next), right = __builtin_elementwise_max(x, next);
            contributions c;
            contribute(&c, left, right, dy, rise, (lanes < ROWS) & (row < end));
            if (__builtin_reduce_or(c.is_wide) != 0) add_wide_ones(&c, left, right, dy, rise, row, to);
            pk_i32x8 cell = row * to->stride + c.column;
            for (int k = 0; k < 2; k++) {
                store_half(s->cell + s->count, cell, k == 1);
                store_half(s->c0 + s->count, c.c0, k == 1);
                store_half(s->c1 + s->count, c.c1, k == 1);
                store_half(s->c2 + s->count, c.c2, k == 1);
                if (to->extents != NULL) {
                    store_half(s->row + s->count, row, k == 1);
                    store_half(s->column + s->count, c.column, k == 1);
                }
                int32_t rows = k == 0 ? m : n;
                rows = rows < ROWS ? rows : ROWS;
                s->count += rows > 0 ? rows : 0;
            }
            if (s->count > SPANS - 8) flush(s, to);
            m -= ROWS;
            n -= ROWS;
            row += ROWS;
        }
    }
}

// As `sort`, for the rows whose pixels' centres lie between an edge's ends. `flip` is −1 to turn all edges around.
PK_KERNEL static void sort_centers(edges *e, const int32_t *x, const int32_t *y, int32_t count, int32_t height,
                                   int32_t flip) {
    for (int32_t i = 0; i < count; i += 8) {
        pk_i32x8 xa = load(x + i), ya = load(y + i), xb = load(x + i + 1), yb = load(y + i + 1);
        pk_i32x8 turned = ya > yb;
        pk_i32x8 x0 = pick(turned, xb, xa), y0 = pick(turned, yb, ya);
        pk_i32x8 dx = pick(turned, xa, xb) - x0, dy = pick(turned, ya, yb) - y0;
        store(e->x0 + i, x0);
        store(e->y0 + i, y0);
        store(e->turned + i, turned ^ flip);
        store(e->row + i, __builtin_elementwise_max((y0 + (ONE / 2 - 1)) >> BITS, (pk_i32x8){0}));
        store(e->end + i, __builtin_elementwise_min((y0 + dy + (ONE / 2 - 1)) >> BITS, (pk_i32x8){0} + height));
        *(pk_f64x4_any *)(e->slope + i) = low_doubles(dx) / low_doubles(dy);
        *(pk_f64x4_any *)(e->slope + i + 4) = high_doubles(dx) / high_doubles(dy);
    }
}

static inline void flush_centers(spans *s, const target *to) {
    for (int32_t i = 0; i < s->count; i++) to->cells[s->cell[i]] += s->c0[i];
    if (to->extents != NULL)
        for (int32_t i = 0; i < s->count; i++) touch(to, s->row[i], s->column[i], s->column[i]);
    s->count = 0;
}

// Finds the first pixel of each row whose centre is not left of an edge, four rows at a time.
PK_KERNEL static void cut_centers(const edges *e, int32_t count, spans *s, const target *to) {
    const pk_i32x4 lanes = {0, 1, 2, 3};
    const pk_i32x4 zero = {0};
    for (int32_t i = 0; i < count; i++) {
        int32_t end = e->end[i];
        for (int32_t first = e->row[i]; first < end; first += 4) {
            pk_i32x4 row = first + lanes;
            pk_i32x4 along = (row << BITS) + (ONE / 2 - e->y0[i]);
            pk_f64x4 run = e->slope[i] * __builtin_convertvector(along, pk_f64x4);
            pk_i32x8 whole = (pk_i32x8)(__builtin_elementwise_ceil(run) + magic);
            pk_i32x4 x = e->x0[i] + __builtin_shufflevector(whole, whole, 0, 2, 4, 6);
            pk_i32x4 column = (x + (ONE / 2 - 1)) >> BITS;
            *(pk_i32x4_any *)(s->cell + s->count) = row * to->stride + column;
            *(pk_i32x4_any *)(s->c0 + s->count) = zero + ((FULL ^ e->turned[i]) - e->turned[i]);
            if (to->extents != NULL) {
                *(pk_i32x4_any *)(s->row + s->count) = row;
                *(pk_i32x4_any *)(s->column + s->count) = column;
            }
            s->count += end - first < 4 ? end - first : 4;
            if (s->count > SPANS - 8) flush_centers(s, to);
        }
    }
}

// Four edges, a row of each at a time: what `sort_centers` and `cut_centers` do where no track is kept of the cells. Such
// items are narrow, and their edges touch few rows.
PK_KERNEL PK_INLINE void add_four_centers(pk_i32x4 x0, pk_i32x4 y0, pk_i32x4 dx, pk_i32x4 dy, pk_i32x4 turned,
                                          const target *to) {
    // Edges that have no such row add nothing to the cells after the last row's.
    const pk_i32x4 nowhere = (pk_i32x4){0, 1, 2, 3} + to->stride * to->height;
    pk_i32x4 row = __builtin_elementwise_max((y0 + (ONE / 2 - 1)) >> BITS, (pk_i32x4){0});
    pk_i32x4 end = __builtin_elementwise_min((y0 + dy + (ONE / 2 - 1)) >> BITS, (pk_i32x4){0} + to->height);
    int32_t rows = __builtin_reduce_max(end - row);
    if (rows <= 0) return;
    pk_f64x4 slope = __builtin_convertvector(dx, pk_f64x4) / __builtin_convertvector(dy, pk_f64x4);
    pk_i32x4 full = (FULL ^ turned) - turned;
    do {
        pk_i32x4 along = (row << BITS) + (ONE / 2 - y0);
        pk_f64x4 run = slope * __builtin_convertvector(along, pk_f64x4);
        pk_i32x8 whole = (pk_i32x8)(__builtin_elementwise_ceil(run) + magic);
        pk_i32x4 x = x0 + __builtin_shufflevector(whole, whole, 0, 2, 4, 6);
        pk_i32x4 column = (x + (ONE / 2 - 1)) >> BITS;
        pk_i32x4 is_used = row < end;
        pk_i32x4 cell = (is_used & (row * to->stride + column)) | (~is_used & nowhere);
        pk_i32x4 value = is_used & full;
        for (int k = 0; k < 4; k++) to->cells[cell[k]] += value[k];
        row += 1;
    } while (--rows > 0);
}

// The edges from one point to the next, of an item of whose cells no track is kept. Seven more points must be readable.
PK_KERNEL static void add_narrow_centers(const int32_t *x, const int32_t *y, int32_t count, int32_t flip,
                                         const target *to) {
    for (int32_t i = 0; i < count; i += 8) {
        pk_i32x8 xa = load(x + i), ya = load(y + i), xb = load(x + i + 1), yb = load(y + i + 1);
        // Beyond the last point nothing is an edge.
        pk_i32x8 is_edge = (pk_i32x8){0, 1, 2, 3, 4, 5, 6, 7} < count - i;
        pk_i32x8 turned = ya > yb;
        pk_i32x8 x0 = pick(turned, xb, xa), y0 = pick(turned, yb, ya);
        pk_i32x8 dx = pick(turned, xa, xb) - x0, dy = (pick(turned, ya, yb) - y0) & is_edge;
        turned ^= flip;
#define HALF(v, k) __builtin_shufflevector(v, v, 4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3)
        add_four_centers(HALF(x0, 0), HALF(y0, 0), HALF(dx, 0), HALF(dy, 0), HALF(turned, 0), to);
        if (count - i > 4) add_four_centers(HALF(x0, 1), HALF(y0, 1), HALF(dx, 1), HALF(dy, 1), HALF(turned, 1), to);
#undef HALF
    }
}

// The edges from one point to the next, by pixel centres. `flip` is −1 to turn all of them around.
PK_KERNEL PK_INLINE void add_centers(const int32_t *x, const int32_t *y, int32_t count, int32_t flip, edges *e, spans *s,
                                     const target *to) {
    if (to->extents == NULL) {
        add_narrow_centers(x, y, count, flip, to);
    } else {
        sort_centers(e, x, y, count, to->height, flip);
        cut_centers(e, count, s, to);
    }
}

// Carries points into fixed-point pixels, four at a time.
PK_KERNEL static void carry(const float *points, int32_t count, const pk_place *place, int32_t *x, int32_t *y) {
    for (int32_t i = 0; i < count; i += 4) {
        pk_f32x8 p = *(const pk_f32x8_any *)(points + 2 * i);
        pk_f64x4 px = __builtin_convertvector(__builtin_shufflevector(p, p, 0, 2, 4, 6), pk_f64x4);
        pk_f64x4 py = __builtin_convertvector(__builtin_shufflevector(p, p, 1, 3, 5, 7), pk_f64x4);
        pk_f64x4 vx = place->start_x + (place->a * px + place->c * py);
        pk_f64x4 vy = place->start_y + (place->b * px + place->d * py);
        pk_i32x8 both = integers(vx, vy);
        *(pk_i32x4_any *)(x + i) = __builtin_shufflevector(both, both, 0, 1, 2, 3) + place->shift_x;
        *(pk_i32x4_any *)(y + i) = __builtin_shufflevector(both, both, 4, 5, 6, 7) + place->shift_y;
    }
}

PK_KERNEL void pk_add_polygons(const float *points, const int32_t *ends, int32_t contour_count, const pk_place *place,
                               int32_t *cells, ptrdiff_t stride, int32_t width, int32_t height, pk_extent *extents,
                               bool by_area) {
    const target to = {cells, (int32_t)stride, width, height, extents};
    int32_t x[POINTS + 16], y[POINTS + 16];
    edges e;
    spans s;
    s.count = 0;
    int32_t start = 0;
    for (int32_t contour = 0; contour < contour_count; contour++) {
        int32_t end = ends[contour];
        if (end > start) carry(points + 2 * (end - 1), 1, place, x, y);
        while (start < end) {
            int32_t count = end - start < POINTS ? end - start : POINTS;
            carry(points + 2 * start, count, place, x + 1, y + 1);
            if (by_area) {
                int32_t rows = sort(&e, x, y, count, height);
                if (rows <= 3 * count) {
                    e.row[count] = e.end[count] = 0;
                    cut_pairs(&e, count, &s, &to);
                } else {
                    cut_edges(&e, count, &s, &to);
                }
            } else {
                add_centers(x, y, count, 0, &e, &s, &to);
            }
            x[0] = x[count];
            y[0] = y[count];
            start += count;
        }
    }
    if (by_area)
        flush(&s, &to);
    else
        flush_centers(&s, &to);
}

// Where a section's edges lie: left x and y, right x and y.
PK_KERNEL PK_INLINE pk_i32x4 section_edges(const pk_pen_section *section, const pk_pen_place *place) {
    const pk_f32x4 along_x = {place->a, place->b, place->a, place->b};
    const pk_f32x4 along_y = {place->c, place->d, place->c, place->d};
    const pk_f32x4 start = {place->start_x, place->start_y, place->start_x, place->start_y};
    const pk_i32x4 shift = {place->shift_x, place->shift_y, place->shift_x, place->shift_y};
    pk_f32x4 edges = __builtin_convertvector(*(const pk_i16x4_any *)section->edges, pk_f32x4);
    pk_f32x4 spine = {section->spine[0], section->spine[1], section->spine[0], section->spine[1]};
    pk_f32x4 p = spine + edges * place->reach;
    pk_f32x4 v = start + (along_x * __builtin_shufflevector(p, p, 0, 0, 2, 2) +
                          along_y * __builtin_shufflevector(p, p, 1, 1, 3, 3));
    return (pk_i32x4)(v + magic_float) + (shift - magic_float_bits);
}

// The two edges of a widened pen at its sections: the left ones onwards from x and y, the right ones from right_x and
// right_y on in steps of `step`, 1 or −1.
PK_KERNEL PK_INLINE void carry_pen(const pk_pen_section *sections, int32_t count, const pk_pen_place *place, int32_t *x,
                                   int32_t *y, int32_t *right_x, int32_t *right_y, int32_t step) {
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        pk_i32x4 p = section_edges(sections + i, place), q = section_edges(sections + i + 1, place);
        pk_i32x4 r = section_edges(sections + i + 2, place), s = section_edges(sections + i + 3, place);
        pk_i32x4 pq = __builtin_shufflevector(p, q, 0, 4, 1, 5), rs = __builtin_shufflevector(r, s, 0, 4, 1, 5);
        *(pk_i32x4_any *)(x + i) = __builtin_shufflevector(pq, rs, 0, 1, 4, 5);
        *(pk_i32x4_any *)(y + i) = __builtin_shufflevector(pq, rs, 2, 3, 6, 7);
        if (step > 0) {
            pq = __builtin_shufflevector(p, q, 2, 6, 3, 7), rs = __builtin_shufflevector(r, s, 2, 6, 3, 7);
            *(pk_i32x4_any *)(right_x + i) = __builtin_shufflevector(pq, rs, 0, 1, 4, 5);
            *(pk_i32x4_any *)(right_y + i) = __builtin_shufflevector(pq, rs, 2, 3, 6, 7);
        } else {
            pq = __builtin_shufflevector(q, p, 2, 6, 3, 7), rs = __builtin_shufflevector(s, r, 2, 6, 3, 7);
            *(pk_i32x4_any *)(right_x - i - 3) = __builtin_shufflevector(rs, pq, 0, 1, 4, 5);
            *(pk_i32x4_any *)(right_y - i - 3) = __builtin_shufflevector(rs, pq, 2, 3, 6, 7);
        }
    }
    for (; i < count; i++) {
        pk_i32x4 p = section_edges(sections + i, place);
        x[i] = p[0];
        y[i] = p[1];
        right_x[i * step] = p[2];
        right_y[i * step] = p[3];
    }
}

// A run of more sections than fit one outline: its two edges by themselves, and the cuts across it at both ends.
PK_KERNEL static void add_long_run(const pk_pen_section *sections, int32_t count, const pk_pen_place *place, edges *e,
                                   spans *s, const target *to) {
    int32_t x[POINTS + 16], y[POINTS + 16], right_x[POINTS + 16], right_y[POINTS + 16];
    carry_pen(sections, 1, place, x + 1, y + 1, x, y, 1);
    right_x[0] = x[0];
    right_y[0] = y[0];
    add_centers(x, y, 1, 0, e, s, to);
    x[0] = x[1];
    y[0] = y[1];
    for (int32_t start = 1; start < count; start += POINTS) {
        int32_t n = count - start < POINTS ? count - start : POINTS;
        carry_pen(sections + start, n, place, x + 1, y + 1, right_x + 1, right_y + 1, 1);
        add_centers(x, y, n, 0, e, s, to);
        add_centers(right_x, right_y, n, -1, e, s, to);
        x[0] = x[n];
        y[0] = y[n];
        right_x[0] = right_x[n];
        right_y[0] = right_y[n];
    }
    x[1] = right_x[0];
    y[1] = right_y[0];
    add_centers(x, y, 1, 0, e, s, to);
}

PK_KERNEL void pk_add_pen(const pk_pen_section *sections, const int32_t *ends, int32_t run_count,
                          const pk_pen_place *place, int32_t *cells, ptrdiff_t stride, int32_t width, int32_t height,
                          pk_extent *extents) {
    const target to = {cells, (int32_t)stride, width, height, extents};
    int32_t x[POINTS + 16], y[POINTS + 16];
    edges e;
    spans s;
    s.count = 0;
    int32_t start = 0;
    for (int32_t run = 0; run < run_count; run++) {
        int32_t count = ends[run] - start;
        if (count > POINTS / 2) {
            add_long_run(sections + start, count, place, &e, &s, &to);
        } else if (count > 0) {
            // The left edge onwards, the right one back, and to where it began.
            carry_pen(sections + start, count, place, x, y, x + 2 * count - 1, y + 2 * count - 1, -1);
            x[2 * count] = x[0];
            y[2 * count] = y[0];
            add_centers(x, y, 2 * count, 0, &e, &s, &to);
        }
        start = ends[run];
    }
    flush_centers(&s, &to);
}

#else

void pk_add_polygons(const float *points, const int32_t *ends, int32_t contour_count, const pk_place *place,
                     int32_t *cells, ptrdiff_t stride, int32_t width, int32_t height, pk_extent *extents,
                     bool by_area) {
    __builtin_trap();
}

void pk_add_pen(const pk_pen_section *sections, const int32_t *ends, int32_t run_count, const pk_pen_place *place,
                int32_t *cells, ptrdiff_t stride, int32_t width, int32_t height, pk_extent *extents) {
    __builtin_trap();
}

#endif
