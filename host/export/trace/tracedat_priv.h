/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by tracedat.c, which writes records, tracedat_pages.c, which writes them in pages, and
 * tracedat_format.c, which describes them.
 */
#ifndef EXPORT_TRACE_TRACEDAT_PRIV_H
#define EXPORT_TRACE_TRACEDAT_PRIV_H

#include <export/trace/exporter.h>

/* Numbers of events; those of the target's IDs follow. */
enum {
    EV_STACK = 4,
    EV_GRAPH_EXIT = 10,
    EV_GRAPH_ENTRY = 11,
    EV_SWITCH = 300,
    EV_WAKING,
    EV_IRQ_ENTRY,
    EV_IRQ_EXIT,
    EV_IDS = 1000
};

#define TRACEDAT_PAGE 4096u

/* The pages of a CPU. */
struct lane {
    FILE *pages;
    struct bytes page; /* records of the open page */
    bool open;
    uint64_t begin, last; /* in ns */
    uint64_t lost;        /* records lost before this page */
    uint64_t bytes, records;
};

/* The state of the exporter. */
struct tracedat {
    struct lane cpu[SPOOR_CPUS_MAX];
    struct bytes body, head;
    bool used[SPOOR_WIRE_IDS];
};

/** @return the lane of a CPU */
struct lane *tracedat_lane(struct trace_export *e, unsigned cpu);

/** Append the record in `body` to a CPU's pages. */
void tracedat_put(struct trace_export *e, unsigned cpu, uint64_t ns);

/** Finish the open page, if any. It contains the number of records lost before it. */
void tracedat_close_page(struct trace_export *e, struct lane *lane);

/** Append the descriptions of Linux's events in the systems ftrace, sched and irq. */
void tracedat_describe_kernel(struct bytes *h);

/** Append the description of an event of the target. */
void tracedat_describe(struct bytes *h, const struct spoor_id *id, unsigned number);

#endif
