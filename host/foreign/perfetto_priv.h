/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Perfetto's traces: packets in the encoding of protocol buffers. Field numbers are those of perfetto's
 * protos/perfetto/trace/trace_packet.proto and the files that it imports.
 */
#ifndef FOREIGN_PERFETTO_PRIV_H
#define FOREIGN_PERFETTO_PRIV_H

#include <base/bytes.h>
#include <base/hash.h>
#include <foreign/foreign.h>
#include <foreign/sink.h>
#include "part.h"
#include "slices.h"

/* A field of a message. */
struct perfetto_field {
    unsigned number;
    bool is_bytes;     /* `bytes` is set, and not `value` */
    uint64_t value;    /* of numbers of any kind */
    struct part bytes; /* of texts and messages */
};

/* Take the next field. @return false at the end; the message has failed if the rest is no field */
bool perfetto_next(struct part *message, struct perfetto_field *f);

/* A thread, or another track of events. */
struct perfetto_row {
    uint32_t number; /* of its thread */
    char name[32];
    bool has_name; /* it was described */
};

/* What becomes a record that isn't a slice. */
struct perfetto_item {
    uint64_t time;
    unsigned event, cpu, words;
    uint32_t word[2];
    size_t text, length; /* of data: in `texts` */
    bool is_data, is_counter;
    uint32_t counter; /* its index */
    uint64_t after;   /* a loss before it, since then; UINT64_MAX: none */
};

struct perfetto_counter {
    uint64_t uuid;
    struct part name;
    unsigned event;
    bool as_text; /* some value isn't a whole number of 32 bits */
};

struct perfetto {
    struct foreign *to;
    struct perfetto_row *rows;
    size_t row_count;
    struct hash row_by_track, row_by_thread, counter_by_track;
    struct perfetto_counter *counters;
    size_t counter_count;
    struct hash interned; /* texts of sequences */
    struct part *texts;
    size_t text_count;
    struct part *names; /* of slices */
    size_t name_count;
    struct hash by_name;
    struct slice *slices;
    size_t slice_count;
    struct slice_edges edges;
    struct perfetto_item *items;
    size_t item_count;
    struct bytes data;
    unsigned cpus;
    unsigned sched, waking, irq_entry, irq_exit;
    uint64_t last[FOREIGN_CPUS]; /* time of the last event of ftrace */
    uint64_t with_args, other_clock, unknown, cut;
    bool failed;
};

/* The kinds of texts that have numbers: fields of InternedData. */
enum { PERFETTO_EVENT = 2, PERFETTO_FIELD = 3, PERFETTO_VALUE = 29 };

/* @return a text that a packet of the sequence has defined */
struct part perfetto_text(const struct perfetto *p, uint64_t sequence, unsigned kind, uint64_t number);
void perfetto_define(struct perfetto *p, uint64_t sequence, struct part interned);

/* @return the row of a track; one that wasn't described has its number as name; SLICE_NONE without memory */
uint32_t perfetto_row(struct perfetto *p, uint64_t uuid);
void perfetto_set_name(char *to, size_t room, struct part name);

void perfetto_track(struct perfetto *p, struct part descriptor);
void perfetto_processes(struct perfetto *p, struct part tree);

/* Read the scheduler's events of a CPU. */
void perfetto_bundle(struct perfetto *p, struct part bundle);

/* Name a thread of Linux; all of number 0 are idle. @return its number */
uint32_t perfetto_thread(struct perfetto *p, uint64_t tid, unsigned cpu, struct part name);

/* @return a new item, or NULL if memory ran out */
struct perfetto_item *perfetto_item(struct perfetto *p, uint64_t time, unsigned event, unsigned cpu);

#endif
