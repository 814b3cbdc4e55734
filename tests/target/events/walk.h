/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading the rings in tests: every record of a sub-buffer, with its full time. */
#ifndef WALK_H
#define WALK_H

#include <spoor/core/ring.h>
#include <spoor/service.h>

/** A record. */
struct walk_record {
    unsigned cpu, id;
    uint64_t time;
    const uint32_t *words;
    unsigned count; /**< of words; of data the bytes' words too, after their length */
};

/** The records read from one CPU's ring. */
struct walk {
    uint32_t seen[CONFIG_TRACE_IDS];
    uint32_t total; /**< without records of the time */
    uint64_t time;  /**< of the last one */
};

extern struct walk walks[CONFIG_CPUS];

/** Stop recording, empty the rings, forget the records; set the mode and record again. */
void walk_begin(enum spoor_wire_mode mode);

/**
 * Read up to `parts` closed sub-buffers of a CPU. Checks order, times and lengths. @return how many were read
 */
unsigned walk_parts(unsigned cpu, unsigned parts, void (*each)(const struct walk_record *));

/** Stop recording and read all that is there. `each` may be NULL. */
void walk_end(void (*each)(const struct walk_record *));

/** @return the ID of an event. */
static inline unsigned event_id_of(const struct trace_event *e)
{
    return e->header >> SPOOR_WIRE_TIME_BITS;
}

/** @return the ID of the kernel's event of that name, or 0. */
unsigned event_named(const char *name);

#endif
