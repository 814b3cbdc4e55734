/* SPDX-License-Identifier: BSD-2-Clause */
/* The packets of a Perfetto trace, the texts that several of them share, and the flows between events. */
#ifndef EXPORT_TRACE_PERFETTO_PRIV_H
#define EXPORT_TRACE_PERFETTO_PRIV_H

#include <base/hash.h>
#include <export/trace/exporter.h>

/* TracePacket */
enum {
    P_FTRACE = 1,
    P_PROCESS_TREE = 2,
    P_TIMESTAMP = 8,
    P_SEQUENCE = 10,
    P_TRACK_EVENT = 11,
    P_INTERNED = 12,
    P_FLAGS = 13,
    P_TRACK = 60
};

/** InternedData: the kinds of texts, each with numbers of its own from 1 */
enum perfetto_text { TEXT_EVENT = 2, TEXT_FIELD = 3, TEXT_VALUE = 29, TEXTS };

struct perfetto {
    struct {
        struct bytes events;
        bool lost; /* before these */
    } cpu[SPOOR_CPUS_MAX];
    struct bytes packet, message, inner, field, out;
    struct hash tracks; /* that were described */
    struct perfetto_texts {
        char **list;
        size_t count;
        struct hash map;
    } texts[TEXTS];
    struct perfetto_flows {
        struct perfetto_step *list;
        size_t count;
        struct hash map;
        uint64_t flows; /* so far */
        uint32_t breaks;
    } flows;
    struct bytes interned; /* texts that the next packet brings */
    bool began, refers;    /* … the packet has numbers of texts */
};

/** Send the packet, and begin the next one. */
void perfetto_send(struct trace_export *e);

/** @return the number of a text in the packets from the next one on */
uint64_t perfetto_intern(struct trace_export *e, enum perfetto_text kind, const char *text);

/** Put an event into the bundle of its CPU. */
void perfetto_put_linux(struct trace_export *e, const struct spoor_item *item, const struct linux_event *l);

/** Send the bundle of a CPU, unless it's empty. */
void perfetto_send_bundle(struct trace_export *e, unsigned cpu);

/** The part of an event in a flow; id 0: none. */
struct perfetto_flow {
    uint64_t id;
    bool ends; /**< this event is the last one */
};

/** @return the flow that a record begins, goes on with or ends, in the state before it */
struct perfetto_flow perfetto_flow(struct trace_export *e, const struct spoor_item *item,
                                   const struct spoor_id *id);

/** Something is missing, or what is recorded changes: no flow goes on across it. */
void perfetto_break_flows(struct trace_export *e);

void perfetto_free_flows(struct perfetto *p);
void perfetto_free_packets(struct perfetto *p);

#endif
