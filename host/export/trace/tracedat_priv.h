/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by tracedat.c, which writes the records, and tracedat_format.c, which describes them. */
#ifndef EXPORT_TRACE_TRACEDAT_PRIV_H
#define EXPORT_TRACE_TRACEDAT_PRIV_H

#include <export/trace/exporter.h>

/* Event numbers; those of our IDs come after. */
enum {
    EV_GRAPH_EXIT = 10,
    EV_GRAPH_ENTRY = 11,
    EV_SWITCH = 300,
    EV_WAKING,
    EV_IRQ_ENTRY,
    EV_IRQ_EXIT,
    EV_IDS = 1000
};

/** Append the descriptions of Linux's events; the systems ftrace, sched and irq. */
void tracedat_describe_kernel(struct bytes *h);

/** Append that of an event of the target's own. */
void tracedat_describe(struct bytes *h, const struct spoor_id *id, unsigned number);

#endif
