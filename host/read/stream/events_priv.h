/* SPDX-License-Identifier: BSD-2-Clause */
/* A packet of records, and the calls between the files that decode it. */
#ifndef READ_STREAM_EVENTS_PRIV_H
#define READ_STREAM_EVENTS_PRIV_H

#include "../reader_priv.h"

/** Each record in a packet takes at least one byte; one or two notes precede them. */
#define NOTES_MAX 2
#define ITEMS_MAX (SPOOR_WIRE_PACKET_MAX + NOTES_MAX)

struct packet {
    uint32_t cpu, number, before;
    uint64_t time, end_time; /* in ticks of the event clock; in cycles */
    unsigned records;
    bool dense, continues; /**< a DENSE packet; one that needs the packet before it */
    bool decoded;          /**< the block has the records already */
    bool split;            /**< one more record follows them, which continues in the next packet */
    struct block *block;
};

/** Parse what precedes the records of an EVENTS or DENSE packet. @return whether it is valid */
bool events_head(struct cursor *c, struct packet *p);

/**
 * Decode the records of an EVENTS packet into `p`. Depends on nothing else.
 *
 * @param offset  of the packet
 * @param shift   times in the packet are in 2^shift cycles
 * @param c       the records, in the block of `p`
 * @return whether they are valid
 */
bool records_decode(const struct spoor_elf *elf, uint64_t offset, unsigned shift, struct cursor *c,
                    struct packet *p);

/**
 * Decode the records of a DENSE packet into `p`.
 *
 * @param c  the bits, in the block of `p`
 * @return whether they are valid, and there was memory for them
 */
bool dense_take(struct spoor_reader *r, struct cursor *c, struct packet *p);

/** @return whether the model is that of the sender: all records since its last reset were decoded */
bool dense_fits(const struct spoor_reader *r, const struct packet *p);

/** Keep the model for the next packet, which has `next_before` records before it. */
void dense_keep(struct spoor_reader *r, const struct packet *p, uint32_t next_before);

#endif
