/* SPDX-License-Identifier: BSD-2-Clause */
/* The packets of a Perfetto trace, the texts that they share, and the flows between events. */
#ifndef EXPORT_TRACE_PERFETTO_PRIV_H
#define EXPORT_TRACE_PERFETTO_PRIV_H

#include <base/hash.h>
#include <export/proto.h>
#include <export/trace/exporter.h>
#include <export/trace/stacks.h>

/* Field numbers of TracePacket. */
enum {
    P_FTRACE = 1,
    P_PROCESS_TREE = 2,
    P_TIMESTAMP = 8,
    P_SEQUENCE = 10,
    P_TRACK_EVENT = 11,
    P_INTERNED = 12,
    P_FLAGS = 13,
    P_TRACK = 60,
    P_SAMPLE = 66
};

/** Field numbers of InternedData: the kinds of texts, each numbered from 1. */
enum perfetto_text {
    TEXT_EVENT = 2,
    TEXT_FIELD = 3,
    TEXT_FUNCTION = 5,
    TEXT_PATH = 17,
    TEXT_VALUE = 29,
    TEXTS
};

struct perfetto {
    struct {
        struct bytes events;
        bool lost; /* records before these events were lost */
    } cpu[SPOOR_CPUS_MAX];
    struct bytes packet, message, inner, field, out;
    struct hash tracks; /* tracks that were described */
    struct perfetto_texts {
        char **list;
        size_t count;
        struct hash map;
    } texts[TEXTS];
    struct perfetto_flows {
        struct perfetto_step *list;
        size_t count;
        struct hash map;
        uint64_t flows; /* number of flows so far */
        uint32_t breaks;
    } flows;
    struct export_stacks stacks;
    struct hash frames; /* numbers of functions by their addresses */
    size_t frame_count;
    struct hash defined;   /* stacks that were written */
    struct bytes interned; /* texts that the next packet defines */
    bool began, refers;    /* began: a packet was sent; refers: the packet refers to texts */
};

/** Send the packet and begin another. */
void perfetto_send(struct trace_export *e);

/** @return the number of a text for the next packets */
uint64_t perfetto_intern(struct trace_export *e, enum perfetto_text kind, const char *text);

/** Add an event to the bundle of its CPU. */
void perfetto_put_linux(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l);

/** Write the stack of an event as a sample. */
void perfetto_put_stack(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l);

void perfetto_free_stacks(struct perfetto *p);

/** Send the bundle of a CPU unless it is empty. */
void perfetto_send_bundle(struct trace_export *e, unsigned cpu);

/** The flow of an event; id 0: none. */
struct perfetto_flow {
    uint64_t id;
    bool ends; /**< this is the last event of the flow */
};

/** @return the flow that a record begins, continues or ends. Must be called with the state before the
 * record. */
struct perfetto_flow perfetto_flow(struct trace_export *e, const struct spoor_item *item,
                                   const struct spoor_id *id);

/** End all flows, because records are missing or the filter changes. */
void perfetto_break_flows(struct trace_export *e);

void perfetto_free_flows(struct perfetto *p);
void perfetto_free_packets(struct perfetto *p);

#endif
