/* SPDX-License-Identifier: BSD-2-Clause */
/* A recording that is being converted: what the first pass collects, and the encoder of the second. */
#ifndef FOREIGN_PRIV_H
#define FOREIGN_PRIV_H

#include <base/bytes.h>
#include <base/hash.h>
#include <encode/encode.h>
#include <foreign/foreign.h>
#include <foreign/sink.h>

struct foreign_thread {
    uint32_t number, priority;
    bool idle;
    char name[32];
};

struct foreign_event {
    char *name, *fields;
    unsigned kind;
    unsigned id; /* in the recording; 0: it has no record */
};

struct foreign_symbol {
    uint32_t name; /* place in `symbol_names` */
    uint32_t length, address, size;
};

struct foreign_cpu {
    uint32_t first; /* the thread that ran before the first record */
    bool has_first, begun;
    uint32_t header_word; /* of the last record, for its stack; 0: none */
};

struct foreign {
    const struct foreign_format *format;
    const char *name;
    const struct spoor_report *report;
    char wrong[FOREIGN_WRONG_BYTES];
    bool collects, failed;

    /* The first pass. */
    struct foreign_event *events;
    size_t event_count;
    struct hash by_name; /* events */
    struct foreign_thread *threads;
    size_t thread_count;
    struct hash by_number; /* threads */
    struct bytes names;    /* frames of names */
    struct hash named;     /* interrupts and objects */
    struct bytes symbol_names;
    struct foreign_symbol *symbols;
    size_t symbol_count;
    bool has_priorities;
    uint32_t lowest, highest;
    uint64_t records, first_time;
    unsigned cpus, state_id;
    char system[64];
    uint32_t hz;

    /* The second. */
    uint64_t last;
    struct foreign_cpu cpu[FOREIGN_CPUS];
    struct encoder encoder;
    struct out out;
};

/* Make the ELF file with the events that have an ID. @return false if memory ran out */
bool foreign_program(const struct foreign *f, struct bytes *program);

#endif
