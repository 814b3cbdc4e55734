/* SPDX-License-Identifier: BSD-2-Clause */
/* Splits a link's bytes into console text and frames. */
#ifndef READ_STREAM_DEMUX_PRIV_H
#define READ_STREAM_DEMUX_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

/** Length of the longest frame, without its zeros. */
#define DEMUX_FRAME_MAX (SPOOR_WIRE_PACKET_MAX + 1)

/** Receives frames and text. Each offset is that of the first byte. */
struct demux_sink {
    /** Take the bytes between two zeros, COBS-encoded. @return NULL if they were a packet, or the reason why
     * not */
    const char *(*frame)(void *arg, const uint8_t *bytes, size_t n, uint64_t offset);
    void (*text)(void *arg, const uint8_t *bytes, size_t n, uint64_t offset);
    /** Bytes that are neither frame nor text. @param why the error that frame() returned, or a fixed text */
    void (*skipped)(void *arg, size_t n, uint64_t offset, const char *why);
    /** Take raw bytes announced by demux_expect_raw(). They may arrive in pieces. */
    void (*raw)(void *arg, const uint8_t *bytes, size_t n);
    void *arg;
};

enum demux_state { DEMUX_TEXT, DEMUX_FRAME, DEMUX_JUNK };

/** State of the demultiplexer. At the start of a stream everything except the sink must be zero. */
struct demux {
    struct demux_sink sink;
    bool stop; /**< set by the sink: take no more bytes for now */
    enum demux_state state;
    uint64_t offset; /**< offset of the next byte */
    uint64_t begin;  /**< offset of held[0] */
    size_t raw_left; /**< raw bytes still expected */
    size_t used;
    size_t shown;  /**< bytes of `held` that were passed to the sink as text */
    bool too_long; /**< more bytes since the last zero precede held[0] */
    uint8_t held[DEMUX_FRAME_MAX + 1];
};

/** Expect `n` raw bytes after the current frame. Must be called from the sink's frame(). */
void demux_expect_raw(struct demux *d, size_t n);

/** Take bytes until all are taken or the sink sets `stop`. @return the number of bytes taken */
size_t demux_feed(struct demux *d, const uint8_t *bytes, size_t n);

/** End the stream. */
void demux_end(struct demux *d);

#endif
