/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace.dat, recorded by trace-cmd on Linux: trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5). Its sections,
 * formats of events, and pages of CPUs.
 */
#ifndef FOREIGN_TRACEDAT_PRIV_H
#define FOREIGN_TRACEDAT_PRIV_H

#include <base/bytes.h>
#include <base/hash.h>
#include <foreign/foreign.h>
#include <foreign/sink.h>
#include "part.h"

#define TRACEDAT_FIELDS 32

/* ------------------------------------------------------------------ events */

enum tracedat_kind {
    TRACEDAT_OTHER,
    TRACEDAT_SWITCH,
    TRACEDAT_WAKE,
    TRACEDAT_IRQ_ENTRY,
    TRACEDAT_IRQ_EXIT,
    TRACEDAT_SOFTIRQ_ENTRY,
    TRACEDAT_SOFTIRQ_EXIT,
    TRACEDAT_CALL,
    TRACEDAT_RETURN,
    TRACEDAT_STACK,
};

struct tracedat_field {
    char name[32];
    unsigned offset, size;
    bool is_signed, is_text, is_located, is_array;
};

struct tracedat_event {
    char name[64];
    unsigned number; /* in the file */
    unsigned event;  /* of foreign_event() */
    enum tracedat_kind kind;
    struct tracedat_field fields[TRACEDAT_FIELDS];
    unsigned field_count;
    bool as_text; /* its fields don't fit in words */
};

/* Parse a format. @return false if it isn't one */
bool tracedat_parse(struct tracedat_event *e, const uint8_t *text, size_t size);

const struct tracedat_field *tracedat_field(const struct tracedat_event *e, const char *name);

/* @return a number of a record, sign-extended; 0 if the field is missing or outside of the record */
uint64_t tracedat_value(const struct tracedat_field *f, const uint8_t *record, size_t size);

/* Find the characters of a text in a record. @return their number */
size_t tracedat_chars(const struct tracedat_field *f, const uint8_t *record, size_t size, const char **text);

/* ------------------------------------------------------------------ the file */

struct tracedat_file {
    const uint8_t *bytes;
    size_t size;
    unsigned version, page_bytes, long_bytes;
    struct part symbols, threads; /* text */
    struct tracedat_event *events;
    size_t event_count;
    struct hash by_number; /* index in `events` */
    struct part pages[FOREIGN_CPUS];
    unsigned cpus;
    char system[64];
    bool has_flags; /* the kernel recorded latency flags */
    struct foreign *to;
};

bool tracedat_probe(const uint8_t *bytes, size_t size);

bool tracedat_read(struct tracedat_file *f);
void tracedat_free(struct tracedat_file *f);

/* ------------------------------------------------------------------ records of a CPU */

struct tracedat_cursor {
    struct part rest, page; /* pages to come; records of this page */
    uint64_t time;          /* of the record, in ns */
    const uint8_t *record;  /* NULL: no more */
    size_t size;
    uint64_t lost, after; /* records lost since `after`; TRACEDAT_UNCOUNTED: unknown number */
};

#define TRACEDAT_UNCOUNTED UINT64_MAX

void tracedat_next(const struct tracedat_file *f, struct tracedat_cursor *c);

/* ------------------------------------------------------------------ conversion */

/* Plus the CPU: the number of its idle thread, which is 0 in Linux. */
#define TRACEDAT_IDLE UINT32_C(0x80000000)

static inline uint64_t tracedat_number(const struct tracedat_event *e, const struct tracedat_cursor *at,
                                       const char *field)
{
    return tracedat_value(tracedat_field(e, field), at->record, at->size);
}

static inline uint32_t tracedat_thread(uint64_t pid, unsigned cpu)
{
    return pid != 0 ? (uint32_t)pid : TRACEDAT_IDLE + cpu;
}

/* Append the fields of an event as a descriptor has them. */
void tracedat_fields(struct bytes *b, const struct tracedat_file *f, const struct tracedat_event *e);

unsigned tracedat_role(const struct tracedat_event *e);

/* Pass on the functions of the kernel. @param rest  lines of kallsyms */
void tracedat_functions(struct foreign *f, struct part rest);

/* Whether a record has latency flags. */
bool tracedat_has_flags(const struct tracedat_cursor *at);

/* Pass on the record at a cursor. */
void tracedat_record(struct tracedat_file *f, const struct tracedat_event *e,
                     const struct tracedat_cursor *at, unsigned cpu);

#endif
