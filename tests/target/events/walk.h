/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the rings in tests: every record of every sub-buffer, with its full time. */
#ifndef WALK_H
#define WALK_H

#include <spoor/core/ring.h>
#include <spoor/service.h>

/** A record. */
struct walk_record {
    unsigned cpu, id;
    uint64_t time;
    const uint32_t *words;
    unsigned count; /**< of words; for data events the length word and the words of the bytes */
};

/** Totals of the records read from one CPU's ring. */
struct walk {
    uint32_t seen[CONFIG_TRACE_IDS];
    uint32_t total; /**< without time records */
    uint64_t time;  /**< of the last record */
};

extern struct walk walks[CONFIG_CPUS];

/** Stop recording, empty the rings, reset the totals, set the mode and record again. */
void walk_begin(enum spoor_wire_mode mode);

/**
 * Read up to `parts` closed sub-buffers of a CPU. Checks order, times and lengths. @return the number of
 * sub-buffers read
 */
unsigned walk_parts(unsigned cpu, unsigned parts, void (*each)(const struct walk_record *));

/** Stop recording and read everything recorded. `each` may be NULL. */
void walk_end(void (*each)(const struct walk_record *));

/** @return the event's ID */
static inline unsigned event_id_of(const struct trace_event *e)
{
    return e->header >> SPOOR_WIRE_TIME_BITS;
}

/** @return the ID of the kernel's event with that name, or 0 */
unsigned event_named(const char *name);

#endif
