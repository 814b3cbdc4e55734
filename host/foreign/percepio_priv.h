/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stream of Percepio's TraceRecorder (format 14, of its versions 4.9 to 4.11), as the recorder's source
 * describes it:
 *
 *     header; clock; table of names; events: ID and number of words, count, time, words
 *
 * Words have the size of the target's pointers.
 */
#ifndef FOREIGN_PERCEPIO_PRIV_H
#define FOREIGN_PERCEPIO_PRIV_H

#include <foreign/foreign.h>
#include <foreign/sink.h>
#include "part.h"

/* ------------------------------------------------------------------ the stream */

#define PERCEPIO_HEADER_BYTES 32
#define PERCEPIO_WORDS        15

struct percepio_event {
    unsigned id, core, count, words;
    uint32_t time;
    uint64_t word[PERCEPIO_WORDS];
    const uint8_t *bytes; /* of the words */
};

struct percepio {
    bool big, is_freertos;
    unsigned word, cores; /* word: bytes */
    uint32_t kind, period;
    uint64_t hz;
};

struct percepio_clock {
    uint64_t time, ticks;
    uint32_t last;
    bool some;
};

/* Take a number of the stream. */
uint64_t percepio_take(const struct percepio *p, struct part *rest, unsigned bytes);

/* Take the header and the clock. @return NULL, or what is wrong */
const char *percepio_header(struct percepio *p, struct part *rest);

/* Take an event. @return false at the end; the part isn't moved then */
bool percepio_next(const struct percepio *p, struct part *rest, struct percepio_event *e);

/* @return the text from a word on, up to its zero */
struct part percepio_text(const struct percepio *p, const struct percepio_event *e, unsigned from);

/* @return the time of the next event */
uint64_t percepio_time(struct percepio_clock *c, const struct percepio *p, uint32_t now);

/* ------------------------------------------------------------------ events */

#define PERCEPIO_EVENTS 0x100

enum percepio_id {
    PERCEPIO_START = 0x01,
    PERCEPIO_OBJ_NAME = 0x03,
    PERCEPIO_PRIORITY = 0x04,
    PERCEPIO_INHERIT = 0x05,
    PERCEPIO_DISINHERIT = 0x06,
    PERCEPIO_DEFINE_ISR = 0x07,
    PERCEPIO_TASK_CREATE = 0x10,
    PERCEPIO_TASK_DELETE = 0x20,
    PERCEPIO_READY = 0x30,
    PERCEPIO_NEW_TIME = 0x31,
    PERCEPIO_ISR_BEGIN = 0x33,
    PERCEPIO_ISR_RESUME = 0x34,
    PERCEPIO_ACTIVATE = 0x37,
    PERCEPIO_MALLOC = 0x38,
    PERCEPIO_FREE = 0x39,
    PERCEPIO_DELAY_UNTIL = 0x79,
    PERCEPIO_DELAY = 0x7A,
    PERCEPIO_SUSPEND = 0x7B,
    PERCEPIO_RESUME_FROM_ISR = 0x7D,
    PERCEPIO_USER = 0x90,
    PERCEPIO_USER_FIXED = 0x98,
    PERCEPIO_USER_END = 0xA0,
};

enum percepio_wait {
    PERCEPIO_QUEUE,
    PERCEPIO_SEMAPHORE,
    PERCEPIO_MUTEX,
    PERCEPIO_EVENT_GROUP,
    PERCEPIO_NOTIFICATION,
    PERCEPIO_STREAM_BUFFER,
    PERCEPIO_MESSAGE_BUFFER,
    PERCEPIO_NO_WAIT,
};
#define PERCEPIO_WAIT_NAMES "queue|semaphore|mutex|event_group|notification|stream_buffer|message_buffer"

/* @return the name of an event; NULL: unknown, or its number means something else in another kernel */
const char *percepio_name(unsigned id, bool is_freertos);

/* @return what a task of FreeRTOS waits for after such an event */
enum percepio_wait percepio_wait(unsigned id);

#endif
