/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Traces in the Common Trace Format, version 1.8 (diamon.org/ctf): Zephyr's, barectf's, LTTng's. A trace is a
 * folder with a text, `metadata`, that describes the packets in the other files; here, a ZIP file of that
 * folder.
 */
#ifndef FOREIGN_CTF_PRIV_H
#define FOREIGN_CTF_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <foreign/foreign.h>
#include <foreign/sink.h>

/* ------------------------------------------------------------------ types */

enum ctf_kind {
    CTF_INTEGER,
    CTF_FLOAT,
    CTF_STRING,
    CTF_STRUCT,
    CTF_VARIANT,
    CTF_ENUM,
    CTF_ARRAY,
    CTF_SEQUENCE
};
enum ctf_order { CTF_NATIVE, CTF_LITTLE, CTF_BIG };

struct ctf_type;

struct ctf_member {
    char *name; /* of a field of a structure, or of an option of a variant */
    struct ctf_type *type;
};

struct ctf_label {
    char *name;
    uint64_t low, high;
};

struct ctf_type {
    struct ctf_type *next; /* of all */
    enum ctf_kind kind;
    unsigned size, align; /* bits */
    bool is_signed, is_text, is_clock, is_hex;
    enum ctf_order order;
    const struct ctf_type *of; /* element; integer of an enumeration */
    struct ctf_member *members;
    struct ctf_label *labels;
    size_t count;    /* members or labels */
    uint64_t length; /* of an array */
    char *field;     /* the name of the field with the length of a sequence or the tag of a variant */
};

struct ctf_event {
    char *name;
    uint64_t id, stream;
    const struct ctf_type *context, *fields;
    unsigned event;   /* of foreign_event() */
    unsigned role;    /* enum ctf_role */
    bool as_text;     /* its fields aren't a few words */
    bool is_blocking; /* of CTF_BLOCKS: the thread leaves next */
    unsigned object;  /* of CTF_BLOCKS: its kind, and the field that has it */
    const char *object_field;
};

struct ctf_stream {
    uint64_t id;
    const struct ctf_type *packet_context, *event_header, *event_context;
};

struct ctf {
    struct ctf_type *types; /* all, to be freed */
    struct ctf_named {
        char *name;
        const struct ctf_type *type;
    } * named;
    size_t named_count;
    struct ctf_stream *streams;
    size_t stream_count;
    struct ctf_event *events;
    size_t event_count;
    const struct ctf_type *packet_header;
    enum ctf_order order;
    uint64_t hz; /* 0: no clock */
    char host[64];
    char wrong[160]; /* what is wrong in the metadata, with its line */
};

/* Parse the metadata. @return false after setting `wrong` */
bool ctf_parse(struct ctf *c, const char *text, size_t size);
void ctf_free(struct ctf *c);

/* ------------------------------------------------------------------ values */

#define CTF_LEAVES 64

struct ctf_leaf {
    const char *name;
    const struct ctf_type *type;
    uint64_t value;      /* sign-extended */
    const uint8_t *text; /* of a text; its length is the value */
};

/* Bits of a packet, and the values read from them. */
struct ctf_bits {
    const uint8_t *bytes;
    uint64_t at, end; /* in bits */
    enum ctf_order order;
    struct ctf_leaf leaves[CTF_LEAVES];
    unsigned count;
    bool failed; /* the packet ends before a value, or has more values than fit */
};

/* Read a value; its parts are added to the leaves. NULL reads nothing. */
void ctf_read(struct ctf_bits *b, const struct ctf_type *type, const char *name);

/* @return the newest leaf of a name from `first` on, or NULL */
const struct ctf_leaf *ctf_leaf(const struct ctf_bits *b, unsigned first, const char *name);

/* @return its value, or 0 */
uint64_t ctf_value(const struct ctf_bits *b, unsigned first, const char *name);

/* ------------------------------------------------------------------ kernels */

enum ctf_role {
    CTF_OTHER,
    CTF_SWITCH,    /* next_tid, prev_tid … */
    CTF_WAKE,      /* tid */
    CTF_IRQ_ENTRY, /* irq */
    CTF_IRQ_EXIT,
    CTF_SWITCHED_IN, /* thread_id, as in Zephyr; so are the following */
    CTF_READY,
    CTF_PENDING,
    CTF_ABORT,
    CTF_CREATE,
    CTF_PRIORITY,
    CTF_ISR_ENTER,
    CTF_ISR_EXIT,
    CTF_YIELD,
    CTF_BLOCKS, /* on an object */
    CTF_CALL,   /* addr, as LTTng-UST has it */
    CTF_RETURN,
};

/* A trace that is being passed on. */
struct ctf_reading {
    struct ctf c;
    struct foreign *to;
    struct ctf_threads *threads;
};

/* Describe an event, by its name and fields. */
void ctf_describe(struct ctf_reading *r, struct ctf_event *e);

/* The first scan: note threads, and why they leave. */
void ctf_survey(struct ctf_reading *r, const struct ctf_event *e, const struct ctf_bits *b, unsigned fields,
                unsigned cpu);

/* The second: pass an event on. */
void ctf_put(struct ctf_reading *r, const struct ctf_event *e, const struct ctf_bits *b, unsigned fields,
             unsigned cpu, uint64_t time);

/* ------------------------------------------------------------------ threads of Zephyr */

/* Why a thread leaves: enum spoor_wire_left, and 2 if it waits. */
enum ctf_why {
    CTF_LEFT_READY = SPOOR_WIRE_LEFT_PREEMPTED,
    CTF_YIELDS = SPOOR_WIRE_LEFT_YIELD,
    CTF_WAITS = 2,
    CTF_ENDED = SPOOR_WIRE_LEFT_EXITED,
    CTF_UNKNOWN = SPOOR_WIRE_LEFT_UNKNOWN,
};

/* @return NULL if memory ran out */
struct ctf_threads *ctf_threads_open(void);
void ctf_threads_close(struct ctf_threads *t);

/* The first scan: a CPU runs a thread; a thread is made ready; the running thread, or another, will leave. */
void ctf_switched(struct ctf_threads *t, unsigned cpu, uint32_t thread);
void ctf_woken(struct ctf_threads *t, uint32_t thread);
void ctf_leaves(struct ctf_threads *t, unsigned cpu, enum ctf_why why);
void ctf_told(struct ctf_threads *t, uint32_t thread, enum ctf_why why);
void ctf_created(struct ctf_threads *t, uint32_t thread);
void ctf_idle(struct ctf_threads *t, uint32_t thread);

/* Begin the second scan. */
void ctf_threads_rewind(struct ctf_threads *t);

/* The second scan: a CPU runs a thread. @return why the one before it left, enum ctf_why */
uint32_t ctf_reason(struct ctf_threads *t, unsigned cpu, uint32_t thread);

#endif
