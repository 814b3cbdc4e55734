/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encode items as a stream, as a target sends them: docs/wire-format.md. Items must be of one recording and
 * in the order of time. Counts begin at the first packet.
 */
#ifndef ENCODE_ENCODE_H
#define ENCODE_ENCODE_H

#include <base/out.h>
#include <read/reader.h>
#include <encode/packet.h>

struct encode_cpu {
    struct packet packet; /* open packet of records; used 0: none */
    uint64_t time;        /* time of the last record, in ticks */
    uint64_t packets, records;
    uint64_t lost, clears, cleared;
    uint64_t never_came;             /**< records sent but not received after the last packet */
    uint64_t before, cleared_before; /**< records before the stream, and those of them discarded by clears */
    uint64_t ended;                  /**< the time of its last record; 0: more will follow */
    uint32_t longs[SPOOR_WIRE_LONG_SLOTS], last_long;
    bool some;
};

struct encoder {
    struct out *out;
    const struct spoor_elf *elf;
    uint32_t recording;
    unsigned cpus, shift;
    uint64_t counted, count_interval; /* cycles: when counts were last sent, and their interval */
    uint64_t headed;                  /* cycles: when a header was last sent */
    uint32_t filters;                 /* packets */
    struct spoor_header header;
    bool failed; /**< a record doesn't fit in a packet */
    struct encode_cpu cpu[SPOOR_CPUS_MAX];
};

/** Begin a stream with a note and a header. @param first  no records precede the stream */
void encode_begin(struct encoder *e, struct out *out, const struct spoor_elf *elf,
                  const struct spoor_recording *r, uint64_t now, bool first, const char *note,
                  uint64_t note_ms);

void encode_thread(struct encoder *e, const struct spoor_thread *t);
void encode_name(struct encoder *e, enum spoor_wire_named kind, uint32_t key, const char *name);

/** Write the filter that is in effect from a time on. @param f  NULL: unknown */
void encode_filter(struct encoder *e, uint64_t time, const struct spoor_filter *f);

/** Write a record, a loss, a FILTER, or the end of a CPU's records. Other items are ignored. */
void encode_item(struct encoder *e, const struct spoor_item *item);

/** Write a record that isn't an item. */
void encode_words(struct encoder *e, unsigned cpu, uint64_t time, unsigned id, const uint32_t *word,
                  unsigned words);

/** Set the number of records of a CPU before the stream, and of those discarded by clears. Must be called
 * before its first record. */
void encode_before(struct encoder *e, unsigned cpu, uint64_t records, uint64_t cleared);

/**
 * Write the remaining packets and the last counts.
 *
 * @param until  the end of the written part, in cycles
 * @param note   how the target ended by itself; empty: it didn't
 */
void encode_end(struct encoder *e, uint64_t until, const char *note, uint64_t note_ms);

/**
 * Make a NOTE in a frame, with as much of the text as fits.
 *
 * @param more  the text continues that of the previous note
 * @return the rest of the text, for the next note; NULL: no rest
 */
const char *encode_note(struct packet_frame *frame, enum spoor_wire_note kind, bool more, uint64_t ms,
                        const char *text);

#endif
