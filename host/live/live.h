/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sums of a running target, window by window: threads, interrupts, blocks and points, heap, losses. The
 * caller ends a window. Shares are relative to its length.
 */
#ifndef LIVE_LIVE_H
#define LIVE_LIVE_H

#include <base/hash.h>
#include <model/intervals.h>
#include <table/table.h>

enum live_kind { LIVE_THREAD, LIVE_IRQ, LIVE_BLOCK, LIVE_POINT, LIVE_KINDS };

struct live_row {
    uint32_t key;     /**< a thread's number, a line, an ID */
    uint64_t count;   /**< in the window: runs, interrupts, visits or passes */
    uint64_t time;    /**< in the window, in cycles: run time of a thread, length of others */
    uint64_t longest; /**< in the window: the longest; for a thread the longest delay from wake-up to run */
    uint64_t all;     /**< the count since the beginning */
    uint64_t ran;     /**< the clock of a thread at the beginning of the window */
};

struct live_rows {
    struct live_row *rows;
    size_t count;
    struct hash by_key;
};

struct live {
    const struct spoor_elf *elf;
    const struct spoor_reader *reader;
    struct intervals *intervals;
    struct live_rows of[LIVE_KINDS];
    uint64_t begin, now; /**< of the window, in cycles */
    uint64_t events, all_events;
    uint32_t heap_used, heap_free, heap_largest;
    bool heap_told, begun, failed;
};

/** @return false if memory ran out */
bool live_open(struct live *l, const struct spoor_elf *elf, const struct spoor_reader *reader);
void live_item(struct live *l, const struct spoor_item *item);

/** Print the window's tables. @param sort  a column of the first table, or NULL */
void live_print(struct live *l, struct out *out, enum table_format format, const char *sort, uint64_t top);

/** Begin the next window. */
void live_next(struct live *l);
void live_close(struct live *l);

#endif
