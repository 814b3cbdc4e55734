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
};

struct calls;

/** @return the calls of all CPUs, or NULL if out of memory. @param threads  is asked which thread runs */
struct calls *calls_open(unsigned cpus, struct threads *threads);

/** Declare the address of an interrupt's handler, which is entered without an instruction that calls it. */
void calls_add_handler(struct calls *c, uint64_t address);

/** A CPU enters a block, after `done` instructions of `from`; NULL for the first. */
void calls_enter(struct calls *c, unsigned cpu, struct block *from, unsigned done, const struct block *to);

/** Count instructions for the function that a CPU runs. */
void calls_count(struct calls *c, unsigned cpu, unsigned instructions);

/** @return the nodes, of which the first is the root. Parents precede their children. */
const struct calls_node *calls_nodes(const struct calls *c, uint32_t *count);

/** @return whether memory ran out */
bool calls_failed(const struct calls *c);

#endif
