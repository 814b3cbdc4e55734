/* SPDX-License-Identifier: BSD-2-Clause */
/* A reader's state, and the calls between its files. */
#ifndef READ_READER_PRIV_H
#define READ_READER_PRIV_H

#include <base/hash.h>
#include "stream/demux_priv.h"
#include "lanes_priv.h"
#include "stream/packet_priv.h"
#include <read/reader.h>

/** Packets among which a repetition is recognised. */
#define READER_RECENT 64

/** Kinds of messages that are counted apart. */
#define READER_SAID 32

/** The present recording's state of one CPU, beside its account. */
struct reader_cpu {
    bool seen;            /**< an EVENTS packet came */
    bool unread;          /**< the last packet could not be decoded: `next_before` lacks its records */
    uint32_t next_number; /**< of the next packet */
    uint32_t next_before; /**< records before it */
    uint32_t next_gap;    /**< number of the next gap, at least */
    uint32_t others;      /**< packets of gaps and clears since the last of events … */
    uint32_t gone;        /**< … and those that a gap since then showed to be missing */
    uint32_t clears;
    uint32_t lost, sent, cleared; /**< as told, modulo 2^32 */
    uint64_t unplaced; /**< of the losses, those that no gap will tell the place of: it was missed */
    bool missed;       /**< packets, since the last counts */
    uint32_t placed;   /**< of the losses, those that counts gave a place before their gap came */
    uint64_t last_time;
};

struct spoor_reader {
    char *name;
    const struct spoor_elf *elf;
    struct spoor_report report;
    int fd;
    bool own_fd;
    volatile bool stopped;
    bool ended;
    uint32_t assumed_hz;
    unsigned most; /**< recordings that are given out; 0: all */
    int failed;    /**< negative errno: nothing more comes */
    struct {
        const char *format;
        uint64_t times;
    } said[READER_SAID];
    bool said_no_elf;
    void (*idle)(void *arg);
    void *idle_arg;

    uint8_t *window; /**< input that is not taken apart yet */
    const uint8_t *input;
    size_t input_bytes;
    struct demux demux;
    uint64_t offset;  /**< of the packet in hand */
    uint32_t version; /**< of the last header */

    /** A bad frame whose cost the next packet may give. */
    struct {
        uint64_t offset;
        const char *why;
        unsigned frames;
    } pending;

    /** A sub-buffer as it is, of which not all has come. */
    struct {
        uint32_t cpu, number, before, words;
        uint64_t time;
        size_t got; /**< bytes */
        struct block *block;
    } raw;

    /** A packet of the next recording: it waits until all of this one was given out. */
    struct {
        uint8_t bytes[SPOOR_WIRE_PACKET_MAX + 1];
        size_t n;
        uint32_t sum;
        uint64_t offset;
    } next;

    struct lanes lanes;

    struct spoor_traffic traffic;
    struct spoor_recording **recordings;
    size_t recording_count; /**< kept */
    unsigned recordings_begun;
    bool border; /**< a recorder began: what follows is another recording, whatever its number */
    struct spoor_recording *now; /**< the present one; NULL before the first packet */
    struct reader_cpu cpu[SPOOR_CPUS_MAX];
    uint32_t recent_sums[READER_RECENT];
    unsigned recents;
    uint64_t last_time;       /**< the latest of all */
    bool stated;              /**< a header came, and packets behind it tell the state */
    bool unsure;              /**< a FILTER may have been lost; records wait for the next header … */
    uint64_t unsure_since;    /**< … from this time on */
    struct spoor_item *turns; /**< FILTER items: each goes out before the first record that isn't earlier */
    size_t turn_count, turns_out;
    const struct spoor_item *waits; /**< that record */

    struct spoor_note note, end_note, *note_open; /**< the one that goes on; or NULL */
    struct spoor_thread *threads;                 /**< of the present recording */
    size_t thread_count;
    struct hash thread_map;
    struct hash name_map[3]; /**< by enum spoor_wire_named */
    char **names;
    size_t name_count;
    uint32_t names_version;
};

static inline bool is_version(uint32_t version)
{
    return version == SPOOR_WIRE_VERSION || version == SPOOR_WIRE_VERSION_OLD;
}

/** @return a reader without a source, or NULL without memory */
struct spoor_reader *reader_new(const char *name, const struct spoor_elf *elf,
                                const struct spoor_report *report);

/** Report, with the reader's name first; messages of one format are only counted when there are many. */
void reader_say(struct spoor_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Report how many messages were only counted. */
void reader_say_rest(struct spoor_reader *r);

/** Nothing more can be read: keep the errno for spoor_next(). */
void reader_fail(struct spoor_reader *r, int error);

/** Queue an item of `kind`, with offset and time filled in; of `cpu`, or LANES_COMMON. Never NULL. */
struct spoor_item *reader_push(struct spoor_reader *r, enum spoor_kind kind, unsigned cpu, uint64_t time);

/** Report a bad frame that was held back. @param lost the records it held, -1 when not known */
void reader_flush_pending(struct spoor_reader *r, int64_t lost);

/* -------- recording.c */

/** Begin another recording. @return false without memory */
bool recording_begin(struct spoor_reader *r, uint32_t id);

/** All of the present recording has come: its items may go out. */
void recording_end(struct spoor_reader *r);

/** @return the account of one CPU of the present recording, made when it's new; NULL: no CPU, or no memory */
struct spoor_account *recording_account(struct spoor_reader *r, uint32_t cpu);

/** Count a record that was decoded. */
static inline void recording_count(const struct spoor_reader *r, struct spoor_account *a,
                                   const struct spoor_item *item)
{
    struct spoor_count *n = &a->ids[item->id];

    a->decoded++;
    n->decoded++;
    n->bytes += item->size;
    if (spoor_id(r->elf, item->id)->class == SPOOR_BLOCK) {
        n->sum += item->word[0];
    }
}

/** Register a thread. @param name `n` bytes */
void recording_thread(struct spoor_reader *r, uint32_t number, uint32_t priority, const void *name, size_t n);

/** A registered thread is an idle one. */
void recording_idle(struct spoor_reader *r, uint32_t number);

/** Register the thread that a record of SPOOR_WIRE_ID_THREAD names. */
void recording_take_name(struct spoor_reader *r, const struct spoor_item *item);

/** Register a name. */
void recording_name(struct spoor_reader *r, enum spoor_wire_named kind, uint32_t key, const void *name,
                    size_t n);

/** Register a name for an object that has none; objects of one kind and maker are numbered. @param maker  or
 * NULL */
void recording_name_kind(struct spoor_reader *r, uint32_t key, const char *kind,
                         const struct spoor_thread *maker);

void recording_free_all(struct spoor_reader *r);

/* -------- header.c, losses.c, filter.c */

/** Parse the body of a HEADER packet after the recording's number. @return whether it is valid */
bool header_parse(struct cursor *c, struct spoor_header *h);

/** Take the body of a packet of the present recording. @return whether it is valid */
bool header_take(struct spoor_reader *r, struct cursor *c);
bool gap_take(struct spoor_reader *r, struct cursor *c);
bool cleared_take(struct spoor_reader *r, struct cursor *c);
bool losses_take(struct spoor_reader *r, struct cursor *c);

/** @return whether gaps and clears have numbers in one count with packets of events. */
static inline bool counts_others(const struct spoor_reader *r)
{
    return r->now->header.version != SPOOR_WIRE_VERSION_OLD;
}

/** @return whether the gaps of all losses that the counts tell of have come: others may begin before the
 * counts' time */
static inline bool losses_are_placed(const struct spoor_reader *r, unsigned cpu)
{
    const struct spoor_account *a = &r->now->account[cpu];

    return a->lost <= a->in_gaps + r->cpu[cpu].unplaced || !counts_others(r);
}

/** As above. */
bool filter_take(struct spoor_reader *r, struct cursor *c);

/** Take what is left out from `f->since` on; `changing`: that isn't sure yet. */
void filter_add(struct spoor_reader *r, const struct spoor_filter *f, bool changing);

/** Packets after those of records up to `time` are missing. A FILTER may be among them: the next header
 * repeats it, and records wait for that. */
void filter_missed(struct spoor_reader *r, uint64_t time);

/** The recording ends, or records can't wait any longer, and no header came. */
void filter_end(struct spoor_reader *r);

/* -------- packets.c, events.c, subbuf.c */

/** Take one packet with a right checksum. @return whether it is valid; otherwise it was reported */
bool packets_take(struct spoor_reader *r, const uint8_t *packet, size_t n, uint32_t sum);

/** Take the body of a SUBBUF packet: its words follow. @return as above */
bool subbuf_take(struct spoor_reader *r, struct cursor *c);

/** Take some of its bytes. */
void subbuf_take_bytes(struct spoor_reader *r, const uint8_t *bytes, size_t n);

/** The input ends: report one that is cut off. */
void subbuf_end(struct spoor_reader *r);

/** Take the body of an EVENTS packet. @return as above */
bool events_take(struct spoor_reader *r, struct cursor *c);

#endif
