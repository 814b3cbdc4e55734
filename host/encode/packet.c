/* SPDX-License-Identifier: BSD-2-Clause */
/* docs/wire-format.md, sections 1 and 2. */
#include <string.h>
#include <encode/packet.h>

void packet_bytes(struct packet *p, const void *bytes, size_t n)
{
    if (n > PACKET_LIMIT || p->used > PACKET_LIMIT - n) {
        p->failed = true;
    } else if (n > 0) {
        memcpy(p->bytes + p->used, bytes, n);
        p->used += (unsigned)n;
    }
}

void packet_begin(struct packet *p, unsigned type)
{
    *p = (struct packet){.used = 0};
    packet_bytes(p, &(uint8_t){(uint8_t)type}, 1);
}

void packet_number(struct packet *p, uint64_t number)
{
    uint8_t bytes[10];
    unsigned n = 0;

    for (; number >= 0x80; number >>= 7) {
        bytes[n++] = (uint8_t)(number | 0x80);
    }
    bytes[n++] = (uint8_t)number;
    packet_bytes(p, bytes, n);
}

void packet_text(struct packet *p, const char *text)
{
    size_t n = strlen(text), room = p->used + 2 < PACKET_LIMIT ? PACKET_LIMIT - p->used - 2 : 0;

    n = n < room ? n : room;
    packet_number(p, n);
    packet_bytes(p, text, n);
}

static uint32_t sum_of(const uint8_t *bytes, unsigned n)
{
    uint32_t sum = 0, word = 0;

    for (unsigned i = 0; i < n; i++) {
        word |= (uint32_t)bytes[i] << 8 * (i % 4);
        if (i % 4 == 3) {
            sum = spoor_wire_sum_step(sum, word);
            word = 0;
        }
    }
    return spoor_wire_sum_end(n % 4 != 0 ? sum ^ spoor_wire_sum_word(word) : sum, n);
}

bool packet_end(struct packet *p, struct packet_frame *frame)
{
    uint32_t sum = sum_of(p->bytes, p->used);
    unsigned code = 1, used = 2;

    for (unsigned i = 0; i < SPOOR_WIRE_SUM_BYTES; i++) {
        p->bytes[p->used++] = (uint8_t)(sum >> 8 * i);
    }
    frame->bytes[0] = 0;
    for (unsigned i = 0; i < p->used && !p->failed; i++) { /* zeros are replaced by distances */
        if (p->bytes[i] == 0) {
            frame->bytes[code] = (uint8_t)(used - code);
            code = used++;
        } else {
            frame->bytes[used++] = p->bytes[i];
        }
    }
    frame->bytes[code] = (uint8_t)(used - code);
    frame->bytes[used++] = 0;
    frame->used = used;
    return !p->failed;
}
