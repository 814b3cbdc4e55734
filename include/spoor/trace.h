/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace points and trace blocks: the whole interface.
 *
 *     trace_point("packets");                     count a visit, without a declaration
 *     TRACE_POINT_DEF(irq_point);                 define a named point
 *     trace_point_set(&irq_point);                count a visit to it
 *
 *     TRACE_BLOCK_DEF(parse);                     define a block
 *     trace_block_enter(&parse);                  start timing
 *     trace_block_leave(&parse);                  stop timing, in the same context
 *
 *     TRACE_BLOCK_SCOPED(crc);                    time the rest of the C scope, whatever its exit
 *
 * Points and blocks are initialised statically and are on from the start; no initialisation call is needed.
 * With CONFIG_TRACE 0 all of this expands to nothing and evaluates nothing (trace_off.h).
 *
 * A point or block consists of its state in RAM, used by the hot path, and a descriptor in flash with its
 * name and place, read only by the shell. Its ID is the index of its state in the array.
 *
 * One word enables a point: its handler, or NULL if the point is off. So a point that is off costs one test,
 * and features other than counting cost nothing until they are used.
 */
#ifndef SPOOR_TRACE_H
#define SPOOR_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/util/array_spread.h>
#include <spoor/util/location.h>

struct trace_point;
struct trace_block;

/** The description of a point at build time. */
struct trace_point_desc {
    struct trace_point *point;
    const char *name;
    struct spoor_location_func location;
};

/** The description of a block at build time. */
struct trace_block_desc {
    struct trace_block *block;
    const char *name;
    struct spoor_location_func location;
};

/**
 * A consistent copy of a block's statistics. Without CONFIG_TRACE_NET, net and self times equal wall times.
 */
struct trace_block_stats {
    uint32_t count;
    uint32_t unmatched_leave, unmatched_enter;
    uint32_t too_long; /**< visits too long to be measured; not included in count */
    /* The other members are only defined if count is not 0. */
    uint64_t last_ns, min_ns, max_ns, avg_ns, sum_ns;                     /**< wall time */
    uint64_t net_last_ns, net_min_ns, net_max_ns, net_avg_ns, net_sum_ns; /**< wall time minus stolen time */
    uint64_t self_avg_ns, self_sum_ns; /**< net time minus the net time of nested blocks */
};

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <spoor/core/lock.h>
#include <spoor/core/names.h>
#include <spoor/core/site.h>
#include <spoor/port/port.h>

SPOOR_EXTERN_C_BEGIN

/* ------------------------------------------------------------------ points */

/** A counter. */
struct trace_point {
    uint32_t count;
    void (*hit)(struct trace_point *self); /**< TRACE_POINT_OFF if the point is off */
};

/* A point that is off either fails a test, or calls a function that returns at once: whichever is cheaper. */
#if SPOOR_TEST_BY_CALL
void trace_point_nothing(struct trace_point *p);
#define TRACE_POINT_OFF       trace_point_nothing
#define TRACE_POINT_TEST(hit) 1
#else
#define TRACE_POINT_OFF       NULL
#define TRACE_POINT_TEST(hit) __builtin_expect((hit) != NULL, 1)
#endif

SPOOR_ARRAY_SPREAD_DECLARE_RW(struct trace_point, trace_points);
TRACE_DESCS_DECLARE(struct trace_point_desc, trace_point_descs);

/** Count one visit. The handler of a point that is on. No visit is lost. Context: any. */
void trace_point_count(struct trace_point *p);

/**
 * Define a point, at file scope or in a function. TRACE_POINT_DEF(var) names it like its variable,
 * TRACE_POINT_DEF(var, "name") as given. The point is static; don't write `static` before the macro.
 *
 * Cost: 8 bytes of RAM.
 */
#define TRACE_POINT_DEF(...)          TRACE_PICK_2(__VA_ARGS__, TRACE_POINT_DEF_2, TRACE_POINT_DEF_1, 0)(__VA_ARGS__)
#define TRACE_POINT_DEF_1(var)        TRACE_POINT_DEF_AT(var, #var, TRACE_AT_FILE_SCOPE)
#define TRACE_POINT_DEF_2(var, name_) TRACE_POINT_DEF_AT(var, name_, TRACE_AT_FILE_SCOPE)
#define TRACE_POINT_DEF_AT(var, name_, func)                                                                 \
    SPOOR_ARRAY_SPREAD_ADD_RW_NAMED(trace_points, var, {0, trace_point_count});                              \
    TRACE_DESC_ADD(trace_point_descs, var, name_, func)

/**
 * Count one visit to a defined point.
 *
 * Context: any, interrupts included. Doesn't mask interrupts if the CPU has exclusive access.
 */
static inline TRACE_SITE_INLINE void trace_point_set(struct trace_point *p)
{
    if (TRACE_SITE(p)) {
        __asm__("" : "+r"(p)); /* else the compiler loads the address twice */
        void (*hit)(struct trace_point *) = __atomic_load_n(&p->hit, __ATOMIC_RELAXED);

        if (TRACE_POINT_TEST(hit)) {
            hit(p);
        }
    }
}

/**
 * Count visits to this place in the code, under `name`. In a template it doesn't compile with g++: use
 * TRACE_POINT_DEF() outside.
 *
 * Context: any, interrupts included.
 */
#define trace_point(name)                                                                                    \
    do {                                                                                                     \
        TRACE_POINT_DEF_AT(trace_point_here, name, TRACE_IN_FUNCTION);                                       \
        trace_point_set(&trace_point_here);                                                                  \
    } while (0)

/** @return the number of visits. Context: any. */
static inline uint32_t trace_point_get_value(const struct trace_point *p)
{
    return __atomic_load_n(&p->count, __ATOMIC_RELAXED);
}

/** @return the point's name; "" with CONFIG_TRACE_NAMES 0. Context: any. Searches. */
const char *trace_point_get_name(const struct trace_point *p);

/**
 * @return the name of the function that contains the point; "" if TRACE_POINT_DEF defined it, and with
 *         CONFIG_TRACE_NAMES 0
 *
 * Context: any. Searches.
 */
const char *trace_point_get_location_func(const struct trace_point *p);

/** @return the point's descriptor, or NULL; always NULL with CONFIG_TRACE_NAMES 0. Context: any. Searches. */
const struct trace_point_desc *trace_point_desc(const struct trace_point *p);

/**
 * @return the first point with this name, or NULL; always NULL with CONFIG_TRACE_NAMES 0
 *
 * Context: any. Searches.
 */
struct trace_point *trace_point_find(const char *name);

/** Switch a point on or off. The count is kept. Context: any. */
void trace_point_enable(struct trace_point *p, bool on);

/** @return whether the point is on. Context: any. */
static inline bool trace_point_is_on(const struct trace_point *p)
{
    return __atomic_load_n(&p->hit, __ATOMIC_RELAXED) != TRACE_POINT_OFF;
}

/** Set the count to 0. Context: any. */
void trace_point_reset(struct trace_point *p);

/* ------------------------------------------------------------------ blocks */

/**
 * trace_block.mode: 0 is off. Otherwise the first two bits are how visits end, and above them is a number
 * that no other block has, and that the block has only until it is switched off. An open entry contains the
 * word, so that a visit counts only if the block was on from its begin to its end.
 *
 * The first number of a block is its address. Later ones have TRACE_BLOCK_LATER, and above it a count of
 * blocks switched on.
 */
enum {
    TRACE_BLOCK_PLAIN = 1, /**< the end of a visit may take the fast path */
    TRACE_BLOCK_FULL = 2,  /**< it may not: there is a histogram, or a sink receives each visit */
    TRACE_BLOCK_END = 3,   /**< the mask of these */
    TRACE_BLOCK_LATER = 4,
};

/**
 * Buckets of a histogram. Durations below CONFIG_TRACE_HISTOGRAM_STEPS have one bucket each. Above, each
 * power of two has CONFIG_TRACE_HISTOGRAM_STEPS buckets of equal width. 2^TRACE_HISTOGRAM_BITS is that
 * number.
 */
#define TRACE_HISTOGRAM_BITS    __builtin_ctz(CONFIG_TRACE_HISTOGRAM_STEPS)
#define TRACE_HISTOGRAM_BUCKETS ((33 - TRACE_HISTOGRAM_BITS) * CONFIG_TRACE_HISTOGRAM_STEPS)

/* Not needed with several CPUs, because there a visit holds the lock until its end. */
#define TRACE_BLOCK_COUNTS_RESETS (CONFIG_CPUS == 1 && (CONFIG_TRACE_NET || CONFIG_TRACE_HISTOGRAM))

/**
 * The statistics of a block. Times are in ticks of spoor_port_cycles() and below one wrap of it. Times of
 * longer visits are kept elsewhere (src/profiler/measure/long_priv.h).
 *
 * The net time of a visit (CPU time) is its wall time minus the time stolen from its context, which was
 * interrupted or switched out. Stolen time is summed instead of net time, so that an undisturbed visit has
 * nothing to add. Net time never exceeds wall time. Therefore an undisturbed visit whose wall time is neither
 * below the minimum wall time nor above the maximum net time changes no extreme. This and the mode are one
 * comparison: `cycles - min_cycles < quick_cycles`.
 */
struct trace_block {
    uint64_t sum_cycles;
    uint32_t count, last_cycles;
#if CONFIG_TRACE_NET
    uint32_t last_stolen_cycles; /**< wall - net of the last visit */
#endif
    /**
     * Number of durations from the minimum on that change no extreme; 0 unless TRACE_BLOCK_PLAIN. May be
     * too small for a moment, but never too large.
     */
    uint32_t quick_cycles;
#if CONFIG_TRACE_NET
    uint32_t min_cycles, max_net_cycles;
    uint32_t max_cycles, min_net_cycles;
    uint64_t stolen_sum_cycles;   /**< sum of wall - net over all visits */
    uint64_t children_sum_cycles; /**< net time of nested blocks: net - self */
#else
    uint32_t min_cycles, max_cycles;
#endif
    uint16_t unmatched_leave; /**< leaves without an enter; saturates at 65535 */
    uint16_t unmatched_enter; /**< enters without a leave; saturates at 65535 */
    uintptr_t mode;           /**< TRACE_BLOCK_… and a number; 0: off */
#if CONFIG_TRACE_HISTOGRAM
    uint32_t *histogram; /**< TRACE_HISTOGRAM_BUCKETS, or NULL */
    bool has_sink;       /**< a condition, or the event ring */
#endif
#if TRACE_BLOCK_COUNTS_RESETS
    uint32_t resets; /**< number of resets; lets a visit in progress detect one */
#endif
    struct trace_lock lock; /**< must be the last member */
};

#define TRACE_BLOCK_MODE_ON (CONFIG_TRACE_HISTOGRAM ? TRACE_BLOCK_FULL : TRACE_BLOCK_PLAIN)

/* In the order of the members, because C++17 allows no other. */
#if CONFIG_TRACE_NET
#define TRACE_BLOCK_INIT_TIMES 0, 0, UINT32_MAX, 0, 0, UINT32_MAX, 0, 0
#else
#define TRACE_BLOCK_INIT_TIMES 0, UINT32_MAX, 0
#endif
#if CONFIG_TRACE_HISTOGRAM
#define TRACE_BLOCK_INIT_HISTOGRAM(histogram_) (histogram_), false,
#else
#define TRACE_BLOCK_INIT_HISTOGRAM(histogram_)
#endif
#if TRACE_BLOCK_COUNTS_RESETS
#define TRACE_BLOCK_INIT_RESETS 0,
#else
#define TRACE_BLOCK_INIT_RESETS
#endif
#define TRACE_BLOCK_INIT(var, histogram_)                                                                    \
    {                                                                                                        \
        0, 0, 0, TRACE_BLOCK_INIT_TIMES, 0, 0, (uintptr_t) & (var) + TRACE_BLOCK_MODE_ON,                    \
            TRACE_BLOCK_INIT_HISTOGRAM(histogram_) TRACE_BLOCK_INIT_RESETS TRACE_LOCK_INIT                   \
    }

SPOOR_ARRAY_SPREAD_DECLARE_RW(struct trace_block, trace_blocks);
TRACE_DESCS_DECLARE(struct trace_block_desc, trace_block_descs);

/** Define a block: TRACE_BLOCK_DEF(var), or TRACE_BLOCK_DEF(var, "name"); see TRACE_POINT_DEF(). */
#define TRACE_BLOCK_DEF(...)          TRACE_PICK_2(__VA_ARGS__, TRACE_BLOCK_DEF_2, TRACE_BLOCK_DEF_1, 0)(__VA_ARGS__)
#define TRACE_BLOCK_DEF_1(var)        TRACE_BLOCK_DEF_AT(var, #var, TRACE_AT_FILE_SCOPE)
#define TRACE_BLOCK_DEF_2(var, name_) TRACE_BLOCK_DEF_AT(var, name_, TRACE_AT_FILE_SCOPE)
#define TRACE_BLOCK_DEF_AT(var, name_, func)                                                                 \
    TRACE_BLOCK_STATE(var);                                                                                  \
    TRACE_DESC_ADD(trace_block_descs, var, name_, func)

#if CONFIG_TRACE_HISTOGRAM
#define TRACE_BLOCK_STATE(var)                                                                               \
    static uint32_t var##_histogram[TRACE_HISTOGRAM_BUCKETS];                                                \
    SPOOR_ARRAY_SPREAD_ADD_RW_NAMED(trace_blocks, var, TRACE_BLOCK_INIT(var, var##_histogram))
#else
#define TRACE_BLOCK_STATE(var) SPOOR_ARRAY_SPREAD_ADD_RW_NAMED(trace_blocks, var, TRACE_BLOCK_INIT(var, NULL))
#endif

/**
 * Enter a block: store the time in the running context.
 *
 * Up to CONFIG_TRACE_DEPTH blocks can be nested in each context. If there are more, the oldest open block is
 * dropped and counted as unmatched_enter.
 *
 * A visit isn't counted if its block is switched off before its end, even if it is on again by then.
 *
 * A visit may last longer than a wrap of spoor_port_cycles() if its context is waiting for most of that time.
 * It counts as too long if the context ran for 7/8 of a wrap, or if CONFIG_TRACE_LONG_BLOCKS other blocks had
 * such visits.
 *
 * Context: any; threads and interrupt levels are separate.
 * Cost:    3 instructions on ARMv7-M if the block is off (make bench, block_pair_off)
 */
void trace_block_enter(struct trace_block *b);

/**
 * Leave a block: end its innermost entry in the running context, even if blocks inside it are still open.
 * Without an entry nothing is measured, and unmatched_leave is incremented. A context may be inside a block
 * when the block is switched on, so its first unmatched leave after any trace_block_enable() isn't counted.
 *
 * Context: any.
 */
void trace_block_leave(struct trace_block *b);

/** Begin a visit to a block whose mode was `mode` just now, not 0. Context: as trace_block_enter(). */
void trace_visit_begin(uintptr_t mode);

/** End a visit to `b`, whose mode was `mode` just now, not 0. Context: as trace_block_leave(). */
void trace_visit_end(struct trace_block *b, uintptr_t mode);

static inline TRACE_SITE_INLINE void trace_block_enter_site(struct trace_block *b)
{
    if (TRACE_SITE(b)) {
        uintptr_t mode = __atomic_load_n(&b->mode, __ATOMIC_RELAXED);

        if (__builtin_expect(mode != 0, 1)) {
            trace_visit_begin(mode);
        }
    }
}

static inline TRACE_SITE_INLINE void trace_block_leave_site(struct trace_block *b)
{
    if (TRACE_SITE_LEFT(b)) {
        __asm__("" : "+r"(b)); /* else the compiler loads the address twice */
        uintptr_t mode = __atomic_load_n(&b->mode, __ATOMIC_RELAXED);

        if (__builtin_expect(mode != 0, 1)) {
            trace_visit_end(b, mode);
        }
    }
}

/* A program without a C compiler calls the functions. */
#define trace_block_enter(b) trace_block_enter_site(b)
#define trace_block_leave(b) trace_block_leave_site(b)

/** @return the last duration in ns; 0 before the first. Context: any. */
uint64_t trace_block_diff(const struct trace_block *b);

/**
 * Visits longer than a wrap that were dropped from all statistics, because CONFIG_TRACE_LONG_BLOCKS other
 * blocks used all entries.
 */
extern uint32_t trace_blocks_unkept;

/** Record a visit of `cycles` without stolen time. Context: any. */
void trace_block_record(struct trace_block *b, uint32_t cycles);

/** The state of the scoped form, on the C stack. `block` is NULL if the block was off at entry. */
struct trace_scope {
    struct trace_block *block;
#if CONFIG_TRACE_NET
    uint32_t inner_cycles; /**< the context's value at entry */
#endif
    uint32_t begin_cycles;
#if CONFIG_TRACE_NET
    uint32_t stolen_cycles; /**< the context's value at entry */
#endif
    uint32_t age;
};

#if CONFIG_TRACE_NET
void trace_scope_enter(struct trace_scope *s);
void trace_scope_leave(const struct trace_scope *s);
#else
/** End a visit that started at `begin_cycles` in the age `begin_age`. Context: any. */
void trace_scope_record(struct trace_block *b, uint32_t begin_cycles, uint32_t begin_age);

static inline void trace_scope_enter(struct trace_scope *s)
{
    s->age = trace_age();
    s->begin_cycles = spoor_port_cycles();
}

static inline void trace_scope_leave(const struct trace_scope *s)
{
    trace_scope_record(s->block, s->begin_cycles, s->age);
}
#endif

static inline TRACE_SITE_INLINE void trace_scope_begin(struct trace_scope *s, struct trace_block *b)
{
    if (!TRACE_SCOPE_SITES) {
        s->block = NULL;
    }
    if (TRACE_SITE(b)) {
        s->block = NULL;
        if (__atomic_load_n(&b->mode, __ATOMIC_RELAXED) != 0) {
            s->block = b;
            trace_scope_enter(s);
        }
    }
}

static inline void trace_scope_end(const struct trace_scope *s)
{
    if (s->block != NULL) {
        trace_scope_leave(s);
    }
}

/**
 * Time the rest of the enclosing C scope as a block with this name, which is written without quotes and must
 * be unique in the scope. The start time is on the C stack, so any nesting and recursion is measured
 * correctly. Leaving by longjmp() or by the end of the thread records nothing. A visit longer than a wrap of
 * spoor_port_cycles() counts as too long. In a template it doesn't compile with g++.
 *
 * Context: any.
 */
#define TRACE_BLOCK_SCOPED(name_)                                                                            \
    TRACE_BLOCK_DEF_AT(trace_block_##name_, #name_, TRACE_IN_FUNCTION);                                      \
    TRACE_BLOCK_SCOPE(&trace_block_##name_)

/** Time the rest of the enclosing scope as a visit to a block defined elsewhere. Context: any. */
#define TRACE_BLOCK_SCOPE(block_)        TRACE_SCOPE_NAMED(SPOOR_SPREAD_UNIQUE(trace_scope_), block_)
#define TRACE_SCOPE_NAMED(scope, block_) TRACE_SCOPE_NAMED_(scope, block_)
#if TRACE_SCOPE_SITES
/* The host switches both sites of a scope, so that the end of a scope whose begin is off reads nothing. */
struct trace_scope_site {
    struct trace_block *block;
    struct trace_scope *scope;
};

static inline TRACE_SITE_INLINE void trace_scope_site_end(const struct trace_scope_site *s)
{
    if (TRACE_SITE_LEFT(s->block)) {
        trace_scope_end(s->scope);
    }
}

#define TRACE_SCOPE_NAMED_(scope, block_)                                                                    \
    struct trace_scope scope;                                                                                \
    const struct trace_scope_site scope##_site                                                               \
        __attribute__((cleanup(trace_scope_site_end))) = {block_, &scope};                                   \
    trace_scope_begin(&scope, block_)
#else
#define TRACE_SCOPE_NAMED_(scope, block_)                                                                    \
    struct trace_scope scope __attribute__((cleanup(trace_scope_end)));                                      \
    trace_scope_begin(&scope, block_)
#endif

/** Copy a block's statistics, converted to ns. Context: any. Divides. */
void trace_block_get_stats(const struct trace_block *b, struct trace_block_stats *stats);

/** @return the block's name; "" with CONFIG_TRACE_NAMES 0. Context: any. Searches. */
const char *trace_block_get_name(const struct trace_block *b);

/** @return the block's descriptor, or NULL; always NULL with CONFIG_TRACE_NAMES 0. Context: any. Searches. */
const struct trace_block_desc *trace_block_desc(const struct trace_block *b);

/**
 * @return the first block with this name, or NULL; always NULL with CONFIG_TRACE_NAMES 0
 *
 * Context: any. Searches.
 */
struct trace_block *trace_block_find(const char *name);

/** Switch a block on or off. The statistics are kept. Context: any. */
void trace_block_enable(struct trace_block *b, bool on);

static inline bool trace_block_is_on(const struct trace_block *b)
{
    return __atomic_load_n(&b->mode, __ATOMIC_RELAXED) != 0;
}

/** Clear all statistics. Visits that are open now are counted when they end. Context: any. */
void trace_block_reset(struct trace_block *b);

/* ----------------------------------------------------------------- details */

#define TRACE_PICK_2(a, b, pick, ...) pick

SPOOR_EXTERN_C_END

#else

#include <spoor/trace_off.h>

#endif
#endif
