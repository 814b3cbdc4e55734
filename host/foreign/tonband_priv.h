/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tonbandgeraet's stream, as its "Binary Trace Format" describes it: each event is a COBS frame that ends
 * with a zero. It has an ID, the time unless it is metadata, numbers of 7 bits a byte, lowest first, and
 * perhaps a text up to its end.
 */
#ifndef FOREIGN_TONBAND_PRIV_H
#define FOREIGN_TONBAND_PRIV_H

#include <foreign/foreign.h>
#include <foreign/sink.h>
#include "part.h"

enum tonband_id {
    TONBAND_CORE_ID = 0x00,
    TONBAND_DROPPED = 0x01,
    TONBAND_RESOLUTION = 0x02,
    TONBAND_ISR_NAME = 0x03,
    TONBAND_ISR_ENTER = 0x04,
    TONBAND_ISR_EXIT = 0x05,
    TONBAND_MARKER_NAME = 0x06,
    TONBAND_MARKER = 0x07,
    TONBAND_MARKER_BEGIN = 0x08,
    TONBAND_MARKER_END = 0x09,
    TONBAND_VALUE_NAME = 0x0A,
    TONBAND_VALUE = 0x0B,
    TONBAND_SWITCHED_IN = 0x54,
    TONBAND_READY = 0x55,
    TONBAND_SUSPENDED = 0x58,
    TONBAND_DELAY = 0x59,
    TONBAND_DELAY_UNTIL = 0x5A,
    TONBAND_PRIORITY = 0x5B,
    TONBAND_INHERIT = 0x5C,
    TONBAND_DISINHERIT = 0x5D,
    TONBAND_CREATED = 0x5E,
    TONBAND_TASK_NAME = 0x5F,
    TONBAND_IDLE_TASK = 0x60,
    TONBAND_TIMER_TASK = 0x61,
    TONBAND_DELETED = 0x62,
    TONBAND_QUEUE_NAME = 0x64,
    TONBAND_QUEUE_KIND = 0x65,
    TONBAND_BLOCK_ON_PEEK = 0x6D,
    TONBAND_BLOCK_ON_SEND = 0x6E,
    TONBAND_BLOCK_ON_RECEIVE = 0x6F,
    TONBAND_TASK_MARKER_NAME = 0x7A,
    TONBAND_TASK_MARKER = 0x7B,
    TONBAND_TASK_MARKER_BEGIN = 0x7C,
    TONBAND_TASK_MARKER_END = 0x7D,
    TONBAND_TASK_VALUE_NAME = 0x7E,
    TONBAND_TASK_VALUE = 0x7F,
};

#define TONBAND_FRAME_BYTES 300 /* at most; longer ones aren't events */

struct tonband_event {
    unsigned id;
    bool has_time;
    uint64_t time;
    uint32_t number[3];
    int64_t value;
    struct part text; /* in `frame` */
    uint8_t frame[TONBAND_FRAME_BYTES];
};

enum tonband_next { TONBAND_END, TONBAND_BAD, TONBAND_EVENT };

/* Take a frame. TONBAND_BAD: it isn't an event. At the end the rest isn't a whole frame. */
enum tonband_next tonband_next(struct part *rest, struct tonband_event *e);

/* @return what an event is called in a recording, and its numbers; NULL: it isn't only numbers */
const char *tonband_name(unsigned id, const char **fields, unsigned *role);

#endif
