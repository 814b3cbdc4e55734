/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes COBS, checksums and varints: sections 1 and 2 of docs/wire-format.md. */
#include <string.h>
#include "packet_priv.h"

_Static_assert(SPOOR_WIRE_PACKET_MAX + 1 < 255, "a frame may contain code 255, which no zero follows");

/* Decode COBS. `out` must have room for `n` bytes. @return the number of bytes, or -1 if the code is
 * invalid */
static int undo_cobs(const uint8_t *in, size_t n, uint8_t *out)
{
    size_t used = 0;

    for (size_t i = 0; i < n;) {
        size_t code = in[i];

        if (code == 0 || i + code > n) {
            return -1;
        }
        if (code > 1) {
            memcpy(out + used, in + i + 1, code - 1);
        }
        used += code - 1;
        i += code;
        if (i < n) {
            out[used++] = 0;
        }
    }
    return (int)used;
}

static uint32_t word_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t sum_of(const uint8_t *bytes, size_t n)
{
    uint32_t sum = 0, rest = 0;
    size_t at = 0;

    for (; at + 4 <= n; at += 4) {
        sum = spoor_wire_sum_step(sum, word_at(bytes + at));
    }
    for (unsigned i = 0; at + i < n; i++) {
        rest |= (uint32_t)bytes[at + i] << 8 * i;
    }
    if (at < n) {
        sum ^= spoor_wire_sum_word(rest);
    }
    return spoor_wire_sum_end(sum, (uint32_t)n);
}

const char *packet_open(const uint8_t *frame, size_t n, uint8_t *out, size_t *used, uint32_t *sum)
{
    if (n > SPOOR_WIRE_PACKET_MAX + 1) {
        return "longer than a packet may be";
    }
    int bytes = undo_cobs(frame, n, out);

    if (bytes < 0) {
        return "broken byte stuffing";
    }
    if (bytes < 1 + SPOOR_WIRE_SUM_BYTES) {
        return "too short for a packet";
    }
    *used = (size_t)bytes - SPOOR_WIRE_SUM_BYTES;
    *sum = sum_of(out, *used);
    if (*sum != word_at(out + *used)) {
        return "checksum mismatch";
    }
    return NULL;
}

uint64_t cursor_long(struct cursor *c, unsigned bits)
{
    uint64_t n = 0;

    for (unsigned shift = 0; !c->bad; shift += 7) {
        if (c->at == c->end || shift >= bits) {
            break;
        }
        uint64_t group = *c->at & 0x7f;

        if (shift + 7 > bits && group >> (bits - shift) != 0) {
            break;
        }
        n |= group << shift;
        if (!(*c->at++ & 0x80)) {
            return n;
        }
    }
    c->bad = true;
    return 0;
}

const uint8_t *cursor_bytes(struct cursor *c, size_t n)
{
    if (c->bad || n > (size_t)(c->end - c->at)) {
        c->bad = true;
        return NULL;
    }
    c->at += n;
    return c->at - n;
}
