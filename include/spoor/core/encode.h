/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From sub-buffers to packets: delta and variable-length coding, the checksum, the frame. The drain calls it,
 * never the hot path; it knows no kernel and no link. The format is wire.h's.
 *
 *     trace_encode_begin(&e, SPOOR_WIRE_THREAD);    with the recording's number, but for a header
 *     trace_encode_number(&e, id);
 *     …
 *     trace_encode_end(&e);                 passes the frame to e.send
 */
#ifndef SPOOR_CORE_ENCODE_H
#define SPOOR_CORE_ENCODE_H

#include <stddef.h>
#include <spoor/util/language.h>
#include <spoor/core/read.h>

SPOOR_EXTERN_C_BEGIN

/** A packet, the byte that COBS adds, and a zero at each end. */
#define TRACE_FRAME_MAX (SPOOR_WIRE_PACKET_MAX + 3)

/** Counts of one CPU's sent records. */
struct trace_sent {
    uint32_t packets; /**< of type SPOOR_WIRE_EVENTS, SUBBUF, GAP or CLEARED */
    uint32_t records; /**< in them; in those of type SPOOR_WIRE_SUBBUF: words */
    uint32_t dropped; /**< of the last sub-buffer */
    uint32_t clears;  /**< told */
    uint64_t time;    /**< of the last record, or of the end of the last sub-buffer */
};

struct trace_encoder {
    /** Takes a whole frame; it is the encoder's again after that. Set by the owner, the rest being 0. */
    void (*send)(const uint8_t *frame, size_t bytes);
    uint64_t bytes_sent; /**< frames */
    uint32_t recording;
    /** Sends a sub-buffer as it is: SPOOR_WIRE_SUBBUF. NULL: it is encoded. Set by trace_encode_set_raw(). */
    void (*send_raw)(void *run, const uint32_t *records, uint32_t words);
    unsigned shift; /**< log2 of the cycles in a tick of the event clock */
    struct trace_sent cpu[CONFIG_CPUS];
    uint32_t longs[SPOOR_WIRE_LONG_SLOTS];
    uint32_t last_long;
    unsigned used;     /**< bytes in `frame` */
    uint8_t unused[2]; /**< so that a packet lies at a word's boundary */
    uint8_t frame[TRACE_FRAME_MAX + 3];
};

/** Begin a packet. Context: the encoder's owner, as for all of these. */
void trace_encode_begin(struct trace_encoder *e, enum spoor_wire_type type);

/** Send sub-buffers as they are, or encode them. */
void trace_encode_set_raw(struct trace_encoder *e, bool raw);

/** Append a number. The caller sees to it that a packet isn't overfull: 10 bytes at most, 5 for 32 bits. */
void trace_encode_number(struct trace_encoder *e, uint64_t n);

/** The same for 32 bits, in fewer instructions at the call. */
void trace_encode_u32(struct trace_encoder *e, uint32_t n);

/** Append a time, which is in cycles, in ticks of the stream. */
void trace_encode_time(struct trace_encoder *e, uint64_t cycles);

/** Append a length and that many bytes; the last field of a packet is cut to fit. */
void trace_encode_bytes(struct trace_encoder *e, const void *data, size_t n);

/** Add a text, with its length. Context: as above. */
void trace_encode_text(struct trace_encoder *e, const char *text);

/** End the packet and send it. */
void trace_encode_end(struct trace_encoder *e);

/**
 * Send the records of a closed sub-buffer, and before them the gap when records were lost since the previous
 * one. A damaged sub-buffer is sent up to the damage.
 */
void trace_encode_subbuf(struct trace_encoder *e, unsigned cpu, const struct trace_subbuf *p);

/**
 * Send how many records there were and how many were lost, and before that whether the ring was cleared.
 *
 * @param lost  by ID, CONFIG_TRACE_IDS of them; NULL: they are not sent
 */
void trace_encode_losses(struct trace_encoder *e, unsigned cpu, const struct trace_ring_counts *counts,
                         const uint32_t *lost);

SPOOR_EXTERN_C_END

#endif
