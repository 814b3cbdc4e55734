/* SPDX-License-Identifier: BSD-2-Clause */
/* Packets: their bytes, checksum and frame. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_EVENTS

#include <stddef.h>
#include <string.h>
#include "packet_priv.h"

/* For each record or, if they aren't encoded, seldom. */
#if CONFIG_TRACE_ENCODED
#define USUAL
#else
#define USUAL SMALL
#endif

SMALL void spoor_packet_begin(struct trace_encoder *e, enum spoor_wire_type type)
{
    e->used = PACKET_START;
    e->frame[e->used++] = (uint8_t)type;
}

SMALL void trace_encode_bytes(struct trace_encoder *e, const void *data, size_t n)
{
    size_t room = PACKET_LIMIT - e->used - 2; /* a length takes at most two bytes */
    size_t fits = n < room ? n : room;

    trace_encode_u32(e, fits);
    memcpy(e->frame + e->used, data, fits);
    e->used += (unsigned)fits;
}

/* Doesn't use strlen(), which the program may not have. */
SMALL void trace_encode_text(struct trace_encoder *e, const char *text)
{
    size_t n = 0;

    while (n < SPOOR_WIRE_PACKET_MAX && text[n] != '\0') {
        n++;
    }
    trace_encode_bytes(e, text, n);
}

_Static_assert((offsetof(struct trace_encoder, frame) + PACKET_START) % 4 == 0,
               "a packet must be aligned to a word");

/* The state of byte stuffing in a frame. */
struct stuffing {
    uint8_t *code; /* the place of the last zero, where the distance to the next one is stored */
};

/* Consistent overhead byte stuffing, in place. A packet is too short to need a code of 255. */
static inline void stuff_zero(struct stuffing *s, uint8_t *at)
{
    *s->code = (uint8_t)(at - s->code);
    s->code = at;
}

static inline void stuff(struct stuffing *s, uint8_t *at, const uint8_t *end)
{
    for (; at < end; at++) {
        if (*at == 0) {
            stuff_zero(s, at);
        }
    }
}

#if CONFIG_TRACE_ENCODED

static inline bool has_zero(uint32_t word)
{
    return ((word - UINT32_C(0x01010101)) & ~word & UINT32_C(0x80808080)) != 0;
}

/*
 * Stuff the whole words of `n` bytes, and compute the checksum in the same pass. Zeros must follow the bytes,
 * to the end of the last word.
 *
 * @return the bytes that aren't stuffed yet
 */
static uint8_t *sum_and_stuff(struct stuffing *s, uint8_t *at, uint32_t n, uint32_t *sum)
{
    uint32_t *word = (uint32_t *)(void *)at;
    uint32_t *end = word + n / 4;

    *sum = 0;
    while (word < end) {
        uint32_t w = *word++;

        *sum = spoor_wire_sum_step(*sum, w);
        if (has_zero(w)) {
            uint8_t *byte = (uint8_t *)(word - 1);

#ifdef __OPTIMIZE_SIZE__
            stuff(s, byte, byte + 4);
#else
            if ((w & 0xFF) == 0) {
                stuff_zero(s, byte);
            }
            if ((w & 0xFF00) == 0) {
                stuff_zero(s, byte + 1);
            }
            if ((w & 0xFF0000) == 0) {
                stuff_zero(s, byte + 2);
            }
            if ((w & 0xFF000000) == 0) {
                stuff_zero(s, byte + 3);
            }
#endif
        }
    }
    *sum ^= spoor_wire_sum_word(*word); /* 0 for a word of zeros */
    return (uint8_t *)word;
}

#else

/* Records are in no packet, so packets are few: the whole packet is stuffed after its checksum is known. */
SMALL static uint8_t *sum_and_stuff(struct stuffing *s, uint8_t *at, uint32_t n, uint32_t *sum)
{
    const uint32_t *word = (uint32_t *)(void *)at;

    (void)s;
    *sum = spoor_wire_sum_word(*word);
    for (uint32_t left = n / 4; left != 0; left--) {
        *sum = spoor_wire_sum_next(*sum) ^ spoor_wire_sum_word(*++word);
    }
    return at;
}

#endif

USUAL void trace_encode_end(struct trace_encoder *e)
{
    struct stuffing s = {e->frame + PACKET_START - 1};
    uint8_t *end = e->frame + e->used, *unstuffed;
    uint32_t n = e->used - PACKET_START, sum;

    memset(end, 0, SPOOR_WIRE_SUM_BYTES);
    unstuffed = sum_and_stuff(&s, e->frame + PACKET_START, n, &sum);
    sum = spoor_wire_sum_end(sum, n);
    for (unsigned i = 0; i < SPOOR_WIRE_SUM_BYTES; i++) {
        *end++ = (uint8_t)(sum >> 8 * i);
    }
    stuff(&s, unstuffed, end);
    *s.code = (uint8_t)(end - s.code);
    e->frame[0] = 0;
    *end++ = 0;
    e->bytes_sent += (unsigned)(end - e->frame);
    e->send(e->frame, (size_t)(end - e->frame));
}

#endif
