/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps all intervals of a recording in rows: the threads and interrupts of a CPU, the states and calls of a
 * thread, the visits of a block. It serves views that show any part of the recording. Memory grows with the
 * recording.
 */
#ifndef MODEL_HISTORY_H
#define MODEL_HISTORY_H

#include <base/hash.h>
#include <model/intervals.h>

enum history_kind {
    HISTORY_CPU,       /**< the threads that run on a CPU */
    HISTORY_IRQ,       /**< interrupts of a CPU, nested */
    HISTORY_THREAD,    /**< states of a thread */
    HISTORY_CALLS,     /**< calls of a thread, nested */
    HISTORY_BLOCK,     /**< visits of a block or range */
    HISTORY_IRQ_CALLS, /**< calls in the interrupts of a CPU, nested */
    HISTORY_KINDS,
};

/** Number of columns in the overview of a row. */
#define HISTORY_CELLS 2048

/** A column of an overview: cycles in which the thread or CPU ran, or the interrupt, call or visit was
 * active; and cycles in which the thread was ready. */
struct history_cell {
    float runs, ready;
};

/** An interval in a row; 56 bytes. */
struct history_slice {
    uint64_t from, to;
    uint64_t net;
    uint32_t key;               /**< the function of a call, the line of an interrupt, or the thread */
    uint32_t object, waker;     /**< object: the line for calls in interrupts */
    uint8_t state, reason, how; /**< as in struct interval */
    uint8_t cpu, depth;
    bool woken, by_irq, cut, begun_before, in_irq, no_net;
};

struct history_row {
    enum history_kind kind;
    uint32_t key;                 /**< the CPU, the thread or the block's ID */
    struct history_slice *slices; /**< sorted by `from` after history_sort() */
    size_t count;
    uint64_t longest; /**< length of the longest slice */
    unsigned depth;   /**< greatest depth of a slice, plus 1 */
    bool sorted;
    struct history_cell *cells; /**< overview of HISTORY_CELLS columns, of slices at depth 0; NULL without a
                                 * limit */
    unsigned cell_bits;         /**< a column is 2^cell_bits cycles, counted from the history's `begin` */
};

/** A time in which records of a CPU are missing. */
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
    uint64_t begin, end; /**< first and last time */
    bool some, failed;
    const struct spoor_reader
        *reader;   /**< set by the user: exclude idle threads from the overviews of CPUs */
    size_t limit;  /**< set by the user: maximum of slices, after which only overviews are kept; 0: no
                    * limit */
    bool full;     /**< the limit was reached */
    uint64_t upto; /**< if `full`: slices are complete only up to this time; later parts are cut */
};

/** Add an interval that ended, or an item, which may be a loss. */
void history_interval(struct history *h, const struct interval *i);
void history_item(struct history *h, const struct spoor_item *item);

/** Sort all rows that aren't sorted by time. */
void history_sort(struct history *h);

/** @return the index of the first slice that may overlap `from`; all slices before it end earlier */
size_t history_first(const struct history_row *r, uint64_t from);

void history_free(struct history *h);

#endif
