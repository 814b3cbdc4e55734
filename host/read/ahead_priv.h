/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decodes ahead of the reader, in a second thread. Only what depends on nothing but the bytes of a frame is
 * done there: byte stuffing, checksum, and the records of EVENTS packets. The reader looks up each frame by
 * its offset, and decodes it itself if it isn't there. So it returns the same items, messages and counts as
 * without.
 */
#ifndef READ_AHEAD_PRIV_H
#define READ_AHEAD_PRIV_H

#include "stream/events_priv.h"

/** A frame whose checksum is correct. */
struct ahead_frame {
    uint64_t offset; /**< of its first byte after the zero */
    size_t n;        /**< bytes between the zeros */
    uint8_t packet[SPOOR_WIRE_PACKET_MAX + 1];
    size_t used; /**< bytes of the packet, without the checksum */
    uint32_t sum;
    bool decoded;         /**< the packet is an EVENTS packet, and `events` has its records */
    unsigned shift;       /**< by which their times were shifted */
    struct packet events; /**< its block is always there, or NULL without memory */
};

struct ahead;

/** @return NULL without threads or memory */
struct ahead *ahead_open(const struct spoor_elf *elf);

/**
 * Give the next input. It must stay valid until ahead_find() was called with an offset behind it.
 *
 * @param offset  of the first byte; at the end of the input before
 */
void ahead_give(struct ahead *a, const uint8_t *bytes, size_t n, uint64_t offset);

/**
 * Find a frame of the input given so far, and wait for it if necessary. Offsets must not decrease.
 *
 * @return NULL if it has no correct checksum, or isn't whole in one piece of input; valid until the next call
 */
struct ahead_frame *ahead_find(struct ahead *a, uint64_t offset, size_t n);

void ahead_close(struct ahead *a);

#endif
