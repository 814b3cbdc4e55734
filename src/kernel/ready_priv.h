/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ready queue, shared by all CPUs: a list per priority, and a bit per non-empty list. A running thread
 * isn't queued. The functions are inline because the context switch calls them with interrupts masked, so
 * their cost counts.
 *
 * Context: the caller must hold the kernel lock.
 */
#ifndef READY_PRIV_H
#define READY_PRIV_H

#include "kernel_priv.h"

/* Idle threads aren't queued. The bits are in the place of their list, for simple addresses of the others. */
union ready_queue {
    uint32_t bits;                           /**< bit p is set if of[p] isn't empty */
    struct spoor_list of[THREAD_PRIORITIES]; /**< from THREAD_PRIORITY_MIN */
};

extern union ready_queue ready_queue;

static inline unsigned cpu_number(const struct cpu *c)
{
    return CONFIG_CPUS == 1 ? 0 : c->number;
}

/** @return whether `t` may run on `c` */
static inline bool ready_allowed(const struct cpu *c, const struct thread *t)
{
    return CONFIG_CPUS == 1 || (t->affinity >> cpu_number(c) & 1);
}

/** Queue `t`: first of its priority if it continues its time slice, last if it starts a new one. */
static inline void ready_put(struct thread *t, bool keeps_turn)
{
    unsigned p = t->priority;

    if (keeps_turn) {
        spoor_list_add_head(&ready_queue.of[p], &t->link);
    } else {
        t->slice_ticks = CONFIG_SLICE_TICKS;
        spoor_list_add_tail(&ready_queue.of[p], &t->link);
    }
    ready_queue.bits |= 1u << p;
}

static inline void ready_take(struct thread *t)
{
    unsigned p = t->priority;

    spoor_list_unlink(&t->link);
    if (spoor_list_empty(&ready_queue.of[p])) {
        ready_queue.bits &= ~(1u << p);
    }
}

/** @return the first of the queued threads with the highest priority, dequeued; there must be one */
static inline struct thread *ready_take_top(void)
{
    unsigned p = 31u - (unsigned)__builtin_clz(ready_queue.bits);
    struct spoor_list *top = &ready_queue.of[p];
    struct spoor_list *first = top->next, *second = first->next;

    top->next = second;
    second->prev = top;
    if (second == top) {
        ready_queue.bits &= ~(1u << p);
    }
    return spoor_container_of(first, struct thread, link);
}

/** @return the queued thread with the highest priority that may run on `c`, or NULL */
static inline struct thread *ready_first(const struct cpu *c)
{
    for (uint32_t bits = ready_queue.bits; bits != 0;) {
        unsigned p = 31u - (unsigned)__builtin_clz(bits);

        if (CONFIG_CPUS == 1) {
            return spoor_container_of(ready_queue.of[p].next, struct thread, link);
        }
        spoor_list_for_each(node, &ready_queue.of[p])
        {
            struct thread *t = spoor_container_of(node, struct thread, link);

            if (ready_allowed(c, t)) {
                return t;
            }
        }
        bits &= ~(1u << p);
    }
    return NULL;
}

/**
 * Make `t`, which must not be queued, the next thread of `c`. `is_short` marks the short path of IPC. With
 * one CPU, no thread with a higher priority may be queued, and ready_displace() keeps it so.
 */
static inline void ready_hold(struct cpu *c, struct thread *t, bool is_short)
{
    t->slice_ticks = CONFIG_SLICE_TICKS;
    c->next = t;
    c->next_is_short = is_short;
    if (is_short) {
        c->short_switches++;
    }
}

/** Undo ready_hold(). The held thread is in no queue then. */
static inline void ready_release(struct cpu *c)
{
    if (c->next_is_short) {
        c->short_switches--;
    }
    c->next = NULL;
}

/** Queue the thread held for `c` as the first of its priority. Another thread is more urgent. */
void ready_displace_any(struct cpu *c);

/** With one CPU: queue the held thread if a thread of `priority`, which becomes ready, is more urgent. */
static inline void ready_displace(struct cpu *c, unsigned priority)
{
    if (CONFIG_CPUS == 1 && c->next != NULL && c->next->priority < priority) {
        ready_displace_any(c);
    }
}

/** @return whether a thread with a higher priority than `t` is queued; it may be bound to another CPU */
static inline bool ready_more_urgent(const struct thread *t)
{
    return ready_queue.bits >> t->priority > 1;
}

/**
 * @return whether `t` preempts the running thread of the only CPU at once, so that it needn't be queued for
 *         these few instructions
 */
static inline bool ready_preempts_at_once(const struct cpu *c, const struct thread *t)
{
    return CONFIG_CPUS == 1 && c->current->priority < t->priority &&
           (c->preempt_depth | (uintptr_t)c->next | ready_queue.bits >> t->priority) == 0;
}

/** @return whether threads of the same priority as `t` are queued, and none of a higher priority */
static inline bool ready_equals_only(const struct thread *t)
{
    return ready_queue.bits >> t->priority == 1;
}

/** @return the first queued thread of the same priority as `t`; there must be one */
static inline struct thread *ready_equal(const struct thread *t)
{
    return spoor_container_of(ready_queue.of[t->priority].next, struct thread, link);
}

/**
 * End the time slice of `t` and queue it last of its priority. @return the first of that priority, dequeued
 */
static inline struct thread *ready_turn(struct thread *t)
{
    struct spoor_list *equals = &ready_queue.of[t->priority];
    struct spoor_list *first = equals->next, *second = first->next;

    t->slice_ticks = CONFIG_SLICE_TICKS;
    second->prev = equals;
    equals->next = second;
    spoor_list_add_tail(equals, &t->link);
    return spoor_container_of(first, struct thread, link);
}

#endif
