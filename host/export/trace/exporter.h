/* SPDX-License-Identifier: BSD-2-Clause */
/* Writers of traces: each takes the items and intervals of one recording in one pass. */
#ifndef EXPORT_TRACE_EXPORTER_H
#define EXPORT_TRACE_EXPORTER_H

#include <base/time.h>
#include <export/export.h>
#include <model/intervals.h>

/** A recording while it is written. */
struct trace_export {
    struct export to;
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    const struct intervals *intervals;
    uint32_t hz;
    unsigned place;               /**< of several recordings on one axis: its number, from 0 */
    const struct time_axis *axis; /**< its times on that axis; NULL: as they are */
    unsigned first_cpu;           /**< the number of its CPU 0 there */
    unsigned cpus;
    uint64_t end; /**< the time of the last item, in cycles */
};

struct trace_exporter {
    struct export_format format;
    size_t state_bytes;
    void (*begin)(struct trace_export *e); /**< or NULL */
    /** A record, in the state before it; a loss (GAP, MISSING, CLEARED); a name (THREAD, NAME). Or NULL. */
    void (*item)(struct trace_export *e, const struct spoor_item *item, const struct spoor_id *id);
    void (*interval)(struct trace_export *e, const struct interval *i); /**< or NULL */
    void (*end)(struct trace_export *e);                                /**< or NULL */
    void (*free)(struct trace_export *e);                               /**< or NULL */
};

/** Register NAME_exporter. The linker collects them, in the order of their files. */
#define SPOOR_TRACE_EXPORTER(name)                                                                           \
    static const struct trace_exporter *const name##_place                                                   \
        __attribute__((used, section("spoor_trace_exporters"))) = &name##_exporter

/* ------------------------------------------------------------------ names and times */

static inline uint64_t export_ns(const struct trace_export *e, uint64_t cycles)
{
    uint64_t ns = time_ns(cycles, e->hz);

    return e->axis != NULL ? (uint64_t)time_on(e->axis, ns) : ns;
}

/** @return a thread's name, or "thread 7"; valid until the next call but three */
const char *export_thread(const struct trace_export *e, uint32_t thread);

#define EXPORT_PLACE 1000000u /* numbers of threads of the next recording begin so much higher */

/** @return its number for formats made for Linux: 0 of an idle thread */
uint32_t export_tid(const struct trace_export *e, uint32_t thread);
/** @return a number for the calls in interrupts of a line on a CPU, whose stacks are apart; below 2^16 */
static inline uint32_t export_irq_task(unsigned cpu, uint32_t line)
{
    return cpu * FOLLOW_LINES + line % FOLLOW_LINES;
}

/** @return its priority for such formats: a smaller number is more urgent; 120 when it isn't known */
uint32_t export_priority(const struct trace_export *e, uint32_t thread);

/** @return the name of an interrupt, a function, an object; valid until the next call but three */
const char *export_irq(const struct trace_export *e, uint32_t line);
const char *export_irq_unnamed(uint32_t line); /**< that of one without a name */
const char *export_function(const struct trace_export *e, uint32_t address);
const char *export_object(const struct trace_export *e, uint32_t address);

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
struct linux_event export_linux(const struct trace_export *e, const struct spoor_item *item,
                                const struct spoor_id *id);

#endif
