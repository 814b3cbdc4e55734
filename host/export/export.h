/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writers of other tools' formats. One is a file with a SPOOR_EXPORTER(): it takes the items and intervals of
 * one recording in one pass. docs/export.md names the tools that open each, and the parts left out.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>
#include <base/out.h>
#include <base/time.h>
#include <export/bytes.h>
#include <model/intervals.h>
#include <profile/profile.h>
#include <table/table.h>

#define COUNT_OF(a) (sizeof(a) / sizeof(a)[0])

/** A run, as collections of many runs know it. */
struct export_run {
    const char *name, *release; /**< given by the user; the name is otherwise the file's */
    char board[64];
    char build[129]; /**< the build ID, in hexadecimal */
    uint64_t ms;     /**< when it was recorded, since 1970; 0: unknown */
};

/** The surroundings of a writer. */
struct export
{
    struct out *out; /**< of a single file */
    const char
        *folder; /**< of a format that is a folder; it exists. Or of one that opens its file: its path */
    const struct export_run *run; /**< of a format of tables */
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    const struct intervals *intervals;
    uint32_t hz;
    unsigned place;               /**< of several recordings on one axis: its number, from 0 … */
    const struct time_axis *axis; /**< … its times there, or NULL … */
    unsigned first_cpu;           /**< … and the number of its CPU 0 */
    unsigned cpus;
    uint64_t end;        /**< the time of the last item, in cycles */
    int error;           /**< an errno: no memory, or a file that can't be written */
    const char *refusal; /**< why the recording can't be written so, or NULL */
    void *state;         /**< of the writer; all zero before its first call */
};

struct exporter {
    const char *name, *summary;
    bool is_folder, opens_file;
    bool is_binary; /**< not text */
    size_t state_bytes;
    void (*begin)(struct export *e);
    /** A record, in the state before it; a loss (GAP, MISSING, CLEARED); a name (THREAD, NAME). Or NULL. */
    void (*item)(struct export *e, const struct spoor_item *item, const struct spoor_id *id);
    void (*interval)(struct export *e, const struct interval *i); /**< or NULL */
    void (*end)(struct export *e);
    /**
     * Of a format of profiles, instead of all these: write a profile that has `needs` (PROFILE_…).
     */
    void (*profile)(struct export *e, struct profile *p);
    unsigned needs;
    /**
     * Of a format of tables, instead, for each table of each run: it begins; a row. @return false: pass over
     * it
     */
    bool (*table)(struct export *e, const struct table_kind *kind);
    void (*row)(struct export *e, const struct table_kind *kind, const struct cell *row);
    void (*end_run)(struct export *e); /**< all tables of a run came; or NULL */
    bool events;                       /**< the table of events, too */
    bool one_run;                      /**< not of several runs at a time */
    void (*free)(struct export *e);    /**< or NULL */
};

/** Register NAME_exporter. The linker collects them, in the order of their files. */
#define SPOOR_EXPORTER(name)                                                                                 \
    static const struct exporter *const name##_place __attribute__((used, section("spoor_exporters"))) =     \
        &name##_exporter

const struct exporter *export_find(const char *name);
const struct exporter *export_nth(unsigned n);

/* ------------------------------------------------------------------ for all writers */

static inline uint64_t export_ns(const struct export *e, uint64_t cycles)
{
    uint64_t ns = time_ns(cycles, e->hz);

    return e->axis != NULL ? (uint64_t)time_on(e->axis, ns) : ns;
}

/** @return a thread's name, or "thread 7"; valid until the next call but three */
const char *export_thread(const struct export *e, uint32_t thread);

#define EXPORT_PLACE 1000000u /* numbers of threads of the next recording begin so much higher */

/** @return its number for formats made for Linux: 0 of an idle thread */
uint32_t export_tid(const struct export *e, uint32_t thread);
uint32_t export_priority(const struct export *e, uint32_t thread);

/** @return the name of an interrupt, a function, an object; valid until the next call but three */
const char *export_irq(const struct export *e, uint32_t line);
const char *export_irq_unnamed(uint32_t line); /**< that of one without a name */
const char *export_function(const struct export *e, uint32_t address);
const char *export_object(const struct export *e, uint32_t address);

/** Append a frame of a folded stack; a semicolon in it would begin another one. */
void export_frame(struct out *o, const char *name);

/** Open a file in the folder, for writing and reading. @return NULL after noting the error */
FILE *export_open(struct export *e, const char *name);

/** Write a buffer to a file, and empty it. */
void export_write(struct export *e, FILE *f, struct bytes *b);

/** Write a buffer to the output, and empty it. */
void export_flush(struct export *e, struct bytes *b);

/* ------------------------------------------------------------------ events as Linux has them */

enum linux_kind { LINUX_NONE, LINUX_SWITCH, LINUX_WAKING, LINUX_IRQ_ENTRY, LINUX_IRQ_EXIT };

/** States of a thread that is switched out. */
enum { LINUX_RUNNING = 0, LINUX_SLEEPING = 1, LINUX_BLOCKED = 2, LINUX_STOPPED = 4, LINUX_DEAD = 0x10 };

/** A record of the kernel's as one of Linux's; threads are the recording's numbers. */
struct linux_event {
    enum linux_kind kind;
    uint32_t thread; /**< that runs; of a switch: that leaves. FOLLOW_NOBODY: not known */
    bool known;      /**< … whether it is */
    uint32_t state;  /**< of a switch: LINUX_… */
    uint32_t other;  /**< of a switch: the next thread; of a wake-up: the thread that wakes up */
    unsigned target; /**< of a wake-up: the CPU where that ran last */
    bool in_irq;
    uint32_t line;
};

/** @return the event that a record is, in the state before it */
struct linux_event export_linux(const struct export *e, const struct spoor_item *item,
                                const struct spoor_id *id);

#endif
