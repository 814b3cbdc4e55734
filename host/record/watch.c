/* SPDX-License-Identifier: BSD-2-Clause */
/* A packet of events has the number of earlier records, and a packet of losses the number of lost ones. */
#include <record/watch.h>

struct numbers {
    const uint8_t *at, *end;
};

static uint64_t take(struct numbers *n)
{
    uint64_t value = 0;

    for (unsigned shift = 0; n->at < n->end && shift < 64; shift += 7) {
        uint8_t byte = *n->at++;

        value |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            break;
        }
    }
    return value;
}

static void take_events(struct watch *w, uint32_t cpu, struct numbers *n)
{
    (void)take(n); /* the packet's number */
    uint32_t before = (uint32_t)take(n);

    if (w->seen[cpu]) {
        w->events += (uint32_t)(before - w->before[cpu]);
    }
    w->seen[cpu] = 1;
    w->before[cpu] = before;
}

static void take_losses(struct watch *w, uint32_t cpu, struct numbers *n)
{
    (void)take(n); /* clears, and the records that they discarded */
    (void)take(n);
    uint32_t sent = (uint32_t)take(n);

    if (w->seen[cpu] && (int32_t)(sent - w->before[cpu]) > 0) {
        w->events += sent - w->before[cpu];
        w->before[cpu] = sent;
    }
    w->lost[cpu] = take(n);
}

static void take_packet(struct watch *w, const uint8_t *packet, size_t size)
{
    struct numbers n = {packet + 1, packet + size};

    unsigned type = packet[0] == SPOOR_WIRE_DENSE ? SPOOR_WIRE_EVENTS : packet[0];

    if (size < 6 || (type != SPOOR_WIRE_EVENTS && type != SPOOR_WIRE_LOSSES)) {
        return;
    }
    uint32_t recording = (uint32_t)take(&n), cpu = (uint32_t)take(&n);

    if (cpu >= WATCH_CPUS) {
        return;
    }
    if (recording != w->recording) {
        w->recording = recording;
        for (unsigned i = 0; i < WATCH_CPUS; i++) {
            w->seen[i] = 0;
        }
    }
    w->cpus = cpu + 1 > w->cpus ? cpu + 1 : w->cpus;
    if (type == SPOOR_WIRE_EVENTS) {
        take_events(w, cpu, &n);
    } else {
        take_losses(w, cpu, &n);
    }
}

/* Take a frame, without its zeros. */
static void take_frame(struct watch *w)
{
    uint8_t packet[sizeof w->frame];
    size_t n = 0, at = 0;

    while (at < w->used) {
        uint8_t code = w->frame[at++];

        for (unsigned i = 1; i < code && at < w->used; i++) {
            packet[n++] = w->frame[at++];
        }
        if (code != 255 && at < w->used) {
            packet[n++] = 0;
        }
    }
    take_packet(w, packet, n);
}

void watch_bytes(struct watch *w, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] != 0) {
            w->used += w->used < sizeof w->frame;
            w->frame[w->used - 1] = bytes[i];
        } else {
            if (w->used > 1 && w->used < sizeof w->frame) {
                take_frame(w);
            }
            w->used = 0;
        }
    }
}
