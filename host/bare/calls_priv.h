/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that follow calls: the state of each CPU. */
#ifndef BARE_CALLS_PRIV_H
#define BARE_CALLS_PRIV_H

#include <bare/stacks.h>

#define LEVELS 32 /* of nested interrupts */

struct cpu {
    uint64_t function;            /**< that runs … */
    uint32_t node;                /**< … its node … */
    uint64_t uncounted;           /**< … and its instructions that aren't in the node yet */
    struct stack *levels[LEVELS]; /**< 0: the thread */
    unsigned level;
    struct stack *idle; /**< of the kernel's scheduler, while there is no thread */
    unsigned events;    /**< CALLS_…, of the block that is entered */
};

struct calls {
    struct tree tree;
    struct threads *threads;
    struct stacks stacks;
    struct hash handlers; /**< addresses */
    struct hash
        returns; /**< addresses to which a thread returns that has switched to another in a function */
    struct cpu *cpus;
    unsigned cpu_count;
    uint64_t scheduler; /**< function in which a CPU waits without a thread; 0: none */
    uint64_t order;
};

static inline struct stack *calls_stack(const struct calls *c, unsigned cpu)
{
    return c->cpus[cpu].levels[c->cpus[cpu].level];
}

/* -------- interrupts.c */

/** @return whether a handler is entered without an instruction that leads to it */
bool interrupts_is_handler(const struct calls *c, const struct block *from, const struct block *to);

/** An exception came after `done` instructions of a block. */
void interrupts_take(struct calls *c, unsigned cpu, struct block *from, unsigned done,
                     const struct block *to);

/** One level above the present one, run a handler that begins (calls 1) or goes on after a thread was
 * switched. */
void interrupts_go_on(struct calls *c, unsigned cpu, const struct block *to, unsigned calls);

/** A handler is entered at the end of `from`. */
void interrupts_enter(struct calls *c, unsigned cpu, struct block *from, const struct block *to);

/* -------- switches.c: which thread runs */

/** Begin with the first block of a CPU. */
void switches_begin(struct calls *c, unsigned cpu, const struct block *to);

/**
 * An exception has ended.
 *
 * @return the block after which it came, and whose end has yet to be followed to `to`; or NULL
 */
struct block *switches_resume(struct calls *c, unsigned cpu, const struct block *to);

/** One handler follows another, between which the kernel may have switched threads. */
void switches_chain(struct calls *c, unsigned cpu);

/** A function has returned. @return as switches_resume() */
struct block *switches_return(struct calls *c, unsigned cpu, const struct block *from,
                              const struct block *to);

/** A function is entered by an indirect branch. @return whether boot has ended with it, and a thread begun */
bool switches_start(struct calls *c, unsigned cpu, const struct block *to);

/** The kernel's scheduler is entered by a jump. */
void switches_schedule(struct calls *c, unsigned cpu, const struct block *to);

#endif
