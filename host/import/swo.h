/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace of a Cortex-M's SWO pin, byte by byte: packets of the ITM and DWT (Armv7-M ARM, Appendix D4), raw
 * or in the 16-byte frames of a TPIU (CoreSight Architecture Specification, "Trace formatter"). Nothing in it
 * is trusted: damage is counted, and reading goes on; a synchronization packet puts it right.
 */
#ifndef IMPORT_SWO_H
#define IMPORT_SWO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------ packets */

#define ITM_PORTS 256 /* 32 to a page */

struct itm_counts {
    uint64_t data;             /**< bytes of the port that is read */
    uint64_t ports[ITM_PORTS]; /**< bytes of each */
    uint64_t hardware;         /**< packets of the DWT */
    uint64_t times;            /**< timestamps, local and global */
    uint64_t overflows;        /**< the target's ITM had no room: data were lost there */
    uint64_t syncs;
    uint64_t bad; /**< bytes that were no packets */
};

/** All zero but `port` and `take`: before the first byte. */
struct itm {
    unsigned port; /**< the one that is read */
    void (*take)(void *arg, const uint8_t *bytes, size_t n);
    void *arg;
    struct itm_counts counts;
    /* The packet that is being read: */
    unsigned page, left, kind, size;
    uint8_t payload[4];
    unsigned zeros; /**< zero bytes in a row … */
    unsigned idle;  /**< … of these, those where a packet would begin */
};

/** Read the next bytes. */
void itm_read(struct itm *itm, const uint8_t *bytes, size_t n);

/* ------------------------------------------------------------------ frames */

#define TPIU_FRAME_BYTES 16

struct tpiu_counts {
    uint64_t frames, syncs;
    uint64_t other;   /**< bytes of other sources */
    uint64_t skipped; /**< bytes before the first synchronization, and of damaged frames */
};

/** All zero but `id` and `take`: before the first byte. */
struct tpiu {
    unsigned id; /**< the source that is read */
    void (*take)(void *arg, const uint8_t *bytes, size_t n);
    void *arg;
    struct tpiu_counts counts;
    unsigned source; /**< of the next byte */
    uint8_t frame[TPIU_FRAME_BYTES];
    unsigned used;
    uint32_t last; /**< the last four bytes */
    bool synced;
};

/** Read the next bytes. */
void tpiu_read(struct tpiu *tpiu, const uint8_t *bytes, size_t n);

#endif
