/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts of a stream that is being recorded, from the counts in its packets. Records aren't decoded. */
#ifndef RECORD_WATCH_H
#define RECORD_WATCH_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

#define WATCH_CPUS 64

struct watch {
    uint64_t events;           /**< of all recordings */
    uint64_t lost[WATCH_CPUS]; /**< lost on the target, as last reported */
    unsigned cpus;
    uint32_t recording, before[WATCH_CPUS];   /**< records before each CPU's last packet */
    uint32_t seen[WATCH_CPUS];                /**< whether the CPU has sent a packet */
    uint8_t frame[SPOOR_WIRE_PACKET_MAX + 3]; /**< the frame being received */
    size_t used;
};

/** Pass bytes of the link. */
void watch_bytes(struct watch *w, const uint8_t *bytes, size_t n);

#endif
