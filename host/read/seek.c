/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the place of a time in a file. Times increase along a recording, so binary search looks at some
 * twenty packets, however long the file is. Checking that the file is a single recording up to that place
 * takes a look at the first bytes of each frame. Reading begins earlier, at a place that has headers, names
 * and switches.
 */
#include <string.h>
#include "reader_priv.h"

#define WINDOW     65536
#define PREROLL_NS UINT64_C(1500000000) /* headers are sent every second */
/* Read at least this much before the place, which takes no noticeable time: a CPU may have run one thread for
 * long. */
#define PREROLL_BYTES (UINT64_C(16) << 20)

/* The first packet of a type after an offset. */
struct probe {
    uint64_t offset; /**< offset of its frame */
    uint32_t recording;
    uint64_t time; /**< time of an EVENTS or DENSE packet, in ticks */
    uint32_t hz, shift;
};

static bool parse(const uint8_t *packet, size_t n, enum spoor_wire_type type, struct probe *p)
{
    struct cursor c = {packet + 1, packet + n, false};

    unsigned found = packet[0] == SPOOR_WIRE_DENSE ? SPOOR_WIRE_EVENTS : packet[0];

    if (found != type || (type == SPOOR_WIRE_HEADER && !is_version(cursor_u32(&c)))) {
        return false;
    }
    p->recording = cursor_u32(&c);
    for (unsigned i = 0; i < 3; i++) {
        (void)cursor_u32(&c); /* skip CPU, number, before; or boots, first, CPUs */
    }
    if (type == SPOOR_WIRE_HEADER) {
        p->hz = cursor_u32(&c);
        p->shift = cursor_u32(&c);
        return !c.bad && p->hz != 0 && p->shift < 32;
    }
    p->time = cursor_u64(&c);
    return !c.bad;
}

/* Search the window that begins at `offset`. @return whether it contains a packet of the type */
static bool probe(const struct spoor_reader *r, uint64_t offset, enum spoor_wire_type type, struct probe *p)
{
    uint8_t window[WINDOW];
    size_t n = reader_look(r, offset, window, sizeof window);
    const uint8_t *end = window + n, *at = window;

    while (at < end && (at = memchr(at, 0, (size_t)(end - at))) != NULL) {
        const uint8_t *begin = at + 1, *stop = memchr(begin, 0, (size_t)(end - begin));
        uint8_t packet[SPOOR_WIRE_PACKET_MAX + 1];
        size_t used;
        uint32_t sum;

        if (stop == NULL) {
            break;
        }
        if (stop - begin > 0 && stop - begin <= DEMUX_FRAME_MAX &&
            packet_open(begin, (size_t)(stop - begin), packet, &used, &sum) == NULL &&
            parse(packet, used, type, p)) {
            p->offset = offset + (uint64_t)(at - window);
            return true;
        }
        at = begin;
    }
    return false;
}

/* Find the last EVENTS packet. */
static bool probe_end(const struct spoor_reader *r, uint64_t size, struct probe *p)
{
    uint64_t back = WINDOW;
    struct probe next;

    while (!probe(r, size > back ? size - back : 0, SPOOR_WIRE_EVENTS, p)) {
        if (back >= size) {
            return false;
        }
        back += WINDOW;
    }
    while (probe(r, p->offset + 1, SPOOR_WIRE_EVENTS, &next)) {
        *p = next;
    }
    return true;
}

static uint64_t find(const struct spoor_reader *r, uint64_t size, uint32_t recording, uint64_t time)
{
    uint64_t low = 0, high = size;

    while (high - low > WINDOW) {
        uint64_t middle = low + (high - low) / 2;
        struct probe p;

        if (probe(r, middle, SPOOR_WIRE_EVENTS, &p) && p.recording == recording && p.time < time) {
            low = p.offset;
        } else {
            high = middle;
        }
    }
    return low;
}

/* ------------------------------------------------------------------ borders */

/* The last of the headers up to a place. */
struct headers {
    bool some;
    uint32_t recording, boots;
    uint64_t now;
};

/* @return whether a note or header begins another recording; must agree with packets.c */
static bool is_border(const uint8_t *packet, size_t n, struct headers *h)
{
    struct cursor c = {packet + 1, packet + n, false};

    if (packet[0] == SPOOR_WIRE_NOTE) {
        return h->some && cursor_u32(&c) == SPOOR_WIRE_NOTE_COMMAND;
    }
    struct spoor_header now = {.seen = true};

    if (!is_version(cursor_u32(&c))) {
        return false;
    }
    uint32_t recording = cursor_u32(&c);

    if (!header_parse(&c, &now)) {
        return false;
    }
    bool border =
        h->some && (now.first || recording != h->recording || now.boots != h->boots || now.now < h->now);

    *h = (struct headers){true, recording, now.boots, now.now};
    return border;
}

/* Look at the first bytes of each frame. @return whether the file is a single recording up to `offset` */
static bool is_one_until(const struct spoor_reader *r, uint64_t offset)
{
    uint8_t window[WINDOW];
    const size_t step =
        sizeof window - DEMUX_FRAME_MAX - 2; /* frames that begin later are in the next window */
    struct headers headers = {.some = false};

    for (uint64_t from = 0; from < offset; from += step) {
        size_t n = reader_look(r, from, window, sizeof window);
        const uint8_t *end = window + n, *last = n == sizeof window ? window + step : end;

        for (const uint8_t *at = window; at < last && (at = memchr(at, 0, (size_t)(last - at))) != NULL;
             at++) {
            uint8_t packet[SPOOR_WIRE_PACKET_MAX + 1];
            size_t used;
            uint32_t sum;

            if (end - at < 4 || at[1] < 2 || (at[2] != SPOOR_WIRE_HEADER && at[2] != SPOOR_WIRE_NOTE)) {
                continue;
            }
            const uint8_t *stop = memchr(at + 1, 0, (size_t)(end - at - 1));

            if (stop != NULL && stop - at - 1 <= DEMUX_FRAME_MAX &&
                packet_open(at + 1, (size_t)(stop - at - 1), packet, &used, &sum) == NULL &&
                is_border(packet, used, &headers)) {
                return false;
            }
        }
    }
    return true;
}

/* ------------------------------------------------------------------ the place */

uint64_t spoor_cycles(uint64_t ns, uint32_t hz)
{
    return ns / 1000000000 * hz + ns % 1000000000 * hz / 1000000000;
}

bool spoor_seek(struct spoor_reader *r, uint64_t from_ns)
{
    struct probe head, first, last;
    uint64_t size;

    if (!reader_size(r, &size)) {
        return false;
    }
    if (!probe(r, 0, SPOOR_WIRE_HEADER, &head) || !probe(r, 0, SPOOR_WIRE_EVENTS, &first) ||
        !probe_end(r, size, &last) || first.recording != last.recording || head.recording != last.recording ||
        last.time < first.time) {
        return false; /* several recordings, or none */
    }
    uint64_t from = from_ns > PREROLL_NS ? spoor_cycles(from_ns - PREROLL_NS, head.hz) >> head.shift : 0;
    uint64_t offset = from > first.time ? find(r, size, head.recording, from) : 0;

    if (offset > PREROLL_BYTES && probe(r, offset - PREROLL_BYTES, SPOOR_WIRE_EVENTS, &first)) {
        offset = first.offset;
    } else {
        offset = 0;
    }

    return is_one_until(r, offset) && reader_go(r, offset);
}
