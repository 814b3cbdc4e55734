/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encoding of sub-buffers as packets, and of the losses between them. records.c encodes the records of a
 * sub-buffer, packet.c the packets.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <spoor/event.h>
#include "records_priv.h"

static inline struct trace_sent *sent_of(struct trace_encoder *e, unsigned cpu)
{
    return &e->cpu[CONFIG_CPUS > 1 ? cpu : 0]; /* a constant address if there is only one */
}

/*
 * Send GAP or CLEARED: a number, a count, and a time interval. It is counted as a packet, so that its loss on
 * the link is detected.
 */
SMALL static void put_interval(struct trace_encoder *e, enum spoor_wire_type type, unsigned cpu,
                               uint32_t number, uint32_t count, uint64_t until)
{
    struct trace_sent *sent = sent_of(e, cpu);

    trace_encode_begin(e, type);
    trace_encode_all(e, cpu, number, count, (uint32_t)sent->time);
    trace_encode_number(e, until);
    trace_encode_end(e);
    sent->packets++;
}

/* Send CLEARED if the ring was cleared, after which the counts of losses start again. */
SMALL static void note_clears(struct trace_encoder *e, unsigned cpu, uint32_t clears, uint32_t cleared,
                              uint64_t until)
{
    struct trace_sent *sent = sent_of(e, cpu);

    if (CONFIG_TRACE_CLEARS && clears != sent->clears) {
        put_interval(e, SPOOR_WIRE_CLEARED, cpu, clears, cleared, until);
        sent->clears = clears;
        sent->dropped = 0;
    }
}

/* Report the losses since the last sub-buffer. */
SMALL static void note_subbuf(struct trace_encoder *e, unsigned cpu, const struct spoor_wire_subbuf *head,
                              uint64_t opened)
{
    struct trace_sent *sent = sent_of(e, cpu);

    note_clears(e, cpu, head->clears, head->cleared, opened);
    if (head->dropped != sent->dropped) {
        put_interval(e, SPOOR_WIRE_GAP, cpu, sent->packets, head->dropped - sent->dropped, opened);
    }
    sent->dropped = head->dropped;
}

/* Send a header, and the words unencoded. */
SMALL static void send_raw(void *sent, const uint32_t *records, uint32_t words)
{
    struct run *run = sent;
    struct trace_encoder *e = run->e;

    trace_encode_begin(e, SPOOR_WIRE_SUBBUF);
    trace_encode_all(e, run->cpu, run->sent->packets++, run->sent->records);
    trace_encode_number(e, run->time);
    trace_encode_u32(e, words);
    trace_encode_end(e);
    run->sent->records += words;
    run->sent->time = run_ticks(run);
    e->bytes_sent += 4 * words;
    e->send((const uint8_t *)records, 4 * (size_t)words);
}

/* A program that doesn't call this function doesn't contain send_raw(). */
SMALL void trace_encode_set_raw(struct trace_encoder *e, bool raw)
{
#if CONFIG_TRACE_ENCODED
    e->send_raw = raw ? send_raw : NULL;
#else
    (void)e;
    (void)raw;
#endif
}

void trace_encode_subbuf(struct trace_encoder *e, unsigned cpu, const struct trace_subbuf *p)
{
    uint32_t used = p->head.used_words < TRACE_SUBBUF_ROOM ? p->head.used_words : TRACE_SUBBUF_ROOM;
    const uint32_t *at = p->records;
    struct run run = {
        .e = e,
        .sent = sent_of(e, cpu),
        .cpu = cpu,
        .time = (uint64_t)p->head.time_high << 32 | p->head.time_low,
    };

    note_subbuf(e, cpu, &p->head, run_ticks(&run));
#if CONFIG_TRACE_ENCODED
    if (e->send_raw == NULL) {
        spoor_encode_records(&run, at, at + used);
        run.sent->time = run_ticks(&run);
    } else if (used != 0) {
        e->send_raw(&run, at, used);
    }
#else
    if (used != 0) {
        send_raw(&run, at, used);
    }
#endif
}

SMALL static void begin_losses(struct trace_encoder *e, unsigned cpu, const struct trace_ring_counts *counts)
{
    trace_encode_begin(e, SPOOR_WIRE_LOSSES);
    trace_encode_all(e, cpu, counts->clears, counts->cleared, sent_of(e, cpu)->records, counts->lost);
    trace_encode_time(e, counts->until);
}

SMALL void trace_encode_losses(struct trace_encoder *e, unsigned cpu, const struct trace_ring_counts *counts,
                               const uint32_t *lost)
{
    uint64_t until = spoor_packet_ticks(e, counts->until), time = sent_of(e, cpu)->time;

    note_clears(e, cpu, counts->clears, counts->cleared, until > time ? until : time);
    begin_losses(e, cpu, counts);
    for (unsigned id = 0; id < (CONFIG_TRACE_LOSSES_BY_ID ? CONFIG_TRACE_IDS : 1) && lost != NULL; id++) {
        if (lost[id] == 0) {
            continue;
        }
        if (CONFIG_TRACE_LOSSES_BY_ID && e->used + 2 * NUMBER_MAX > PACKET_LIMIT) {
            trace_encode_end(e);
            begin_losses(e, cpu, counts);
        }
        trace_encode_all(e, CONFIG_TRACE_LOSSES_BY_ID ? id : SPOOR_WIRE_ID_ANY, lost[id]);
    }
    trace_encode_end(e);
}

#endif
