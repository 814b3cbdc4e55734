/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Recording of a short event by code that has masked interrupts anyway and has read the time: the hooks of
 * ports to other systems. It takes about 10 instructions less than trace_event().
 */
#ifndef SPOOR_PORT_RECORD_H
#define SPOOR_PORT_RECORD_H

#include <spoor/config.h>

/** Whether ports do that. Stacks and several CPUs need trace_event(), and code that is compiled for size. */
#if !CONFIG_TRACE || !CONFIG_TRACE_EVENTS || CONFIG_CPUS > 1 || CONFIG_TRACE_STACKS ||                       \
    CONFIG_TRACE_FUNCTION || CONFIG_TRACE_MASKED || defined(__OPTIMIZE_SIZE__)
#define SPOOR_RECORDS_MASKED 0
#else
#define SPOOR_RECORDS_MASKED 1
#endif

#if SPOOR_RECORDS_MASKED

#include <stdbool.h>
#include <stdint.h>
#include <spoor/core/ring.h>
#include <spoor/event.h>

/** @return the place of the next record. Context: any, interrupts masked. */
static inline uint32_t *spoor_record_place(void)
{
    return trace_rings[0].next;
}

/**
 * @return whether a record of up to one word fits; if not, trace_event() must record it
 *
 * Context: as for spoor_record_place().
 */
static inline bool spoor_record_fits(const uint32_t *at)
{
    return __builtin_expect(at <= trace_rings[0].limit[0], 1);
}

/**
 * @param header  of the event
 * @param cycles  spoor_port_cycles(), read since interrupts were masked
 * @return the header word of a record
 *
 * Context: any.
 */
static inline uint32_t spoor_record_header(uint32_t header, uint32_t cycles)
{
    /* As bit-fields, which the compiler fills by one instruction. */
    union {
        uint32_t word;
        struct {
            uint32_t time : SPOOR_WIRE_TIME_BITS, id : 32 - SPOOR_WIRE_TIME_BITS;
        } in;
    } h = {header};

    h.in.time = cycles;
    return h.word;
}

/**
 * Complete the record at its place. The caller has stored its word, if any, which is before `end`.
 *
 * Context: as for spoor_record_place(), still masked.
 */
static inline void spoor_record_end(uint32_t *at, uint32_t header, uint32_t *end)
{
    *at = header;
    trace_rings[0].next = end;
}

#endif
#endif
