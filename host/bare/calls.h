/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tree of calls, from the order in which blocks run. Each thread has a stack of its calls, and so has
 * each level of interrupts. Registers and memory aren't needed: an instruction that calls, or one that
 * returns, and the address that it leads to are enough.
 */
#ifndef BARE_CALLS_H
#define BARE_CALLS_H

#include <bare/block.h>
#include <bare/threads.h>

enum calls_kind { CALLS_ROOT, CALLS_FUNCTION, CALLS_INTERRUPT, CALLS_THREAD };

/** A function, reached on one path of calls. */
struct calls_node {
    enum calls_kind kind;
    uint32_t parent, depth;
    uint64_t key;         /**< address; level of interrupts, from 1; key of a thread (threads.h) */
    uint64_t self, calls; /**< instructions of its own, and how often it was called, or switched to */
    uint64_t open_self, open_calls; /**< those of calls that hadn't returned at the end */
};

struct calls;

/** @return the calls of all CPUs, or NULL if out of memory. @param threads  is asked which thread runs */
struct calls *calls_open(unsigned cpus, struct threads *threads);

/** Declare the address of an interrupt's handler, which is entered without an instruction that calls it. */
void calls_add_handler(struct calls *c, uint64_t address);

/** An exception was taken, or ended between two blocks; both: a handler followed another. */
enum { CALLS_TAKEN = 1, CALLS_ENDED = 2 };

/** A CPU enters a block, after `done` instructions of `from`; NULL for the first. @return CALLS_… */
unsigned calls_enter(struct calls *c, unsigned cpu, struct block *from, unsigned done,
                     const struct block *to);

/** Where a CPU is in the calls. */
struct calls_here {
    uint64_t context;     /**< a number of the thread, or of the level of interrupts */
    uint64_t interrupted; /**< that of the level below */
    unsigned level;       /**< of interrupts; 0: a thread */
    size_t depth;         /**< of its calls */
    uint64_t returns;     /**< where the function returns to; 0: unknown */
};

struct calls_here calls_here(const struct calls *c, unsigned cpu);

/** @return the level of interrupts that a CPU is in; 0: a thread */
unsigned calls_level(const struct calls *c, unsigned cpu);

/** Count instructions for the function that a CPU runs. */
void calls_count(struct calls *c, unsigned cpu, unsigned instructions);

/** End the run. @return the nodes, of which the first is the root. Parents precede their children. */
const struct calls_node *calls_nodes(struct calls *c, uint32_t *count);

/** @return whether memory ran out */
bool calls_failed(const struct calls *c);

#endif
