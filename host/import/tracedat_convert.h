/* SPDX-License-Identifier: BSD-2-Clause */
/* A conversion of a trace.dat, and what its passes share. */
#ifndef IMPORT_TRACEDAT_CONVERT_H
#define IMPORT_TRACEDAT_CONVERT_H

#include <encode/encode.h>
#include "tracedat_priv.h"

/* Plus the CPU: the number of its idle thread, which is 0 in Linux. */
#define TRACEDAT_IDLE UINT32_C(0x80000000)

struct tracedat_thread {
    uint32_t number, priority;
    char name[32];
};

struct convert {
    struct tracedat_file file;
    struct tracedat_cursor cursors[TRACEDAT_CPUS];
    struct tracedat_thread *threads;
    size_t thread_count;
    struct hash by_number;
    bool seen_waking, failed;
    struct spoor_elf *elf;
    struct encoder encoder;
    struct spoor_recording recording;
    struct out out;
    uint32_t header_word[TRACEDAT_CPUS]; /* of the last record, for its stack; 0: none */
    uint32_t runs[TRACEDAT_CPUS];        /* the thread before the first switch */
    bool switched[TRACEDAT_CPUS];
    bool named[256]; /* interrupt lines */
};

static inline uint64_t tracedat_number(const struct tracedat_event *e, const struct tracedat_cursor *at,
                                       const char *field)
{
    return tracedat_value(tracedat_field(e, field), at->record, at->size);
}

static inline uint32_t tracedat_thread_of(uint64_t pid, unsigned cpu)
{
    return pid != 0 ? (uint32_t)pid : TRACEDAT_IDLE + cpu;
}

/* Whether a record has latency flags. */
bool tracedat_has_flags(const struct tracedat_cursor *at);

/* Encode a record that isn't the file's. */
void convert_words(struct convert *c, unsigned cpu, unsigned id, const uint32_t *word, unsigned words);

/* Encode the record at a CPU's cursor. */
void convert_record(struct convert *c, const struct tracedat_event *e, unsigned cpu);

#endif
