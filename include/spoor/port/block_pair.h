/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_block_enter() and trace_block_leave() as an architecture supplies them, with net times those of
 * scopes too, and the slow paths that they call. src/arch/generic/block_pair.c has them in C, for any core.
 * An architecture's own block_pair.c replaces it by a faster form, and ends in the generic one for the
 * configurations that the fast form doesn't cover.
 */
#ifndef SPOOR_PORT_BLOCK_PAIR_H
#define SPOOR_PORT_BLOCK_PAIR_H

#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/trace.h>

SPOOR_EXTERN_C_BEGIN

#if CONFIG_TRACE && CONFIG_TRACE_BLOCKS

struct trace_stamp {
    uint32_t cycles;
    uint32_t stolen_cycles;
    uint32_t age;
};

/*
 * The time, its age, and the stolen time until then. An interruption between the reads, which may last for
 * minutes, would make them differ, so all are read again.
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
 * A handler that no hook announced may enter and leave blocks of the context that it interrupted. So the
 * entry is taken before it is filled, and the time of blocks inside is read after the clock here, and before
 * it at the end: it is never more than that of the visit.
 */
static inline void trace_pair_enter(struct trace_context *c, struct trace_block *b)
{
    struct trace_open *o = c->top;

    *(struct trace_open *volatile *)&c->top = o + 1;
    struct trace_stamp m = trace_stamp_now(c);

    o->block = b;
    o->begin_cycles = m.cycles;
    o->age = m.age;
#if CONFIG_TRACE_NET
    o->inner_cycles = c->inner_cycles;
    o->stolen_cycles = m.stolen_cycles;
#endif
}

/* An architecture's assembly calls these, which the compiler doesn't see under -flto. */
#define TRACE_PAIR_USED __attribute__((used))

/** Enter `b` though the context has no room: its oldest entry is dropped. Context: the entering one. */
TRACE_PAIR_USED void trace_pair_enter_full(struct trace_block *b);

/**
 * Leave `b`, wherever its entry is in the stack of the context, or without one.
 *
 * @param end_cycles     now
 * @param stolen_cycles  the context's at that time
 * @param age            at that time
 *
 * Context: the leaving one.
 */
TRACE_PAIR_USED void trace_pair_leave(struct trace_block *b, uint32_t end_cycles, uint32_t stolen_cycles,
                                      uint32_t age);

/** The same, now. Context: the leaving one. */
TRACE_PAIR_USED void trace_pair_leave_now(struct trace_block *b);

#if CONFIG_TRACE_NET
/** End a scope, with the same arguments. Context: the leaving one. */
TRACE_PAIR_USED void trace_scope_leave_at(const struct trace_scope *s, uint32_t end_cycles,
                                          uint32_t stolen_cycles, uint32_t age);
#endif

#endif
SPOOR_EXTERN_C_END

#endif
