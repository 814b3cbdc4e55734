/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of a trace.dat: sections, formats of events, pages of CPUs, and the program made from them. */
#ifndef IMPORT_TRACEDAT_PRIV_H
#define IMPORT_TRACEDAT_PRIV_H

#include <spoor/wire.h>
#include <base/hash.h>
#include <import/tracedat.h>

#define TRACEDAT_CPUS   64
#define TRACEDAT_FIELDS 32

/* Bytes that remain to be read. After an attempt to read more, it has failed, and all reads return 0. */
struct part {
    const uint8_t *at;
    size_t left;
    bool failed;
};

uint64_t part_number(struct part *p, unsigned bytes);
struct part part_take(struct part *p, uint64_t n);
/* @return a text, up to its zero; "" after a failure */
const char *part_text(struct part *p);

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
    unsigned id;     /* in the recording; 0: the file has no record of it */
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
    struct part pages[TRACEDAT_CPUS];
    unsigned cpus;
    char system[64];
    bool has_flags;    /* the kernel recorded latency flags */
    unsigned state_id; /* ID of the records with the first thread of each CPU; 0: none */
    char wrong[160];
};

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

/* ------------------------------------------------------------------ the program */

#define TRACEDAT_BUILD_ID 8

/* Make the ELF file. The events with an `id` get descriptors. */
bool tracedat_program(const struct tracedat_file *f, struct bytes *program, uint8_t *build_id);

#endif
