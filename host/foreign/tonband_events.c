/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames of Tonbandgeraet, and what its events have. */
#include <string.h>
#include <base/count.h>
#include "tonband_priv.h"

#define TASK  "thread:thread"
#define QUEUE "queue:ptr,length"

static const struct event {
    uint8_t id, role;
    const char *has; /* t: time, u: a number of 32 bits, b: a byte, r: 64 bits, s: signed of 64, *: a text */
    const char *name, *fields;
} events[] = {
    {TONBAND_CORE_ID, 0, "tu", NULL, NULL},
    {TONBAND_DROPPED, 0, "tu", NULL, NULL},
    {TONBAND_RESOLUTION, 0, "r", NULL, NULL},
    {TONBAND_ISR_NAME, 0, "u*", NULL, NULL},
    {TONBAND_ISR_ENTER, SPOOR_WIRE_ROLE_IRQ_ENTER, "tu", "isr_enter", "line:irq"},
    {TONBAND_ISR_EXIT, SPOOR_WIRE_ROLE_IRQ_EXIT, "tu", "isr_exit", "line:irq"},
    {TONBAND_MARKER_NAME, 0, "u*", NULL, NULL},
    {TONBAND_MARKER, 0, "tu*", NULL, NULL},
    {TONBAND_MARKER_BEGIN, 0, "tu*", NULL, NULL},
    {TONBAND_MARKER_END, 0, "tu", NULL, NULL},
    {TONBAND_VALUE_NAME, 0, "u*", NULL, NULL},
    {TONBAND_VALUE, 0, "tus", NULL, NULL},
    {TONBAND_SWITCHED_IN, 0, "tu", NULL, NULL},
    {TONBAND_READY, SPOOR_WIRE_ROLE_WAKE, "tu", NULL, NULL},
    {0x56, 0, "tu", "task_resumed", TASK},
    {0x57, 0, "tu", "task_resumed_from_isr", TASK},
    {TONBAND_SUSPENDED, 0, "tu", "task_suspended", TASK},
    {TONBAND_DELAY, 0, "tu", "curtask_delay", "ticks"},
    {TONBAND_DELAY_UNTIL, 0, "tu", "curtask_delay_until", "tick"},
    {TONBAND_PRIORITY, SPOOR_WIRE_ROLE_PRIORITY, "tuu", "task_priority_set", TASK ",priority"},
    {TONBAND_INHERIT, SPOOR_WIRE_ROLE_PRIORITY, "tuu", "task_priority_inherit", TASK ",priority"},
    {TONBAND_DISINHERIT, SPOOR_WIRE_ROLE_PRIORITY, "tuu", "task_priority_disinherit", TASK ",priority"},
    {TONBAND_CREATED, SPOOR_WIRE_ROLE_THREAD_NEW, "tu", "task_created", TASK},
    {TONBAND_TASK_NAME, 0, "u*", NULL, NULL},
    {TONBAND_IDLE_TASK, 0, "uu", NULL, NULL},
    {TONBAND_TIMER_TASK, 0, "u", NULL, NULL},
    {TONBAND_DELETED, 0, "tu", "task_deleted", TASK},
    {0x63, 0, "tu", "queue_created", "queue:ptr"},
    {TONBAND_QUEUE_NAME, 0, "u*", NULL, NULL},
    {TONBAND_QUEUE_KIND, 0, "ub", NULL, NULL},
    {0x66, 0, "tuu", "queue_send", QUEUE},
    {0x67, 0, "tuu", "queue_send_from_isr", QUEUE},
    {0x68, 0, "tuu", "queue_overwrite", QUEUE},
    {0x69, 0, "tuu", "queue_overwrite_from_isr", QUEUE},
    {0x6A, 0, "tuu", "queue_receive", QUEUE},
    {0x6B, 0, "tuu", "queue_receive_from_isr", QUEUE},
    {0x6C, 0, "tu", "queue_reset", "queue:ptr"},
    {TONBAND_BLOCK_ON_PEEK, 0, "tuu", NULL, NULL},
    {TONBAND_BLOCK_ON_SEND, 0, "tuu", NULL, NULL},
    {TONBAND_BLOCK_ON_RECEIVE, 0, "tuu", NULL, NULL},
    {0x70, 0, "tuu", "queue_cur_length", QUEUE},
    {TONBAND_TASK_MARKER_NAME, 0, "uu*", NULL, NULL},
    {TONBAND_TASK_MARKER, 0, "tu*", NULL, NULL},
    {TONBAND_TASK_MARKER_BEGIN, 0, "tu*", NULL, NULL},
    {TONBAND_TASK_MARKER_END, 0, "tu", NULL, NULL},
    {TONBAND_TASK_VALUE_NAME, 0, "uu*", NULL, NULL},
    {TONBAND_TASK_VALUE, 0, "tus", NULL, NULL},
};

static const struct event *event_of(unsigned id)
{
    for (size_t n = 0; n < COUNT_OF(events); n++) {
        if (events[n].id == id) {
            return &events[n];
        }
    }
    return NULL;
}

const char *tonband_name(unsigned id, const char **fields, unsigned *role)
{
    const struct event *e = event_of(id);

    *fields = e != NULL ? e->fields : NULL;
    *role = e != NULL ? e->role : 0;
    return e != NULL ? e->name : NULL;
}

/* Undo the framing: each byte that was a zero has the distance to the next one. @return the length; 0: not a
 * frame */
static size_t unframe(const uint8_t *from, size_t n, uint8_t *to)
{
    size_t used = 0;

    for (size_t at = 0; at < n;) {
        size_t run = from[at];

        if (run > n - at || used + run > TONBAND_FRAME_BYTES) {
            return 0;
        }
        memcpy(to + used, from + at + 1, run - 1);
        used += run - 1;
        at += run;
        if (run < 255 && at < n) {
            to[used++] = 0;
        }
    }
    return used;
}

static uint64_t take_number(struct part *p, unsigned bits)
{
    uint64_t value = 0;

    for (unsigned shift = 0; shift < bits; shift += 7) {
        uint64_t byte = part_number(p, 1), low = byte & 0x7F;

        p->failed |= bits - shift < 7 && low >> (bits - shift) != 0;
        value |= low << shift;
        if (byte < 0x80) {
            return value;
        }
    }
    p->failed = true;
    return 0;
}

/* The sign is in bit 0; a negative zero is the smallest number. */
static int64_t take_signed(struct part *p)
{
    uint64_t value = take_number(p, 64);

    return value == 1 ? INT64_MIN : (value & 1) != 0 ? -(int64_t)(value >> 1) : (int64_t)(value >> 1);
}

static bool decode(struct tonband_event *e, size_t size)
{
    struct part p = {e->frame, size, false};
    unsigned numbers = 0;

    e->id = (unsigned)part_number(&p, 1);
    const struct event *known = event_of(e->id);

    e->has_time = false;
    e->text = (struct part){p.at, 0, false};
    for (const char *c = known != NULL ? known->has : ""; *c != 0; c++) {
        if (*c == 't') {
            e->has_time = true;
            e->time = take_number(&p, 64);
        } else if (*c == 'r') {
            e->time = take_number(&p, 64);
        } else if (*c == 's') {
            e->value = take_signed(&p);
        } else if (*c == '*') {
            e->text = part_take(&p, p.left);
            p.failed |= e->text.left > 0 && memchr(e->text.at, 0, e->text.left) != NULL;
        } else {
            e->number[numbers++] = (uint32_t)(*c == 'b' ? part_number(&p, 1) : take_number(&p, 32));
        }
    }
    return known != NULL && !p.failed && p.left == 0;
}

enum tonband_next tonband_next(struct part *rest, struct tonband_event *e)
{
    const uint8_t *zero = rest->left > 0 ? memchr(rest->at, 0, rest->left) : NULL;

    if (zero == NULL) {
        return TONBAND_END;
    }
    struct part frame = part_take(rest, (uint64_t)(zero - rest->at) + 1);
    size_t size = unframe(frame.at, frame.left - 1, e->frame);

    return size > 0 && decode(e, size) ? TONBAND_EVENT : TONBAND_BAD;
}
