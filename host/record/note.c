/* SPDX-License-Identifier: BSD-2-Clause */
/* The recorder's own packet: docs/wire-format.md, sections 1 and 3. */
#include <string.h>
#include <profiler/wire.h>
#include <record/record.h>

static unsigned put_number(uint8_t *at, uint64_t n)
{
    unsigned used = 0;

    for (; n >= 0x80; n >>= 7) {
        at[used++] = (uint8_t)(n | 0x80);
    }
    at[used++] = (uint8_t)n;
    return used;
}

static uint32_t sum_of(const uint8_t *bytes, unsigned n)
{
    uint32_t sum = 0, word = 0;

    for (unsigned i = 0; i < n; i++) {
        word |= (uint32_t)bytes[i] << 8 * (i % 4);
        if (i % 4 == 3) {
            sum = wire_sum_step(sum, word);
            word = 0;
        }
    }
    return wire_sum_end(n % 4 != 0 ? sum ^ wire_sum_word(word) : sum, n);
}

unsigned note_make(uint8_t *frame, uint64_t ms, const char *text)
{
    uint8_t packet[WIRE_PACKET_MAX];
    unsigned n = 0, code = 1, used = 2;
    size_t length = strlen(text), most = WIRE_PACKET_MAX - WIRE_SUM_BYTES - 16;

    length = length < most ? length : most;
    packet[n++] = WIRE_NOTE;
    n += put_number(packet + n, 0);
    n += put_number(packet + n, ms);
    n += put_number(packet + n, length);
    memcpy(packet + n, text, length);
    n += (unsigned)length;
    uint32_t sum = sum_of(packet, n);

    for (unsigned i = 0; i < WIRE_SUM_BYTES; i++) {
        packet[n++] = (uint8_t)(sum >> 8 * i);
    }
    frame[0] = 0;
    for (unsigned i = 0; i < n; i++) { /* zeros become distances */
        if (packet[i] == 0) {
            frame[code] = (uint8_t)(used - code);
            code = used++;
        } else {
            frame[used++] = packet[i];
        }
    }
    frame[code] = (uint8_t)(used - code);
    frame[used++] = 0;
    return used;
}
