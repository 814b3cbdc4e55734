/* SPDX-License-Identifier: BSD-2-Clause */
/* A reader's state, and the calls between its files. */
#ifndef READER_PRIV_H
#define READER_PRIV_H

#include <stdio.h>
#include "demux_priv.h"
#include "packet_priv.h"
#include "read.h"

/** More than any target has; a packet that names a CPU beyond is invalid. */
#define READER_CPUS_MAX 64

/** Packets among which a repetition is recognised. */
#define READER_RECENT 64

struct reader_cpu {
    bool seen;            /**< an EVENTS packet came */
    uint32_t next_number; /**< of the next packet */
    uint32_t next_before; /**< records before it, less those of the last one when that is `unread` */
    bool unread;          /**< the last packet could not be decoded */
    uint64_t last_time;
    uint32_t recent_number[READER_RECENT], recent_sum[READER_RECENT];
    unsigned recents;
    struct spoor_counts counts;
    uint32_t *lost_by_id; /**< WIRE_IDS */
};

struct spoor_reader {
    char *name;
    const struct spoor_elf *elf;
    struct spoor_report report;
    int fd;
    bool own_fd;
    bool ended;
    int failed; /**< negative errno: nothing more comes */
    bool said_no_elf;
    struct demux demux;
    uint64_t offset; /**< of the packet in hand */

    /* A bad frame whose cost the next packet may give. */
    struct {
        uint64_t offset;
        const char *why;
        unsigned frames;
    } pending;

    struct spoor_item *queue;
    size_t head, tail, room;
    struct chunk *chunks; /**< the bytes that items refer to */

    struct spoor_header header;
    struct spoor_traffic traffic;
    struct spoor_thread *threads;
    size_t thread_count, thread_room;
    struct reader_cpu *cpus[READER_CPUS_MAX];
    unsigned cpu_count;
    uint64_t last_time; /**< the latest of all */
};

/** @return a reader without a source, or NULL without memory */
struct spoor_reader *reader_new(const char *name, const struct spoor_elf *elf,
                                const struct spoor_report *report);

/** Free all that it has collected. */
void reader_free_items(struct spoor_reader *r);

/** Report, with the reader's name first. */
void reader_say(struct spoor_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Nothing more can be read: keep the errno for spoor_next(). */
void reader_fail(struct spoor_reader *r, int error);

/** Queue an item of `kind`, with the offset and last time filled in. @return it, or NULL without memory */
struct spoor_item *reader_push(struct spoor_reader *r, enum spoor_kind kind);

/** Keep a copy of bytes until the reader is closed. @return it, or NULL */
const uint8_t *reader_keep(struct spoor_reader *r, const void *bytes, size_t n);

/** @return the state of one CPU, made when it's new; NULL: no CPU, or no memory */
struct reader_cpu *reader_cpu(struct spoor_reader *r, uint32_t cpu);

/** The target restarted, with all CPUs: forget their counts and times. */
void reader_restart(struct spoor_reader *r);

/** Report a bad frame that was held back. @param lost the records it held, -1 when not known */
void reader_flush_pending(struct spoor_reader *r, int64_t lost);

/** Take one packet with a right checksum. @return whether it is valid; otherwise it was reported */
bool packets_take(struct spoor_reader *r, const uint8_t *packet, size_t n);

/** Take the body of an EVENTS packet. @param sum of the packet, to know it again. @return as above */
bool events_take(struct spoor_reader *r, struct cursor *c, uint32_t sum);

/** Register a thread. @param name `n` bytes */
void reader_thread(struct spoor_reader *r, uint32_t number, uint32_t priority, const void *name, size_t n);

#endif
