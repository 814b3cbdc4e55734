/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encoding of sub-buffers as packets: delta and variable-length coding, the checksum, the frame. The drain
 * calls these functions; the hot path doesn't. They depend neither on a kernel nor on a link. wire.h defines
 * the format.
 *
 *     trace_encode_begin(&e, SPOOR_WIRE_THREAD);    starts with the recording's number, except in a header
 *     trace_encode_number(&e, id);
 *     …
 *     trace_encode_end(&e);                         passes the frame to e.send
 *
 * Context of all functions: the owner of the encoder.
 */
#ifndef SPOOR_CORE_ENCODE_H
#define SPOOR_CORE_ENCODE_H

#include <stddef.h>
#include <spoor/util/language.h>
#include <spoor/core/read.h>
#include <spoor/wire_dense.h>

SPOOR_EXTERN_C_BEGIN

/** Maximum size of a frame: a packet, the byte added by COBS, and a zero at each end. */
#define TRACE_FRAME_MAX (SPOOR_WIRE_PACKET_MAX + 3)

/** Counts of the records sent for one CPU. */
struct trace_sent {
    uint32_t packets; /**< packets of type SPOOR_WIRE_EVENTS, SUBBUF, GAP or CLEARED */
    uint32_t records; /**< records in them; words in those of type SPOOR_WIRE_SUBBUF */
    uint32_t dropped; /**< `dropped` of the last sub-buffer */
    uint32_t clears;  /**< clears reported */
    uint64_t time;    /**< time of the last record, or of the end of the last sub-buffer */
#if CONFIG_TRACE_DENSE
    uint32_t until_reset; /**< records until the model is reset; 0: it is reset in the next packet */
#endif
};

#if CONFIG_TRACE_DENSE
/** The end of a packet that consists of bits. */
struct trace_bits {
    uint8_t *at;   /**< the next word in the frame, aligned */
    uint32_t bits; /**< bits for that word, lowest first */
    uint32_t unit; /**< the place of the next bit, as a power of 2 */
    /** Up to here, a record of at most SPOOR_DENSE_WORDS words fits into the packet. */
    const uint8_t *safe;
    /** The first record that may not fit, or not be whole, and is checked; NULL: all are. */
    const uint32_t *check_from;
};

/** A packet of records that the next sub-buffer may continue. */
struct trace_unsent {
    struct spoor_dense *model; /**< of its CPU; NULL: no packet is open */
    uint64_t time;             /**< time of its last record, in ticks */
    struct trace_bits bits;
};
#endif

struct trace_encoder {
    /**
     * Send a whole frame, which must not be used after the return. Set by the owner; the other members must
     * be 0.
     */
    void (*send)(const uint8_t *frame, size_t bytes);
    uint64_t bytes_sent; /**< bytes sent, including frames */
    uint32_t recording;
    /**
     * Sends a sub-buffer unencoded (SPOOR_WIRE_SUBBUF); NULL: sub-buffers are encoded. Set by
     * trace_encode_set_raw().
     */
    void (*send_raw)(void *run, const uint32_t *records, uint32_t words);
    unsigned shift; /**< log2 of the cycles in a tick of the event clock */
    struct trace_sent cpu[CONFIG_CPUS];
#if CONFIG_TRACE_DENSE
    struct trace_unsent unsent;
    struct spoor_dense models[CONFIG_CPUS];
#else
    uint32_t longs[SPOOR_WIRE_LONG_SLOTS];
    uint32_t last_long;
#endif
    unsigned used;     /**< bytes in `frame` */
    uint8_t unused[2]; /**< aligns the packet to a word */
    uint8_t frame[TRACE_FRAME_MAX + 3];
};

/** Start a packet. */
void trace_encode_begin(struct trace_encoder *e, enum spoor_wire_type type);

/** Send sub-buffers unencoded, or encode them. */
void trace_encode_set_raw(struct trace_encoder *e, bool raw);

/**
 * Append a number, which takes at most 10 bytes, or 5 if it has 32 bits. The caller must make sure that it
 * fits into the packet.
 */
void trace_encode_number(struct trace_encoder *e, uint64_t n);

/** Append a number of 32 bits. The call takes fewer instructions than trace_encode_number(). */
void trace_encode_u32(struct trace_encoder *e, uint32_t n);

/** Append `n` numbers of 32 bits. */
void trace_encode_list(struct trace_encoder *e, const uint32_t *numbers, unsigned n);

/** Append several numbers of 32 bits. One call takes fewer instructions than one for each. */
#define trace_encode_all(e, ...)                                                                             \
    trace_encode_list((e), (const uint32_t[]){__VA_ARGS__},                                                  \
                      sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

/** Append a time in ticks of the stream; `cycles` are converted. */
void trace_encode_time(struct trace_encoder *e, uint64_t cycles);

/**
 * Append a length and that many bytes. If they don't fit, they are cut: they should be the packet's last
 * field.
 */
void trace_encode_bytes(struct trace_encoder *e, const void *data, size_t n);

/** Append a text with its length, like trace_encode_bytes(). */
void trace_encode_text(struct trace_encoder *e, const char *text);

/** End the packet and send it. */
void trace_encode_end(struct trace_encoder *e);

/**
 * Send the records of a closed sub-buffer, preceded by a gap if records were lost since the previous one. A
 * damaged sub-buffer is sent up to the damage.
 */
void trace_encode_subbuf(struct trace_encoder *e, unsigned cpu, const struct trace_subbuf *p);

#if CONFIG_TRACE_DENSE
/** Send the packet that a sub-buffer has left open, if any. Any other packet does this first. */
void trace_encode_flush(struct trace_encoder *e);

/** Make the next packet of each CPU readable without others: a header follows. */
void trace_encode_restart(struct trace_encoder *e);
#else
static inline void trace_encode_flush(struct trace_encoder *e)
{
    (void)e;
}

static inline void trace_encode_restart(struct trace_encoder *e)
{
    (void)e;
}
#endif

/**
 * Send the number of records sent and lost, preceded by SPOOR_WIRE_CLEARED if the ring was cleared.
 *
 * @param lost  CONFIG_TRACE_IDS counts by ID, or with CONFIG_TRACE_LOSSES_BY_ID 0 one of all; NULL to omit
 * them
 */
void trace_encode_losses(struct trace_encoder *e, unsigned cpu, const struct trace_ring_counts *counts,
                         const uint32_t *lost);

SPOOR_EXTERN_C_END

#endif
