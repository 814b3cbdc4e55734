/* SPDX-License-Identifier: BSD-2-Clause */
/* The layers of a packet: COBS, checksum, varints. */
#ifndef READ_STREAM_PACKET_PRIV_H
#define READ_STREAM_PACKET_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

/**
 * Decode COBS and verify the checksum.
 *
 * @param out   receives type and body; must have room for SPOOR_WIRE_PACKET_MAX + 1 bytes
 * @param used  receives their number, without the checksum
 * @param sum   receives the checksum
 * @return NULL, or a description of the error
 */
const char *packet_open(const uint8_t *frame, size_t n, uint8_t *out, size_t *used, uint32_t *sum);

/** A position in a body. If a read fails, `bad` is set and stays set, and all later reads return 0. */
struct cursor {
    const uint8_t *at, *end;
    bool bad;
};

/** Read a varint of several bytes with at most `bits` bits. */
uint64_t cursor_long(struct cursor *c, unsigned bits);

static inline uint32_t cursor_u32(struct cursor *c)
{
    return c->at < c->end && *c->at < 0x80 ? *c->at++ : (uint32_t)cursor_long(c, 32);
}

static inline uint64_t cursor_u64(struct cursor *c)
{
    if (c->end - c->at >= 2) {
        if (c->at[0] < 0x80) {
            return *c->at++;
        }
        if (c->at[1] < 0x80) {
            c->at += 2;
            return (c->at[-2] & 0x7fu) | (uint32_t)c->at[-1] << 7;
        }
    }
    return cursor_long(c, 64);
}

/** @return the next `n` bytes, or NULL if there are fewer */
const uint8_t *cursor_bytes(struct cursor *c, size_t n);

static inline bool cursor_more(const struct cursor *c)
{
    return !c->bad && c->at < c->end;
}

#endif
