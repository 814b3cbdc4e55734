/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stack of open blocks of a context. Only the context itself accesses its stack, and interrupts have
 * stacks of their own, so only the update of the statistics masks interrupts. An architecture's block_pair.c
 * implements the usual case of enter and leave.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

#include <spoor/port/block_pair.h>
#include "age_priv.h"
#include "block_priv.h"
#include "long_priv.h"

SELDOM static void mismatch(struct trace_block *b, uint16_t *counter)
{
    uint32_t state = spoor_block_lock(b);

    if (*counter != UINT16_MAX) {
        (*counter)++;
    }
    spoor_block_unlock(b, state);
}

SELDOM struct trace_block *trace_block_of(uintptr_t mode)
{
    if ((mode & TRACE_BLOCK_LATER) == 0) {
        struct trace_block *first = (struct trace_block *)(mode & ~(uintptr_t)TRACE_BLOCK_END);

        return trace_block_has(first, mode) ? first : NULL;
    }
    spoor_array_spread_foreach_ptr(b, trace_blocks)
    {
        if (trace_block_has(b, mode)) {
            return b;
        }
    }
    return NULL;
}

/* Remove the entry `at`, keeping the order of the others. */
SELDOM static void remove_open(struct trace_context *c, struct trace_open *at)
{
    c->top--;
    for (; at < c->top; at++) {
        at[0] = at[1];
        __asm__ volatile(
            "" ::
                : "memory"); /* else the compiler calls memmove(), which the program may not have */
    }
}

#if CONFIG_TRACE_NET
/*
 * inner_cycles of a context is increased by the net time of each block that is left, which replaces the times
 * of the blocks inside it. So the time of the blocks inside a block is the difference between its leave and
 * its enter. A scope left by longjmp() doesn't affect this.
 *
 * Here `o` is removed and the entry above it stays, so their times overlap. The time since the upper one was
 * entered is its own, and is inside `o`. The time before that belongs to `o`; together with the upper one it
 * counts in the block that encloses both.
 *
 * @return the time inside `o`
 */
SELDOM static uint32_t split_overlap(struct trace_context *c, struct trace_open *o, uint32_t end_cycles,
                                     uint32_t stolen_cycles)
{
    const struct trace_open *upper = o + 1;
    uint32_t left = upper->inner_cycles - o->inner_cycles;
    uint32_t own = (upper->begin_cycles - o->begin_cycles) - (upper->stolen_cycles - o->stolen_cycles) - left;
    uint32_t inside = left + (end_cycles - upper->begin_cycles) - (stolen_cycles - upper->stolen_cycles);

    for (struct trace_open *above = o + 1; above < c->top; above++) {
        above->inner_cycles += own;
    }
    c->inner_cycles += own;
    return inside;
}
#endif

/*
 * Remove the entries of visits that don't count, from `at` on. Their blocks were switched off since, and may
 * have been left in that time, when leaving calls nothing.
 */
SELDOM static void remove_stale(struct trace_context *c, struct trace_open *at)
{
    while (at < c->top) {
        if (trace_block_of(at->mode) != NULL) {
            at++;
        } else {
            remove_open(c, at);
        }
    }
}

SELDOM static void unmatched_enter(const struct trace_open *o)
{
    struct trace_block *b = trace_block_of(o->mode);

    if (b != NULL) {
        mismatch(b, &b->unmatched_enter);
    }
}

/* Drops the oldest entry, so that blocks left open don't stop all others. */
SELDOM void trace_pair_enter_full(uintptr_t mode)
{
    struct trace_context *c = spoor_port_context();

    if (CONFIG_CPUS > 1 &&
        c->limit == c->open) { /* threads on two CPUs share it, so it has no room for any block */
        return;
    }
    remove_stale(c, c->open);
    if (c->top == c->limit) {
        unmatched_enter(c->open);
#if CONFIG_TRACE_NET && CONFIG_TRACE_DEPTH > 1
        split_overlap(c, c->open, 0, 0);
#endif
        remove_open(c, c->open);
    }
    trace_visit_begin(mode);
}

/*
 * Count an unmatched leave, except the first after a block was switched on: the context may have been inside
 * the block at that time.
 */
static void unmatched_leave(struct trace_context *c, struct trace_block *b)
{
    uint32_t enables = __atomic_load_n(&trace_block_enables, __ATOMIC_RELAXED);

    if (c->enables_seen != enables) {
        c->enables_seen = enables;
        return;
    }
    mismatch(b, &b->unmatched_leave);
}

#if CONFIG_TRACE_NET
static inline uint32_t stolen_since(const struct trace_open *o, uint32_t stolen_cycles)
{
    return stolen_cycles - o->stolen_cycles;
}

static inline uint32_t net_since(const struct trace_open *o, const struct trace_stamp *end)
{
    return end->cycles - o->begin_cycles - stolen_since(o, end->stolen_cycles);
}

/*
 * End the innermost visit. Blocks left since its entry were inside it, as it is inside the next one.
 * Exceptions are blocks of an interrupt handler without hooks, left after the end of the visit was read.
 */
static inline uint32_t leave_innermost(struct trace_context *c, const struct trace_open *o,
                                       uint32_t net_cycles)
{
    uint32_t children_cycles = c->inner_cycles - o->inner_cycles;

    c->inner_cycles = o->inner_cycles + net_cycles;
    return children_cycles < net_cycles ? children_cycles : net_cycles;
}
#else
static inline uint32_t stolen_since(const struct trace_open *o, uint32_t stolen_cycles)
{
    (void)o;
    (void)stolen_cycles;
    return 0;
}

static inline uint32_t net_since(const struct trace_open *o, const struct trace_stamp *end)
{
    return end->cycles - o->begin_cycles;
}

static inline uint32_t leave_innermost(struct trace_context *c, const struct trace_open *o,
                                       uint32_t net_cycles)
{
    (void)c;
    (void)o;
    (void)net_cycles;
    return 0;
}

static uint32_t split_overlap(struct trace_context *c, struct trace_open *o, uint32_t end_cycles,
                              uint32_t stolen_cycles)
{
    (void)c;
    (void)o;
    (void)end_cycles;
    (void)stolen_cycles;
    return 0;
}
#endif

/*
 * Add a visit that was entered in another age, and may therefore be longer than a wrap. Its net time is
 * shorter, or the tick would have marked it.
 */
static inline void aged_visit(struct trace_block *b, const struct trace_open *o,
                              const struct trace_stamp *end, uint32_t children_cycles)
{
    uint32_t wall_cycles = end->cycles - o->begin_cycles;
    uint32_t wraps = age_wraps(o->age, end->age, wall_cycles);

    if (o->age != TRACE_AGE_BEYOND && wraps == 0) {
        trace_block_visit(b, wall_cycles, stolen_since(o, end->stolen_cycles), children_cycles);
    } else if (o->age != TRACE_AGE_BEYOND) {
        const struct trace_long_visit v = {(uint64_t)wraps << 32 | wall_cycles, net_since(o, end),
                                           children_cycles};

        trace_block_long_visit(b, &v);
    } else {
        trace_block_long_visit(b, NULL);
    }
}

/*
 * Leave a block that isn't the innermost, was entered in another age, or isn't open. Its entry is copied
 * before it is removed: then an interrupt handler without hooks may overwrite it.
 */
SELDOM static void leave_other(struct trace_block *b, uint32_t end_cycles, uint32_t stolen_cycles,
                               uint32_t age)
{
    const struct trace_stamp end = {end_cycles, stolen_cycles, age};
    struct trace_context *c = spoor_port_context();

    struct trace_open *stale = NULL;

    for (struct trace_open *o = c->top; o-- > c->open;) {
        if (trace_block_has(b, o->mode)) {
            remove_stale(c, o + 1);
            const struct trace_open left = *o;
            uint32_t inside = o + 1 == c->top ? leave_innermost(c, &left, net_since(&left, &end))
                                              : split_overlap(c, o, end_cycles, stolen_cycles);

            __atomic_signal_fence(__ATOMIC_SEQ_CST);
            remove_open(c, o);
            aged_visit(b, &left, &end, inside);
            return;
        }
        if (stale == NULL && trace_block_of(o->mode) == NULL) {
            stale = o;
        }
    }
    if (stale != NULL) { /* it may be the entry of this visit */
        remove_open(c, stale);
    } else if (trace_block_is_on(b)) {
        unmatched_leave(c, b);
    }
}

/*
 * Pop the innermost entry. An interrupt handler without hooks may overwrite it at once, so it was copied
 * before.
 */
static inline uint32_t pop(struct trace_context *c, const struct trace_open *left,
                           const struct trace_stamp *end)
{
    uint32_t inside = leave_innermost(c, left, net_since(left, end));

    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    c->top--;
    return inside;
}

void trace_pair_leave(struct trace_block *b, uint32_t end_cycles, uint32_t stolen_cycles, uint32_t age)
{
    struct trace_context *c = spoor_port_context();
    struct trace_open *o = c->top;

    if ((!TRACE_LIMIT_IS_BELOW && o == c->open) || !trace_block_has(b, (--o)->mode) ||
        __builtin_expect(o->age != age, 0)) {
        leave_other(b, end_cycles, stolen_cycles, age);
    } else {
        const struct trace_stamp end = {end_cycles, stolen_cycles, age};
        const struct trace_open left = *o;

        spoor_block_visit(b, end_cycles - left.begin_cycles, stolen_since(&left, stolen_cycles),
                          pop(c, &left, &end));
    }
}

void trace_pair_leave_now(struct trace_block *b)
{
    struct trace_stamp s = trace_stamp_now(spoor_port_context());

    trace_pair_leave(b, s.cycles, s.stolen_cycles, s.age);
}

#if CONFIG_TRACE_NET

void trace_scope_leave_at(const struct trace_scope *s, uint32_t end_cycles, uint32_t stolen_cycles,
                          uint32_t age)
{
    const struct trace_open o = {0, s->inner_cycles, s->begin_cycles, s->stolen_cycles, s->age};
    const struct trace_stamp end = {end_cycles, stolen_cycles, age};
    uint32_t wall_cycles = end_cycles - o.begin_cycles;
    uint32_t inside = leave_innermost(spoor_port_context(), &o, net_since(&o, &end));

    if (__builtin_expect(o.age != age, 0) && age_wraps(o.age, age, wall_cycles) != 0) {
        trace_block_long_visit(s->block, NULL);
    } else {
        spoor_block_visit(s->block, wall_cycles, stolen_since(&o, stolen_cycles), inside);
    }
}

#else

SELDOM void trace_scope_record_other(struct trace_block *b, uint32_t cycles, uint32_t begin_age)
{
    if (begin_age != trace_age() && age_wraps(begin_age, trace_age(), cycles) != 0) {
        trace_block_long_visit(b, NULL);
    } else {
        trace_block_record(b, cycles);
    }
}

#endif

SELDOM void trace_context_abandon(struct trace_context *c)
{
    remove_stale(c, c->open);
    while (c->top != c->open) {
        c->top--;
        unmatched_enter(c->top);
    }
}

#endif
