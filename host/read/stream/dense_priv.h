/* SPDX-License-Identifier: BSD-2-Clause */
/* Decoding of DENSE packets: records as bits, by the predictions of a model. */
#ifndef READ_STREAM_DENSE_PRIV_H
#define READ_STREAM_DENSE_PRIV_H

#include <elf/elf.h>
#include <read/item.h>
#include <spoor/wire_dense.h>

/** Each record takes at least one bit. */
#define DENSE_ITEMS_MAX (8 * SPOOR_WIRE_PACKET_MAX)

/** The model of one CPU. */
struct dense {
    struct spoor_dense model;
    struct spoor_dense after; /**< the model after the packet that is being decoded */
    uint32_t next_before;     /**< number of records before the packet that may continue */
    bool valid;               /**< false: only a packet that begins with a reset can be decoded */
};

/**
 * Decode the records of a packet.
 *
 * @param at, end  their bits; data of the items point to them
 * @param time     time of the first record, in ticks
 * @param items    room for DENSE_ITEMS_MAX; their times are in ticks. The data of the last one may extend
 * beyond `end`: it continues in the next packet
 * @return the number of records, or -1 if the bits are invalid
 */
int dense_decode(struct spoor_dense *m, const struct spoor_elf *elf, const uint8_t *at, const uint8_t *end,
                 uint64_t time, struct spoor_item *items);

#endif
