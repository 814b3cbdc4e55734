/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Operations on a ring, and a list of the emitted records, from which follows which records must be read,
 * lost and counted, and in which order.
 */
#ifndef RING_MODEL_H
#define RING_MODEL_H

#include <spoor/core/ring.h>
#include <spoor/service.h>

#define NEVER UINT32_MAX

/** Number of one-word records that fit into a sub-buffer. */
#define PART_SHORT (TRACE_SUBBUF_ROOM / 2)

static struct trace_ring *const ring = &trace_rings[0];

/** Emit records of all lengths; more than fit into a sub-buffer (some) and into the ring (many). */
void emit_one(void);
void emit_three(void);
void emit_six(void);
void emit_bytes(void);
void emit_some(void);
void emit_many(void);

/** The other operations on a ring. */
void tick(void);
void tick_and_close(void);
void tick_for_long(void);
void trigger(void);
void stop_rings(void);
void restart_rings(void);
void stop_and_restart(void);
void clear(void);
void read_all(void);

/** Read a sub-buffer of a CPU. @return whether there was one */
bool read_one(unsigned cpu);

/** Start recording. Must be called once, first. */
void model_start(void);

/** Clear the ring and the list, and emit `filled` records of one word. */
void model_prepare(enum spoor_wire_mode mode, unsigned filled);

/** Restore the state after the last model_prepare(). */
void model_restore(void);

/** Check the ring as a memory dump taken now: only complete records may have a number. */
void model_check_image(void);

/** Check that all records can be read: an incomplete record must not block its sub-buffer forever. */
void model_finish(void);

/** @return the number of records emitted so far, which is the number of the next one */
uint32_t model_emissions(void);

/** @return whether a record was read */
bool model_was_read(uint32_t number);

/** @return the number of records read from the ring of a CPU */
uint32_t model_read_from(unsigned cpu);

/** @return whether an ID is that of emit_six() or emit_bytes() */
bool model_records(unsigned id);

#endif
