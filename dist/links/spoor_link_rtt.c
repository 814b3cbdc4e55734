/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The link to a ring in RAM that a debug probe empties while the program runs, as with SEGGER's RTT. J-Link,
 * OpenOCD and probe-rs find the control block by its ID. There is one up-channel of SPOOR_RTT_BYTES. A frame
 * waits for room. If nothing reads the ring during SPOOR_RTT_WAIT checks, whole frames are dropped until
 * something does.
 */
#include <string.h>
#include "spoor_links.h"

/* An up-channel or down-channel in the layout that the probe expects. */
struct channel {
    const char *name;
    uint8_t *data;
    uint32_t bytes;
    volatile uint32_t written; /* index of the next write, by the target for an up-channel */
    volatile uint32_t read;    /* index of the next read, by the probe */
    uint32_t flags;            /* 2: block when full */
};

static uint8_t data[SPOOR_RTT_BYTES];

/*
 * The ID is written last, and the image doesn't contain it as a string, so that a probe finds only this
 * control block.
 */
struct {
    char id[16];
    uint32_t up, down;
    struct channel channel;
} spoor_rtt = {.up = 1, .channel = {"spoor", data, sizeof data, 0, 0, 2}};

void spoor_rtt_init(void)
{
    static const char backwards[] = "TTR REGGES";

    if (spoor_rtt.id[0] == '\0') {
        for (unsigned n = sizeof backwards - 1; n-- > 0;) {
            *(volatile char *)&spoor_rtt.id[n] = backwards[sizeof backwards - 2 - n];
        }
    }
}

static uint32_t room(const struct channel *c)
{
    return (c->read + c->bytes - c->written - 1) % c->bytes;
}

/* @return false if nothing reads the ring */
static bool wait_for_room(const struct channel *c, size_t bytes)
{
    static bool unread;

    for (uint32_t looks = 0; room(c) < bytes; looks++) {
        if (unread || looks == SPOOR_RTT_WAIT) {
            unread = true;
            return false;
        }
    }
    unread = false;
    return true;
}

void spoor_link_rtt(const uint8_t *frame, size_t bytes)
{
    struct channel *c = &spoor_rtt.channel;

    spoor_rtt_init();
    if (!wait_for_room(c, bytes)) {
        return;
    }
    uint32_t at = c->written, first = c->bytes - at;

    if (first > bytes) {
        first = (uint32_t)bytes;
    }
    memcpy(data + at, frame, first);
    memcpy(data, frame + first, bytes - first);
    __sync_synchronize(); /* the probe bypasses this CPU's buffers, so the data must be in memory first */
    c->written = (at + (uint32_t)bytes) % c->bytes;
}
