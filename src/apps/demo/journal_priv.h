/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A log of keys and values, as in flash memory: a write appends a record, and the newest record of a key is
 * valid.
 */
#ifndef JOURNAL_PRIV_H
#define JOURNAL_PRIV_H

#include <stdbool.h>
#include <stdint.h>

#define JOURNAL_RECORDS 64

struct journal {
    uint32_t used;
    struct journal_record {
        uint16_t key, checksum;
        uint32_t value;
    } record[JOURNAL_RECORDS];
};

/** Append a record. @return 0, or -ENOSPC. Context: one caller at a time. */
int journal_put(struct journal *j, uint16_t key, uint32_t value);

/** Get the newest intact value of `key`. @return 0, or -ENOENT. Context: one caller at a time. */
int journal_get(const struct journal *j, uint16_t key, uint32_t *value);

/** @return whether the next journal_put() would fail. Context: one caller at a time. */
static inline bool journal_full(const struct journal *j)
{
    return j->used == JOURNAL_RECORDS;
}

/** Drop records that are superseded or damaged. Context: one caller at a time. Cost: quadratic. */
void journal_compact(struct journal *j);

#endif
