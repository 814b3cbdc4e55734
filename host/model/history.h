/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All intervals of a recording, kept by row: a CPU's threads, its interrupts, a thread's states, its calls, a
 * block's visits. For pictures that look at any part at any time; memory grows with the recording.
 */
#ifndef MODEL_HISTORY_H
#define MODEL_HISTORY_H

#include <base/hash.h>
#include <model/intervals.h>

enum history_kind {
    HISTORY_CPU,       /**< the threads that run on it */
    HISTORY_IRQ,       /**< interrupts of a CPU; they nest */
    HISTORY_THREAD,    /**< states */
    HISTORY_CALLS,     /**< of a thread; they nest */
    HISTORY_BLOCK,     /**< visits of a block or range */
    HISTORY_IRQ_CALLS, /**< calls in interrupts of a CPU; they nest */
    HISTORY_KINDS,
};

/** So many columns has the coarse picture of a row. */
#define HISTORY_CELLS 1024

/** A column of a row: the cycles in which it ran (an interrupt: was there), and those in which it was ready.
 */
struct history_cell {
    float runs, ready;
};

/** An interval in a row, 56 bytes. */
struct history_slice {
    uint64_t from, to;
    uint64_t net;
    uint32_t
        key; /**< of a CPU: the thread; of interrupts: the line; of calls: the function; else the thread */
    uint32_t object, waker;     /**< object: of calls in interrupts the line */
    uint8_t state, reason, how; /**< as in struct interval */
    uint8_t cpu, depth;
    bool woken, by_irq, cut, begun_before, in_irq, no_net;
};

struct history_row {
    enum history_kind kind;
    uint32_t key;                 /**< the CPU, the thread, the block's ID */
    struct history_slice *slices; /**< by `from`, after history_sort() */
    size_t count;
    uint64_t longest; /**< the length of the longest one */
    unsigned depth;   /**< of the deepest one, plus 1 */
    bool sorted;
    struct history_cell
        *cells;    /**< HISTORY_CELLS of a CPU, its interrupts or a thread, with a limit; or NULL */
    uint64_t cell; /**< the cycles of each, from the history's `begin` on; a power of two */
};

/** A stretch in which records of a CPU are missing. */
struct history_loss {
    uint64_t from, to;
    uint64_t records;
    unsigned cpu;
};

struct history {
    struct history_row *rows;
    size_t count;
    struct history_loss *losses;
    size_t loss_count;
    struct hash by_key;
    size_t slices;
    uint64_t begin, end; /**< the first and the last time */
    bool some, failed;
    const struct spoor_reader
        *reader;   /**< set by the user: coarse columns of a CPU leave out its idle threads */
    size_t limit;  /**< set by the user: so many slices at most, and then coarse columns alone; 0: no limit */
    bool full;     /**< there were more … */
    uint64_t upto; /**< … and slices are complete up to this time only; those that go on there are cut */
};

/** Take an interval that ended, or an item, which may be a loss. */
void history_interval(struct history *h, const struct interval *i);
void history_item(struct history *h, const struct spoor_item *item);

/** Put all rows into the order of time; nothing when they are. */
void history_sort(struct history *h);

/** @return the index of the first slice that may reach into `from`: those before it end earlier */
size_t history_first(const struct history_row *r, uint64_t from);

void history_free(struct history *h);

#endif
