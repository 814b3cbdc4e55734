/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Restartable sequences: recording of short events, and the start of visits with net times, without masked
 * interrupts and without exclusive accesses.
 *
 * The assembly that writes a record ends with the only store that others can see, that of the ring's `next`.
 * If an interrupt occurs before, the interrupted code continues at the start of its sequence: it finds the
 * records of the interrupt in the ring, and reads a later time. So the records are in order of time, none is
 * torn, and nothing is undone. The start of a visit ends with the store of the context's top in the same way.
 * Its stamps belong together without being read again.
 *
 * This requires that every interrupt that may record, and every switch of threads, calls spoor_restart_pc()
 * for the code that it interrupted. It also requires one CPU, because others change the ring's limits. A
 * switch may omit the call if it only follows such an interrupt, or is requested outside of a sequence.
 *
 * An architecture with the setting CONFIG_TRACE_RESTARTABLE supplies the emitters and the table. They don't
 * write to the registers with their arguments before the last store, except that the header gets a time.
 */
#ifndef SPOOR_PORT_RESTART_H
#define SPOOR_PORT_RESTART_H

#include <spoor/config.h>

/** The sequences read the counter by loads. A narrow one must count down. */
#define SPOOR_RESTARTS                                                                                       \
    (CONFIG_TRACE && CONFIG_TRACE_RESTARTABLE && CONFIG_CPUS == 1 && CONFIG_CYCLES_ADDRESS &&                \
     CONFIG_CYCLES_DOWN == (CONFIG_CYCLES_BITS < 32))
#define SPOOR_RESTARTABLE_EVENTS (SPOOR_RESTARTS && CONFIG_TRACE_EVENTS)
#define SPOOR_RESTARTABLE_BLOCKS (SPOOR_RESTARTS && CONFIG_TRACE_BLOCKS && CONFIG_TRACE_NET)
#define SPOOR_RESTARTABLE        (SPOOR_RESTARTABLE_EVENTS || SPOOR_RESTARTABLE_BLOCKS)
#define SPOOR_SEQUENCES          (4 * SPOOR_RESTARTABLE_EVENTS + 2 * SPOOR_RESTARTABLE_BLOCKS)

/** Offsets for the assembly, which record/emit.c and the assembly of pairs check. */
#define SPOOR_EVENT_HEADER 4
#define SPOOR_RING_NEXT    0
#define SPOOR_RING_LIMIT   4

/* By #if, because an assembler's comparison yields -1. */
#if !SPOOR_RESTARTABLE_EVENTS
#define SPOOR_RESTART_EVENTS_BYTES 0
#elif defined __thumb2__
#define SPOOR_RESTART_EVENTS_BYTES (164 + 68 * CONFIG_CYCLES_DOWN)
#else
#define SPOOR_RESTART_EVENTS_BYTES 240
#endif
#if !SPOOR_RESTARTABLE_BLOCKS
#define SPOOR_RESTART_BLOCKS_BYTES 0
#elif defined __thumb2__
#define SPOOR_RESTART_BLOCKS_BYTES (76 + 40 * CONFIG_CYCLES_DOWN)
#else
#define SPOOR_RESTART_BLOCKS_BYTES 104
#endif

/** Maximum size of the code of all sequences, from `spoor_restart_code` on. */
#define SPOOR_RESTART_BYTES (SPOOR_RESTART_EVENTS_BYTES + SPOOR_RESTART_BLOCKS_BYTES)

#ifndef __ASSEMBLER__

#include <stdbool.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#if SPOOR_RESTARTABLE

struct trace_event;

/** The architecture's code. */
extern const uint8_t spoor_restart_code[];

/** The emitters, by number of words. */
void spoor_emit_0(struct trace_event *e);
void spoor_emit_1(struct trace_event *e, uint32_t a);
void spoor_emit_2(struct trace_event *e, uint32_t a, uint32_t b);
void spoor_emit_3(struct trace_event *e, uint32_t a, uint32_t b, uint32_t c);

/** The sequences in it. */
struct spoor_sequence {
    uintptr_t begin;
    uintptr_t end; /**< address after the store that completes it */
};
extern const struct spoor_sequence spoor_sequences[SPOOR_SEQUENCES];

/**
 * Record an event for which there is no room on the fast path. Called by the emitters.
 *
 * @param header  the event's header word, with any time
 *
 * Context: any.
 */
void spoor_emit_slow(uint32_t header, uint32_t a, uint32_t b, uint32_t c);

/**
 * @return the address at which interrupted code must continue
 *
 * Context: an interrupt or switch, before or after its own records.
 */
uintptr_t spoor_restart_pc(uintptr_t pc);

/**
 * @return false if spoor_restart_pc() would return `pc` itself
 *
 * Context: as spoor_restart_pc().
 * Cost:    4 instructions on ARMv7-M
 */
static inline bool spoor_restart_may_move(uintptr_t pc)
{
    return __builtin_expect(pc - (uintptr_t)spoor_restart_code < SPOOR_RESTART_BYTES, 0);
}

#endif

SPOOR_EXTERN_C_END

#endif
#endif
