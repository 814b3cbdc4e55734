/* SPDX-License-Identifier: BSD-2-Clause */
/* Streams and metadata of CTF 1.8, shared by ctf.c and ctf_ust.c. Each CPU has a stream of packets, with
 * times in cycles. */
#ifndef EXPORT_TRACE_CTF_PRIV_H
#define EXPORT_TRACE_CTF_PRIV_H

#include <export/trace/exporter.h>

struct ctf_stream {
    FILE *file;
    struct bytes packet;
    uint64_t begin, last;
    uint64_t discarded;
};

/** The streams of a folder; must be all zero at first. */
struct ctf_streams {
    struct ctf_stream cpu[SPOOR_CPUS_MAX];
    struct bytes head;
};

/** Write the header of an event. @return the buffer for its fields */
struct bytes *ctf_begin_event(struct trace_export *e, struct ctf_streams *s, unsigned cpu, unsigned event,
                              uint64_t time);
void ctf_close_packet(struct trace_export *e, struct ctf_streams *s, unsigned cpu);

/** Append text with its NUL, or quoted text for metadata. */
void ctf_string(struct bytes *b, const char *text);
void ctf_quoted(struct bytes *b, const char *text);

/**
 * Write the metadata and close all files.
 *
 * @param domain   "kernel" or "ust", as in LTTng
 * @param context  context of each event, as metadata: "struct { … }", or NULL
 * @param events   declarations of the events
 */
void ctf_finish(struct trace_export *e, struct ctf_streams *s, const char *domain, const char *context,
                struct bytes *events);
void ctf_streams_free(struct ctf_streams *s);

#endif
