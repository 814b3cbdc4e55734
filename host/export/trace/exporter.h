/* SPDX-License-Identifier: BSD-2-Clause */
/* Exporters of traces. Each processes the items and intervals of one recording in one pass. */
#ifndef EXPORT_TRACE_EXPORTER_H
#define EXPORT_TRACE_EXPORTER_H

#include <base/time.h>
#include <export/export.h>
#include <model/intervals.h>
#include <base/registry.h>

/** A recording during its export. */
struct trace_export {
    struct export to;
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    const struct intervals *intervals;
    uint32_t hz;
    unsigned place;               /**< number of the recording, from 0, if several are written on one time
                                   * axis */
    const struct time_axis *axis; /**< position of its times on that axis; NULL: unchanged */
    unsigned first_cpu;           /**< number of its CPU 0 among the CPUs of all recordings */
    unsigned cpus;
    uint64_t end; /**< time of the last item, in cycles */
};

struct trace_exporter {
    struct export_format format;
    size_t state_bytes;
    void (*begin)(struct trace_export *e); /**< or NULL */
    /** Called for each record, with the state before it; for each loss (GAP, MISSING, CLEARED); for each name
     * (THREAD, NAME). Or NULL. */
    void (*item)(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id);
    void (*interval)(struct trace_export *e, const struct interval *i); /**< or NULL */
    void (*end)(struct trace_export *e);                                /**< or NULL */
    void (*free)(struct trace_export *e);                               /**< or NULL */
};

/** Register NAME_exporter. The linker collects them, in the order of their files. */
#define SPOOR_TRACE_EXPORTER(name) REGISTRY_ADD(spoor_trace_exporters, trace_exporter, name, name##_exporter)

/* ------------------------------------------------------------------ names and times */

static inline uint64_t export_ns(const struct trace_export *e, uint64_t cycles)
{
    uint64_t ns = time_ns(cycles, e->hz);

    return e->axis != NULL ? (uint64_t)time_on(e->axis, ns) : ns;
}

/** @return the name of a thread, or a text like "thread 7"; valid during the next three calls */
const char *export_thread(const struct trace_export *e, uint32_t thread);

#define EXPORT_PLACE 1000000u /* offset between the thread numbers of two recordings */

/** @return the number of a thread in formats made for Linux; 0 for idle threads */
uint32_t export_tid(const struct trace_export *e, uint32_t thread);
/** @return a number below 2^16 for the stack of calls in interrupts of a line on a CPU */
static inline uint32_t export_irq_task(unsigned cpu, uint32_t line)
{
    return cpu * FOLLOW_LINES + line % FOLLOW_LINES;
}

/** @return the present priority of a thread in formats made for Linux: lower numbers are higher priorities,
 * 120 if unknown */
uint32_t export_priority(const struct trace_export *e, uint32_t thread);

/** @return the name of an interrupt, a function, an object; valid during the next three calls */
const char *export_irq(const struct trace_export *e, uint32_t line);
const char *export_irq_unnamed(uint32_t line); /**< for interrupts without a name */
const char *export_function(const struct trace_export *e, uint32_t address);
const char *export_object(const struct trace_export *e, uint32_t address);

/* ------------------------------------------------------------------ events in the terms of Linux */

enum linux_kind { LINUX_NONE, LINUX_SWITCH, LINUX_WAKING, LINUX_IRQ_ENTRY, LINUX_IRQ_EXIT };

/** States of a thread that is switched out. */
enum { LINUX_RUNNING = 0, LINUX_SLEEPING = 1, LINUX_BLOCKED = 2, LINUX_STOPPED = 4, LINUX_DEAD = 0x10 };

/** A kernel record as an event of Linux; threads have the numbers of the recording. */
struct linux_event {
    enum linux_kind kind;
    uint32_t thread; /**< the running thread, or the outgoing thread of a switch; FOLLOW_NO_THREAD: unknown */
    bool known;      /**< whether `thread` is known */
    uint32_t state;  /**< switch: LINUX_… of the outgoing thread */
    uint32_t other;  /**< switch: the next thread; wake-up: the woken thread */
    unsigned target; /**< wake-up: CPU on which the woken thread last ran */
    bool in_irq;
    uint32_t line;
};

/** Convert a record to an event of Linux. Must be called with the state before the record. */
struct linux_event export_linux(const struct trace_export *e, const struct spoor_item *item,
                                const struct spoor_id *id);

#endif
