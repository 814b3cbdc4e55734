/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * SystemView's stream, as its recorder's source describes it (SEGGER_SYSVIEW.c, version 3): a saved .SVDat
 * file, or the bytes of RTT's channel. Ten zero bytes begin it; in a saved file, lines of text may precede
 * them.
 *
 *     ID; above 23: length of the parameters; parameters; time since the packet before
 *
 * All are numbers of 7 bits a byte, lowest first. A text is its length, or 255 and two bytes, highest first;
 * and its characters. IDs of tasks and resources are addresses less a base, shifted.
 *
 * OpenOCD's `esp sysview_mcore` writes the packets of both cores of an ESP32 into one file, after a line
 * "; ESP_Extension". The core is then a bit of the ID.
 */
#ifndef FOREIGN_SYSVIEW_PRIV_H
#define FOREIGN_SYSVIEW_PRIV_H

#include <base/bytes.h>
#include <base/hash.h>
#include <foreign/foreign.h>
#include <foreign/sink.h>
#include "part.h"

enum sysview_id {
    SYSVIEW_NOP,
    SYSVIEW_OVERFLOW,
    SYSVIEW_ISR_ENTER,
    SYSVIEW_ISR_EXIT,
    SYSVIEW_TASK_START_EXEC,
    SYSVIEW_TASK_STOP_EXEC,
    SYSVIEW_TASK_START_READY,
    SYSVIEW_TASK_STOP_READY,
    SYSVIEW_TASK_CREATE,
    SYSVIEW_TASK_INFO,
    SYSVIEW_TRACE_START,
    SYSVIEW_TRACE_STOP,
    SYSVIEW_SYSTIME_CYCLES,
    SYSVIEW_SYSTIME_US,
    SYSVIEW_SYSDESC,
    SYSVIEW_MARK_START,
    SYSVIEW_MARK_STOP,
    SYSVIEW_IDLE,
    SYSVIEW_ISR_TO_SCHEDULER,
    SYSVIEW_TIMER_ENTER,
    SYSVIEW_TIMER_EXIT,
    SYSVIEW_STACK_INFO,
    SYSVIEW_MODULEDESC,
    SYSVIEW_DATA_SAMPLE,
    SYSVIEW_WITH_LENGTH, /* packets from here on have a length */
    SYSVIEW_INIT = SYSVIEW_WITH_LENGTH,
    SYSVIEW_NAME_RESOURCE,
    SYSVIEW_PRINT,
    SYSVIEW_NUMMODULES,
    SYSVIEW_END_CALL,
    SYSVIEW_TASK_TERMINATE,
    SYSVIEW_EX = 31,
    SYSVIEW_API = 32, /* calls of the RTOS, and of modules */
};

/* Kinds of SYSVIEW_EX. */
enum {
    SYSVIEW_EX_MARK,
    SYSVIEW_EX_NAME_MARKER,
    SYSVIEW_EX_HEAP_DEFINE,
    SYSVIEW_EX_ALLOC,
    SYSVIEW_EX_ALLOC_TAGGED,
    SYSVIEW_EX_FREE,
    SYSVIEW_EX_REGISTER_DATA,
};

struct sysview_packet {
    unsigned id;
    uint64_t time;    /* in ticks of its clock */
    struct part body; /* parameters */
    bool has_cores;   /* set by the caller: IDs have the core */
    unsigned core;
};

#define SYSVIEW_SYNC_BYTES 10

/* @return the bytes after the first synchronization; failed: there is none */
struct part sysview_begin(const uint8_t *bytes, size_t size);

/* @return whether a file has packets of two cores */
bool sysview_has_cores(const uint8_t *bytes, size_t size);

/* Read a packet. `time` is that of the one before, and becomes this one's. @return false at the end; the part
 * has failed if the rest isn't a packet */
bool sysview_next(struct part *rest, uint64_t *time, struct sysview_packet *p);

/* Take a number of up to 32 bits. */
uint32_t sysview_number(struct part *p);

struct part sysview_text(struct part *p);

/* What modules, markers and data are called. */
struct sysview_named {
    enum { SYSVIEW_NAMED_EVENT, SYSVIEW_NAMED_MARKER, SYSVIEW_NAMED_DATA } kind;
    uint32_t id;
    unsigned event, more; /* of foreign_event(); for data: its type */
    char name[48];
    char formats[8]; /* of the parameters: u, d, x, p, t, I, s */
    unsigned count;
};

struct sysview {
    struct foreign *to;
    uint32_t hz, base, shift;
    struct sysview_named *named;
    size_t named_count;
    struct hash by_id;
    bool failed;
};

/* Turn the ID of a task or resource into its address. */
static inline uint32_t sysview_address(const struct sysview *s, uint32_t id)
{
    return (id << (s->shift & 31)) + s->base;
}

/* Collect the rate, and the names in a packet; those of events before any of their records is passed on. */
void sysview_describe(struct sysview *s, const struct sysview_packet *p);

/* @return the entry of an event, marker or data; or NULL */
const struct sysview_named *sysview_named(const struct sysview *s, unsigned kind, uint32_t id);

/* Append a formatted text of SYSVIEW_PRINT. */
void sysview_print(struct bytes *b, struct part format, struct part numbers);

#endif
