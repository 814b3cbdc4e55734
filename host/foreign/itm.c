/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packets of the ITM and DWT (Armv7-M ARM, D4.2). The first byte determines the type:
 *
 *   00000000 … 10000000  synchronization: at least 47 zero bits and a one
 *   01110000             overflow
 *   C0TT0000, 0TTT0000   local timestamp, with and without further bytes
 *   10t10100             global timestamp
 *   CEEE1S00             extension; if S is 0, the page of the following ports
 *   AAAAA0SS             software: SS is 1, 2 or 3 for 1, 2 or 4 bytes to port A
 *   AAAAA1SS             hardware: the same form
 *
 * Timestamps and extensions continue with further bytes while bit 7 is set.
 */
#include <foreign/swo.h>

enum { HEADER, CONTINUED, LOCAL, SOFTWARE, HARDWARE };

#define SYNC_ZEROS      5 /* zero bytes before the byte with the one */
#define CONTINUED_MOST  6 /* maximum of further bytes: those of the longest timestamp */
#define OVERFLOW_HEADER 0x70

static void begin(struct itm *m, unsigned kind, unsigned left)
{
    m->kind = kind;
    m->left = m->size = left;
    m->value = 0;
}

static void source(struct itm *m, uint8_t header)
{
    static const uint8_t sizes[4] = {0, 1, 2, 4};

    begin(m, (header & 4) != 0 ? HARDWARE : SOFTWARE, sizes[header & 3]);
    m->source = (header & 4) != 0 ? header >> 3 : (m->page & 7) * 32 + (header >> 3);
}

static void extension(struct itm *m, uint8_t header)
{
    if ((header & 4) == 0 && (header & 0x80) == 0) {
        m->page = header >> 4 & 7;
    }
    begin(m, (header & 0x80) != 0 ? CONTINUED : HEADER, CONTINUED_MOST);
}

static void local_time(struct itm *m, uint32_t cycles)
{
    if (m->time != NULL) {
        m->time(m->arg, cycles);
    }
}

static void header(struct itm *m, uint8_t byte)
{
    if ((byte & 3) != 0) {
        source(m, byte);
    } else if ((byte & 8) != 0) {
        extension(m, byte);
    } else if (byte == OVERFLOW_HEADER) {
        m->counts.overflows++;
        if (m->hardware != NULL) {
            m->hardware(m->arg, 0, 0, 0);
        }
    } else if ((byte & 0x0F) == 0 && (byte & 0xC0) != 0x80) {
        m->counts.times++;
        begin(m, (byte & 0x80) != 0 ? LOCAL : HEADER, CONTINUED_MOST);
        if (m->kind == HEADER) {
            local_time(m, byte >> 4);
        }
    } else if ((byte & 0xDF) == 0x94) {
        m->counts.times++;
        begin(m, CONTINUED, CONTINUED_MOST);
    } else {
        m->counts.bad++;
    }
}

static void continued(struct itm *m, uint8_t byte)
{
    unsigned shift = 7 * (m->size - m->left);

    m->value |= shift < 32 ? (uint32_t)(byte & 0x7F) << shift : 0;
    if ((byte & 0x80) == 0) {
        if (m->kind == LOCAL) {
            local_time(m, m->value);
        }
        m->kind = HEADER;
    } else if (--m->left == 0) {
        m->counts.bad += CONTINUED_MOST;
        m->kind = HEADER;
    }
}

static void payload(struct itm *m, uint8_t byte)
{
    bool own = m->kind == SOFTWARE && m->source == m->port;

    m->counts.ports[m->source % ITM_PORTS] += m->kind == SOFTWARE;
    m->counts.data += own;
    m->value |= (uint32_t)byte << 8 * (m->size - m->left);
    if (own) {
        m->take(m->arg, &byte, 1);
    }
    if (--m->left == 0) {
        m->counts.hardware += m->kind == HARDWARE;
        if (m->kind == HARDWARE && m->hardware != NULL) {
            m->hardware(m->arg, m->source, m->value, m->size);
        }
        m->kind = HEADER;
    }
}

/*
 * No other packet contains five zero bytes in a row, so that a synchronization packet is recognized even
 * inside a supposed packet. @return whether this byte ends it
 */
static bool synchronizes(struct itm *m, uint8_t byte)
{
    bool ends = byte == 0x80 && m->zeros >= SYNC_ZEROS;

    m->zeros = byte == 0 ? m->zeros + 1 : 0;
    if (ends) {
        m->counts.syncs++;
        m->kind = HEADER;
        m->page = 0; /* otherwise a damaged byte that looked like a page would hide the rest */
        m->idle = 0;
    }
    return ends;
}

void itm_read(struct itm *m, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = bytes[i];

        if (synchronizes(m, byte)) {
            continue;
        }
        if (m->kind == HEADER && byte == 0) {
            m->idle++;
        } else if (m->kind == HEADER) {
            m->counts.bad += m->idle; /* zeros without a synchronization */
            m->idle = 0;
            header(m, byte);
        } else if (m->kind == CONTINUED || m->kind == LOCAL) {
            continued(m, byte);
        } else {
            payload(m, byte);
        }
    }
}
