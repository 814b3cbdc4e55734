/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an architecture supplies for blocks: trace_visit_begin() and trace_visit_end(), to which
 * trace_block_enter() and trace_block_leave() lead if the block is on, and the same for scopes. Also the slow
 * paths that these call. src/arch/generic/block_pair.c implements them in C for any core. An architecture may
 * replace it by a faster block_pair.c, which must include the generic one for configurations that it doesn't
 * cover.
 */
#ifndef SPOOR_PORT_BLOCK_PAIR_H
#define SPOOR_PORT_BLOCK_PAIR_H

#include <stddef.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/trace.h>

SPOOR_EXTERN_C_BEGIN

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

/** Whether a place below a context's first entry is `limit`, which is never the mode of a block. */
#define TRACE_LIMIT_IS_BELOW                                                                                 \
    (offsetof(struct trace_context, open) - offsetof(struct trace_context, limit) ==                         \
     sizeof(struct trace_open))

struct trace_stamp {
    uint32_t cycles;
    uint32_t stolen_cycles;
    uint32_t age;
};

/*
 * Get the time, its age, and the stolen time until then. An interrupt between the reads, which may last for
 * minutes, would make them inconsistent, so they are read again in that case.
 */
static inline struct trace_stamp trace_stamp_now(const struct trace_context *c)
{
    struct trace_stamp m;

#if CONFIG_TRACE_NET
    do {
        m.stolen_cycles = *(const volatile uint32_t *)&c->stolen_cycles;
        __asm__ volatile("" ::: "memory");
        m.age = trace_age();
        m.cycles = spoor_port_cycles();
        __asm__ volatile("" ::: "memory");
    } while (m.stolen_cycles != *(const volatile uint32_t *)&c->stolen_cycles);
#else
    (void)c;
    m.stolen_cycles = 0;
    do {
        m.age = trace_age();
        m.cycles = spoor_port_cycles();
    } while (m.age != trace_age());
#endif
    return m;
}

/*
 * An interrupt handler without hooks may enter and leave blocks in the context that it interrupted. Therefore
 * the entry is reserved before it is filled. The time of nested blocks is read after the clock here, and
 * before the clock at the end, so it never exceeds the time of the visit.
 */
static inline void trace_pair_enter(struct trace_context *c, uintptr_t mode)
{
    struct trace_open *o = c->top;

    *(struct trace_open *volatile *)&c->top = o + 1;
    struct trace_stamp m = trace_stamp_now(c);

    o->mode = mode;
    o->begin_cycles = m.cycles;
    o->age = m.age;
#if CONFIG_TRACE_NET
    o->inner_cycles = c->inner_cycles;
    o->stolen_cycles = m.stolen_cycles;
#endif
}

/* Called from an architecture's assembly, which the compiler doesn't see with -flto. */
#define TRACE_PAIR_USED __attribute__((used))

/**
 * Enter a block in a context without room, as trace_visit_begin(): an entry is dropped.
 *
 * Context: the entering context.
 */
TRACE_PAIR_USED void trace_pair_enter_full(uintptr_t mode);

/**
 * Leave `b`, whose entry may be anywhere in the context's stack or missing.
 *
 * @param end_cycles     the current time
 * @param stolen_cycles  the context's value at that time
 * @param age            the age at that time
 *
 * Context: the leaving context.
 */
TRACE_PAIR_USED void trace_pair_leave(struct trace_block *b, uint32_t end_cycles, uint32_t stolen_cycles,
                                      uint32_t age);

/** Leave `b` now, like trace_pair_leave(). Context: the leaving context. */
TRACE_PAIR_USED void trace_pair_leave_now(struct trace_block *b);

#if CONFIG_TRACE_NET
/** End a scope, with the parameters of trace_pair_leave(). Context: the leaving context. */
TRACE_PAIR_USED void trace_scope_leave_at(const struct trace_scope *s, uint32_t end_cycles,
                                          uint32_t stolen_cycles, uint32_t age);
#else
/** End a visit of any kind that took `cycles`, modulo a wrap. Context: any. */
TRACE_PAIR_USED void trace_scope_record_other(struct trace_block *b, uint32_t cycles, uint32_t begin_age);
#endif

#endif
SPOOR_EXTERN_C_END

#endif
