/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sections of a page for a recording or a profile: names as JSON, intervals by row, events, stacks. The
 * page's script draws everything from these; docs/report.md describes them.
 */
#ifndef REPORT_PAGE_DATA_H
#define REPORT_PAGE_DATA_H

#include <base/hash.h>
#include <model/history.h>
#include <profile/profile.h>
#include <report/page/section.h>

/** A set of numbers in the order of their first use. */
struct report_keys {
    struct hash map;
    uint32_t *list;
    size_t count;
};

/** Add a number unless it is in the set. @return its index in the list, or HASH_NONE without memory */
uint32_t report_key(struct report_keys *k, uint32_t number);
void report_keys_free(struct report_keys *k);

/** A stack's event is at most this number of records back on the same CPU. */
#define REPORT_RECENT 4096

/** Events, as columns. */
struct report_events {
    struct bytes_column time, cpu, thread, irq, id, values, data;
    struct bytes_column stack_of, stack_depth, stack_frames;
    uint64_t count, left_out, stacks, limit; /**< limit: maximum of count; 0: none */
    uint64_t upto;                           /**< if left_out isn't 0: time of the first event left out */
    uint32_t (
        *recent[SPOOR_CPUS_MAX])[REPORT_RECENT]; /**< for a CPU's last records: event number plus 1, or 0 */
    uint32_t recents[SPOOR_CPUS_MAX];
    bool failed;
};

struct report_data {
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    struct history history;
    struct report_events events;
    struct report_keys threads, lines, pointers, functions, frames; /**< numbers that need names */
    uint32_t hz;
    int64_t offset_ns;          /**< time on the page's axis = rate * time + offset_ns */
    double rate;                /**< 0 means 1 */
    const char *file, *program; /**< name of the recording; name of the ELF file, or NULL */
    const char *tracer;         /**< the format of another tracer's recording; NULL: it is Spoor's */
    const char *topology;       /**< groups of CPUs as in topology.h, or NULL */
    const char *range, *where;  /**< selected range and filter, or NULL */
    uint64_t start_upto;        /**< in an overview: where the detail that fits into the page ends; else 0 */
};

/** Count a record. Must be called for every record, before report_event(). */
void report_note(struct report_data *d, const struct spoor_item *item);

/** @return whether an item is one of the events that a page lists */
static inline bool report_is_event(const struct spoor_elf *elf, const struct spoor_item *item)
{
    enum spoor_class class = spoor_id(elf, item->kind == SPOOR_RECORD ? item->id : 0)->class;

    return item->kind == SPOOR_RECORD && class != SPOOR_STACK && class != SPOOR_NAMED;
}

/** Add a record that the filter selected. Must be called before `f` follows the record. */
void report_event(struct report_data *d, const struct spoor_item *item, const struct follow *f);

/** Add a stack. Must be called after `f` followed it. */
void report_stack(struct report_data *d, const struct spoor_item *item, const struct follow *f);

/** Write all sections. @param index  number of the recording in the page @return false without memory */
bool report_write(struct report_data *d, const struct section_to *to, unsigned index);

/**
 * Write the sections without slices and events: names, and the overview of each row. It has the size of the
 * overview, however long the recording is. Without a limit, a history has no overviews.
 *
 * @param events  number of events in the recording
 * @return false without memory
 */
bool report_write_overview(struct report_data *d, uint64_t events, const struct section_to *to,
                           unsigned index);

/** Write a profile. @param kind  its format, e.g. "gmon.out" @return false without memory */
bool report_write_profile(struct profile *p, const char *file, const char *kind, const struct section_to *to,
                          unsigned index);

void report_data_free(struct report_data *d);

#endif
