/* SPDX-License-Identifier: BSD-2-Clause */
/* Splits a link's bytes into console text and frames. */
#ifndef READ_STREAM_DEMUX_PRIV_H
#define READ_STREAM_DEMUX_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

/** Longest frame, without its zeros. */
#define DEMUX_FRAME_MAX (SPOOR_WIRE_PACKET_MAX + 1)

/** The receiver of frames and text. Offsets are those of the first byte. */
struct demux_sink {
    /** Bytes between two zeros, COBS-encoded. @return NULL when that was a packet, or why not */
    const char *(*frame)(void *arg, const uint8_t *bytes, size_t n, uint64_t offset);
    void (*text)(void *arg, const uint8_t *bytes, size_t n, uint64_t offset);
    /** Neither. @param why the reason that frame() gave, or that it is no text */
    void (*skipped)(void *arg, size_t n, uint64_t offset, const char *why);
    /** Bytes that demux_expect_raw() announced; in pieces. */
    void (*raw)(void *arg, const uint8_t *bytes, size_t n);
    void *arg;
};

enum demux_state { DEMUX_TEXT, DEMUX_FRAME, DEMUX_JUNK };

/** All zero but the sink: at the start of a stream. */
struct demux {
    struct demux_sink sink;
    bool stop; /**< set by the sink: take no more bytes for now */
    enum demux_state state;
    uint64_t offset; /**< of the next byte */
    uint64_t begin;  /**< of held[0] */
    size_t raw_left; /**< bytes as they are, still to come */
    size_t used;
    size_t shown;  /**< bytes of held that were given out as text */
    bool too_long; /**< there were more bytes before held[0] since the last zero */
    uint8_t held[DEMUX_FRAME_MAX + 1];
};

/** After the frame in hand come `n` bytes as they are. For the sink's frame(). */
void demux_expect_raw(struct demux *d, size_t n);

/** Take bytes until all are taken or the sink says stop. @return how many were taken */
size_t demux_feed(struct demux *d, const uint8_t *bytes, size_t n);

/** The stream ends here. */
void demux_end(struct demux *d);

#endif
