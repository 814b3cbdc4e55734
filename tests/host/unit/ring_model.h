/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The operations on a ring, and a list of the recorded words, which says which must be read, lost and
 * counted, and in which order of time.
 */
#ifndef RING_MODEL_H
#define RING_MODEL_H

#include <spoor/core/ring.h>
#include <spoor/service.h>

#define NEVER UINT32_MAX

/** Records of one word that fit into a sub-buffer. */
#define PART_SHORT (TRACE_SUBBUF_ROOM / 2)

static struct trace_ring *const ring = &trace_rings[0];

/** Records of all lengths; more than a sub-buffer takes, and more than all. */
void emit_one(void);
void emit_three(void);
void emit_bytes(void);
void emit_some(void);
void emit_many(void);

/** The other users of a ring. */
void tick(void);
void tick_and_close(void);
void tick_for_long(void);
void trigger(void);
void stop_and_go(void);
void clear(void);
void read_all(void);

/** An empty ring and list, and `filled` records of one word in them; that again. */
void model_prepare(enum spoor_wire_mode mode, unsigned filled);
void model_restore(void);

/** A memory image taken now: only whole records have a number. */
void model_check_image(void);

/** All records come out: an unfinished record holds no sub-buffer back for ever. */
void model_finish(void);

#endif
