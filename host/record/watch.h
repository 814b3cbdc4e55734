/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of a stream while it is recorded, from the packets' own numbers: nothing is decoded. */
#ifndef RECORD_WATCH_H
#define RECORD_WATCH_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

#define WATCH_CPUS 64

struct watch {
    uint64_t events;           /**< seen, all recordings */
    uint64_t lost[WATCH_CPUS]; /**< on the target, as told last */
    unsigned cpus;
    uint32_t recording, before[WATCH_CPUS];   /**< records before each CPU's last packet */
    uint32_t seen[WATCH_CPUS];                /**< … whether there was one */
    uint8_t frame[SPOOR_WIRE_PACKET_MAX + 3]; /**< the one that is coming */
    size_t used;
};

/** Take bytes of the link. */
void watch_bytes(struct watch *w, const uint8_t *bytes, size_t n);

#endif
