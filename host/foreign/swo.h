/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace of a Cortex-M's SWO pin, byte by byte: packets of the ITM and DWT (Armv7-M ARM, Appendix D4), raw
 * or in the 16-byte frames of a TPIU (CoreSight Architecture Specification, "Trace formatter"). The input is
 * untrusted: damage is counted, and reading continues; the next synchronization packet restores the state.
 */
#ifndef FOREIGN_SWO_H
#define FOREIGN_SWO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------ packets */

#define ITM_PORTS 256 /* 32 per page */

struct itm_counts {
    uint64_t data;             /**< bytes of the selected port */
    uint64_t ports[ITM_PORTS]; /**< bytes of each port */
    uint64_t hardware;         /**< packets of the DWT */
    uint64_t times;            /**< timestamps, local and global */
    uint64_t overflows;        /**< the target's ITM had no room: data was lost */
    uint64_t syncs;
    uint64_t bad; /**< bytes that don't form packets */
};

/** Kinds of packets of the DWT; the numbers from 8 to 23 are of data that was watched. */
enum { DWT_COUNTERS = 0, DWT_EXCEPTION = 1, DWT_PC = 2, DWT_DATA = 8, DWT_KINDS = 24 };

/** Before the first byte everything except `port` and the functions must be zero. */
struct itm {
    unsigned port; /**< the selected port */
    void (*take)(void *arg, const uint8_t *bytes, size_t n);
    /** Receives packets of the DWT, little-endian; n is 0 where the ITM overflowed. Or NULL. */
    void (*hardware)(void *arg, unsigned kind, uint32_t value, unsigned n);
    /** Receives local timestamps: the cycles of the trace clock since the one before. Or NULL. */
    void (*time)(void *arg, uint32_t cycles);
    void *arg;
    struct itm_counts counts;
    /* State of the current packet: */
    unsigned page, left, kind, source, size;
    uint32_t value;
    unsigned zeros; /**< number of consecutive zero bytes */
    unsigned idle;  /**< zero bytes where a packet would begin */
};

/** Read the next bytes. */
void itm_read(struct itm *itm, const uint8_t *bytes, size_t n);

/* ------------------------------------------------------------------ frames */

#define TPIU_FRAME_BYTES 16

struct tpiu_counts {
    uint64_t frames, syncs;
    uint64_t other;   /**< bytes of other sources */
    uint64_t skipped; /**< bytes before the first synchronization, and in damaged frames */
};

/** Before the first byte everything except `id` and `take` must be zero. */
struct tpiu {
    unsigned id; /**< the selected source */
    void (*take)(void *arg, const uint8_t *bytes, size_t n);
    void *arg;
    struct tpiu_counts counts;
    unsigned source; /**< source of the next byte */
    uint8_t frame[TPIU_FRAME_BYTES];
    unsigned used;
    uint32_t last; /**< the last four bytes */
    bool synced;
};

/** Read the next bytes. */
void tpiu_read(struct tpiu *tpiu, const uint8_t *bytes, size_t n);

#endif
