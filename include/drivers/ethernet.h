/* SPDX-License-Identifier: BSD-2-Clause */
/* A network interface that sends Ethernet frames. It doesn't receive any. */
#ifndef DRIVERS_ETHERNET_H
#define DRIVERS_ETHERNET_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

#define ETHERNET_HEADER_BYTES 14
#define ETHERNET_FRAME_MAX    1514 /**< without the checksum */

struct ethernet;

struct ethernet_ops {
    /** Start the transmitter. @return 0, or -ENODEV if the chip isn't there. Context: boot. */
    int (*open)(const struct ethernet *e);
    /**
     * Send a frame, from the destination address to the last byte of data. The interface adds padding and
     * the checksum. Waits for room.
     *
     * Context: thread, one at a time.
     */
    void (*send)(const struct ethernet *e, const uint8_t *frame, size_t bytes);
};

/** An interface: constant, in flash. */
struct ethernet {
    const struct ethernet_ops *ops;
    uintptr_t base;
    uint8_t address[6];
};

/** The interfaces in this tree. */
extern const struct ethernet_ops ethernet_lan9118;

SPOOR_EXTERN_C_END

#endif
