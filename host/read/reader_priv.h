/* SPDX-License-Identifier: BSD-2-Clause */
/* The state of a reader, and the calls between its files. */
#ifndef READ_READER_PRIV_H
#define READ_READER_PRIV_H

#include <sys/types.h>
#include <base/hash.h>
#include "stream/demux_priv.h"
#include "stream/dense_priv.h"
#include "lanes_priv.h"
#include "stream/packet_priv.h"
#include <read/reader.h>

/** Number of packets among which a repeated one is recognized. */
#define READER_RECENT 64

/** Kinds of messages that are counted separately. */
#define READER_SAID 32

/** State of one CPU in the current recording, besides its account. */
struct reader_cpu {
    bool seen;            /**< an EVENTS packet was received */
    bool unread;          /**< the last packet could not be decoded: its records are missing from
                           * `next_before` */
    uint32_t next_number; /**< expected number of the next packet */
    uint32_t next_before; /**< number of records expected before the next packet */
    uint32_t next_gap;    /**< lower bound for the number of the next gap */
    uint32_t others;      /**< packets of gaps and clears since the last packet of events */
    uint32_t gone;        /**< packets of gaps and clears since then that a later gap showed to be lost */
    uint32_t clears;
    uint32_t lost, sent, cleared; /**< as reported, modulo 2^32 */
    uint64_t unplaced;            /**< losses whose gap was missed, so that they get no place in time */
    bool missed;                  /**< packets were missed since the last counts */
    uint32_t placed;              /**< losses that the counts placed in time before their gap was received */
    uint64_t last_time;
};

struct spoor_reader {
    char *name;
    const struct spoor_elf *elf;
    struct spoor_report report;
    int fd;
    bool own_fd;
    const uint8_t *memory; /**< the whole input; NULL: it is read from `fd` */
    size_t memory_bytes;
    volatile bool stopped;
    bool ended;
    uint32_t assumed_hz;
    unsigned most; /**< number of recordings to return; 0: all */
    int failed;    /**< negative errno; no more items follow */
    struct {
        const char *format;
        uint64_t times;
    } said[READER_SAID];
    bool said_no_elf;
    void (*idle)(void *arg);
    void *idle_arg;

    uint8_t *window; /**< input that hasn't been decoded yet */
    struct {
        bool wanted, begun;
        struct ahead *thread; /**< decodes ahead; or NULL */
        uint8_t *window;      /**< the input after `window`, which was read ahead */
        ssize_t n;            /**< its length, or a negative errno */
    } ahead;
    struct ahead_frame *frame; /**< the packet being decoded, if the thread has opened it; or NULL */
    const uint8_t *input;
    size_t input_bytes;
    struct demux demux;
    uint64_t offset;  /**< offset of the packet being decoded */
    uint32_t version; /**< version in the last header */

    /** Bad frames whose losses the next packet may reveal. */
    struct {
        uint64_t offset;
        const char *why;
        unsigned frames;
    } pending;

    /** A raw sub-buffer that hasn't been received completely. */
    struct {
        uint32_t cpu, number, before, words;
        uint64_t time;
        size_t got; /**< bytes received */
        struct block *block;
    } raw;

    /** The first packet of the next recording. It waits until all items of the current recording have been
     * returned. */
    struct {
        uint8_t bytes[SPOOR_WIRE_PACKET_MAX + 1];
        size_t n;
        uint32_t sum;
        uint64_t offset;
    } next;

    struct lanes lanes;

    struct spoor_traffic traffic;
    struct spoor_recording **recordings;
    size_t recording_count; /**< recordings that are kept */
    unsigned recordings_begun;
    bool border;                 /**< a recorder began: another recording follows, whatever its number */
    struct spoor_recording *now; /**< current recording; NULL before the first packet */
    struct reader_cpu cpu[SPOOR_CPUS_MAX];
    /** A record of each CPU whose data continues in DATA packets. */
    struct reader_part {
        struct spoor_item item;
        uint8_t *bytes;    /**< NULL until needed */
        uint32_t got, all; /**< all is 0 if there is no such record */
    } part[SPOOR_CPUS_MAX];
    struct dense *dense[SPOOR_CPUS_MAX]; /**< models of DENSE packets; NULL until needed */
    struct spoor_item *dense_items;      /**< room for the records of one such packet */
    uint32_t recent_sums[READER_RECENT];
    unsigned recents;
    uint64_t last_time;       /**< latest time of all CPUs */
    bool stated;              /**< a header was received, and packets after it describe the state */
    bool unsure;              /**< a FILTER may have been lost; records wait for the next header */
    uint64_t unsure_since;    /**< time since which the filter is uncertain */
    struct spoor_item *turns; /**< FILTER items; each is returned before the first record that isn't
                               * earlier */
    size_t turn_count, turns_out;
    const struct spoor_item *waits; /**< the record that follows the FILTER item just returned */

    struct spoor_note note, end_note, *note_open; /**< note that is being received, or NULL */
    struct spoor_thread *threads;                 /**< threads of the current recording */
    size_t thread_count;
    struct hash thread_map;
    struct hash name_map[4]; /**< indexed by enum spoor_wire_named */
    char **names;
    size_t name_count;
    uint32_t names_version;
};

static inline bool is_version(uint32_t version)
{
    return version >= SPOOR_WIRE_VERSION_OLD && version <= SPOOR_WIRE_VERSION_DENSE;
}

/** @return a reader without a source, or NULL if out of memory */
struct spoor_reader *reader_new(const char *name, const struct spoor_elf *elf,
                                const struct spoor_report *report);

/** Report a message, prefixed with the reader's name. If there are many of one format, later ones are only
 * counted. */
void reader_say(struct spoor_reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Report the number of messages that were only counted. */
void reader_say_rest(struct spoor_reader *r);

/** Stop reading, and return `error` from spoor_next(). */
void reader_fail(struct spoor_reader *r, int error);

/** Queue an item of `kind` with its offset and time set. `cpu` may be LANES_COMMON. @return the item, never
 * NULL */
struct spoor_item *reader_push(struct spoor_reader *r, enum spoor_kind kind, unsigned cpu, uint64_t time);

/** Report the bad frames that were held back. @param lost number of records in them, -1 if unknown */
void reader_flush_pending(struct spoor_reader *r, int64_t lost);

/** Get the size of an input that can be read at any place. @return false for a pipe */
bool reader_size(const struct spoor_reader *r, uint64_t *size);

/** Read at a place, without moving. @return the number of bytes; less than `n` at the end */
size_t reader_look(const struct spoor_reader *r, uint64_t offset, uint8_t *bytes, size_t n);

/** Continue reading at a place. @return false if that failed */
bool reader_go(struct spoor_reader *r, uint64_t offset);

/* -------- recording.c */

/** Begin another recording. @return false if out of memory */
bool recording_begin(struct spoor_reader *r, uint32_t id);

/** End the current recording: its input is complete, so that all its items can be returned. */
void recording_end(struct spoor_reader *r);

/** @return the account of a CPU in the current recording, created on first use; NULL if there is no such CPU
 * or no memory */
struct spoor_account *recording_account(struct spoor_reader *r, uint32_t cpu);

/** Count a decoded record. */
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

/** Register a thread. @param name name of `n` bytes, not terminated */
void recording_thread(struct spoor_reader *r, uint32_t number, uint32_t priority, const void *name, size_t n);

/** Mark a registered thread as idle thread. */
void recording_idle(struct spoor_reader *r, uint32_t number);

/** Register the thread named by a record of SPOOR_WIRE_ID_THREAD. */
void recording_take_name(struct spoor_reader *r, const struct spoor_item *item);

/** Register the name of an interrupt line or object. */
void recording_name(struct spoor_reader *r, enum spoor_wire_named kind, uint32_t key, const void *name,
                    size_t n);

/** Give an object a name made from its kind, its maker and a number. The number distinguishes objects of the
 * same kind and maker. @param maker may be NULL */
void recording_name_kind(struct spoor_reader *r, uint32_t key, const char *kind,
                         const struct spoor_thread *maker);

void recording_free_all(struct spoor_reader *r);

/* -------- header.c, losses.c, filter.c */

/** Parse the body of a HEADER packet after the recording's number. @return whether it is valid */
bool header_parse(struct cursor *c, struct spoor_header *h);

/** Decode the body of a packet of the current recording. @return whether it is valid */
bool header_take(struct spoor_reader *r, struct cursor *c);
bool gap_take(struct spoor_reader *r, struct cursor *c);
bool cleared_take(struct spoor_reader *r, struct cursor *c);
bool losses_take(struct spoor_reader *r, struct cursor *c);

/** @return whether gaps and clears have numbers in one count with packets of events. */
static inline bool counts_others(const struct spoor_reader *r)
{
    return r->now->header.version != SPOOR_WIRE_VERSION_OLD;
}

/** @return whether gaps and clears are numbered together with packets of events */
static inline bool losses_are_placed(const struct spoor_reader *r, unsigned cpu)
{
    const struct spoor_account *a = &r->now->account[cpu];

    return a->lost <= a->in_gaps + r->cpu[cpu].unplaced || !counts_others(r);
}

/** @return whether the gaps of all reported losses have been received; if not, a gap may begin before the
 * time of the counts */
bool filter_take(struct spoor_reader *r, struct cursor *c);

/** Decode the body of a FILTER packet. @return whether it is valid */
void filter_add(struct spoor_reader *r, const struct spoor_filter *f, bool changing);

/** Declare that packets after the records up to `time` were missed. A FILTER may be among them, so that
 * records wait for the next header, which is followed by the filter. */
void filter_missed(struct spoor_reader *r, uint64_t time);

/** Resolve an uncertain filter without a header: the recording ends, or records can't wait any longer. */
void filter_end(struct spoor_reader *r);

/* -------- packets.c, events.c, subbuf.c */

/** Decode one packet whose checksum was correct. @return whether it is valid; if not, it was reported */
bool packets_take(struct spoor_reader *r, const uint8_t *packet, size_t n, uint32_t sum);

/** Decode the body of a SUBBUF packet; the words of the sub-buffer follow it. @return whether it is valid */
bool subbuf_take(struct spoor_reader *r, struct cursor *c);

/** Add bytes to the raw sub-buffer. */
void subbuf_take_bytes(struct spoor_reader *r, const uint8_t *bytes, size_t n);

/** Report a sub-buffer that the end of the input cuts off. */
void subbuf_end(struct spoor_reader *r);

/** Decode the body of an EVENTS or DENSE packet. @return whether it is valid */
bool events_take(struct spoor_reader *r, struct cursor *c, bool dense);

/** Take a DATA packet: more of the last record of an EVENTS packet. */
bool data_take(struct spoor_reader *r, struct cursor *c);

/** The rest of the record that was being received on this CPU is lost. The next packet counts it. */
void data_drop(struct spoor_reader *r, unsigned cpu);

#endif
