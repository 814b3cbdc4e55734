/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A recording, or a profile, as the sections of a page: names as JSON, intervals by row, events, stacks. The
 * page's script draws all from these; docs/report.md describes them.
 */
#ifndef REPORT_PAGE_DATA_H
#define REPORT_PAGE_DATA_H

#include <base/hash.h>
#include <model/history.h>
#include <profile/profile.h>
#include <report/page/section.h>

/** Different numbers, in the order of their first use. */
struct report_keys {
    struct hash map;
    uint32_t *list;
    size_t count;
};

/** @return the place of a number in the list; HASH_NONE without memory */
uint32_t report_key(struct report_keys *k, uint32_t number);
void report_keys_free(struct report_keys *k);

/** So many records back may a stack's event be. */
#define REPORT_RECENT 4096

/** Events, as columns. */
struct report_events {
    struct bytes_column time, cpu, thread, irq, id, values, data;
    struct bytes_column stack_of, stack_depth, stack_frames;
    uint64_t count, left_out, stacks, limit; /**< limit: the first so many; 0: all */
    uint64_t upto;                           /**< where some were left out, the time of the first of them */
    uint32_t (
        *recent[SPOOR_CPUS_MAX])[REPORT_RECENT]; /**< the last records of a CPU: the event's number plus 1 */
    uint32_t recents[SPOOR_CPUS_MAX];
    bool failed;
};

struct report_data {
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    struct history history;
    struct report_events events;
    struct report_keys threads, lines, pointers, functions, frames; /**< that need names */
    uint32_t hz;
    int64_t offset_ns;          /**< to be added to its times, where several recordings are on one axis */
    double rate;                /**< … after they were multiplied by this; 0: by 1 */
    const char *file, *program; /**< their names; program: the ELF file, or NULL */
    const char *topology;       /**< groups of CPUs, "0-1 2-3", or NULL */
    const char *range, *where;  /**< the part that was chosen, or NULL */
};

/** Take a record, before it is followed: any; and one that the filter chose. */
void report_note(struct report_data *d, const struct spoor_item *item);
void report_event(struct report_data *d, const struct spoor_item *item, const struct follow *f);

/** Take a stack, after it was followed. */
void report_stack(struct report_data *d, const struct spoor_item *item, const struct follow *f);

/** Write all sections. @param index  of the recording, for several in a page @return false without memory */
bool report_write(struct report_data *d, const struct section_to *to, unsigned index);

/** Write a profile. @param kind  "gmon.out" and so on */
bool report_write_profile(struct profile *p, const char *file, const char *kind, const struct section_to *to,
                          unsigned index);

void report_data_free(struct report_data *d);

#endif
