/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Items back into a stream, as a target would have sent them: docs/wire-format.md. One recording; items come
 * in the order of time. Counts begin at the first packet that is written.
 */
#ifndef RECORD_ENCODE_H
#define RECORD_ENCODE_H

#include <base/out.h>
#include <read/reader.h>
#include <record/packet.h>

struct encode_cpu {
    struct packet packet; /* of records; used 0: none is open */
    uint64_t time;        /* of the last record, in ticks */
    uint64_t packets, records;
    uint64_t lost, clears, cleared;
    uint64_t never_came;             /**< records that were sent after the last packet */
    uint64_t before, cleared_before; /**< records before the stream, and by clears before it */
    uint64_t ended;                  /**< the time when its records ended; 0: they go on */
    uint32_t longs[SPOOR_WIRE_LONG_SLOTS], last_long;
    bool some;
};

struct encoder {
    struct out *out;
    const struct spoor_elf *elf;
    uint32_t recording;
    unsigned cpus, shift;
    uint64_t told, tell_every; /* cycles: when counts were told last, and how often that is */
    uint64_t headed;           /* … and a header */
    uint32_t filters;          /* packets */
    struct spoor_header header;
    bool failed; /**< a record that fits no packet */
    struct encode_cpu cpu[SPOOR_CPUS_MAX];
};

/** Begin a stream with a note and a header. @param first  nothing came before it */
void encode_begin(struct encoder *e, struct out *out, const struct spoor_elf *elf,
                  const struct spoor_recording *r, uint64_t now, bool first, const char *note,
                  uint64_t note_ms);

void encode_thread(struct encoder *e, const struct spoor_thread *t);
void encode_name(struct encoder *e, enum spoor_wire_named kind, uint32_t key, const char *name);

/** What is left out, from a time on. @param f  NULL: nothing is sure */
void encode_filter(struct encoder *e, uint64_t time, const struct spoor_filter *f);

/** A record, a loss, a FILTER, the end of a CPU's records. Others are passed over. */
void encode_item(struct encoder *e, const struct spoor_item *item);

/** A record of words that no item holds. */
void encode_words(struct encoder *e, unsigned cpu, uint64_t time, unsigned id, const uint32_t *word,
                  unsigned words);

/** Records of a CPU that came before the stream, and those that clears threw away: before its first record.
 */
void encode_before(struct encoder *e, unsigned cpu, uint64_t records, uint64_t cleared);

/**
 * Write the packets that are left, and the last counts.
 *
 * @param until  the time up to which all was written, in cycles
 * @param note   how the target ended by itself; empty: it didn't
 */
void encode_end(struct encoder *e, uint64_t until, const char *note, uint64_t note_ms);

/**
 * Make a NOTE in a frame, with as much of the text as fits.
 *
 * @param more  the text goes on from the note before
 * @return the rest of the text, for the next note; NULL: that was all
 */
const char *encode_note(struct packet_frame *frame, enum spoor_wire_note kind, bool more, uint64_t ms,
                        const char *text);

#endif
