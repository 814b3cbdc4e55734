/* SPDX-License-Identifier: BSD-2-Clause */
/* One life of a target, as it was recorded: its header, threads, names, and accounts of records by CPU. */
#ifndef READ_RECORDING_H
#define READ_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

struct spoor_reader;

struct spoor_header {
    bool seen;
    bool first; /**< it began the recording: nothing came before */
    uint32_t version, cpus, hz, shift, tick_hz, events, blocks, points, mode;
    uint32_t boots;             /**< of the target, when this was recorded */
    uint64_t now;               /**< the time when it was sent, in cycles */
    uint64_t wall_ms;           /**< the wall clock then, since 1970; 0: unknown */
    uint32_t costs[8], costs_n; /**< of a record of 0, 1, 2 … words, in hundredths of a ns */
    uint8_t build_id[64];
    uint32_t build_id_bytes;
    char board[64];
};

/** The agreement of the ELF file with the target's header. */
enum spoor_fit {
    SPOOR_FIT_UNKNOWN, /**< no header came, or the build IDs can't be compared */
    SPOOR_FIT,
    SPOOR_FIT_WRONG,
};

struct spoor_thread {
    uint32_t number, priority;
    const char *name;  /**< never NULL */
    bool idle;         /**< it runs when no other thread is ready */
    uint64_t from, to; /**< the first and the last time when it was named */
};

/** One row of the accounts of a CPU: the records of one ID. */
struct spoor_count {
    uint64_t decoded, bytes, sum; /**< bytes in packets; sum of a block's times in cycles */
    uint32_t lost;                /**< on the target, since the last clear, as told */
};

/** The accounts of one CPU: emitted = decoded + lost + cleared + link + before, in records. */
struct spoor_account {
    bool seen; /**< anything of this CPU came */
    bool told; /**< the target told its losses */
    uint64_t decoded;
    uint64_t lost;                 /**< on the target since the last clear, as told: see spoor_lost() */
    uint64_t cleared;              /**< thrown away by clears, or lost before them */
    uint64_t in_gaps;              /**< of `lost`, those that have a place */
    uint64_t missing, unread, cut; /**< lost on the link: between packets; in packets that came and could not
                                      be decoded; after the last packet */
    uint64_t before;               /**< before the first packet that came */
    uint64_t skipped;              /**< in an image: bytes that could not be read */
    uint64_t words;                /**< that came as they are: `sent` counts words then */
    uint64_t sent;                 /**< as told */
    uint64_t until; /**< all records from before this time came or are accounted for, as told */
    uint64_t last_time;
    bool unread_end;         /**< the last packet was not decoded, and nothing said how much it held */
    struct spoor_count *ids; /**< SPOOR_WIRE_IDS; NULL: none */
};

/** @return records lost on the target since the last clear: as told, or as the gaps since then say */
static inline uint64_t spoor_lost(const struct spoor_account *a)
{
    return a->lost > a->in_gaps ? a->lost : a->in_gaps;
}

#define SPOOR_CPUS_MAX       64
#define SPOOR_FILTER_THREADS 32

/** What the target left out on purpose: SPOOR_WIRE_FILTER. Between `from` and `since` it changed. */
struct spoor_filter {
    uint32_t number;
    uint64_t from, since; /**< cycles */
    bool only;            /**< the threads are those that are recorded, not those that aren't */
    uint32_t threads;     /**< how many; 0: all are recorded */
    uint32_t thread[SPOOR_FILTER_THREADS];
    uint64_t cpus;                     /**< that aren't recorded: a bit each */
    uint32_t off[SPOOR_WIRE_IDS / 32]; /**< IDs of events that are switched off */
};

/** One recording: header, threads, accounts. */
struct spoor_recording {
    uint32_t id;    /**< the target's number */
    unsigned index; /**< in the file, from 0 */
    struct spoor_header header;
    enum spoor_fit fit;
    unsigned cpus; /**< in the header, or seen */
    struct spoor_filter **filters;
    size_t filter_count;
    struct spoor_account account[SPOOR_CPUS_MAX];
};

/** Counts of all traffic, and of the bytes that were passed over. */
struct spoor_traffic {
    uint64_t packets, packet_bytes; /**< good ones; with the bytes that frames add */
    uint64_t text_bytes;
    uint64_t frames;            /**< that were no packets, by their checksum or form */
    uint64_t bytes;             /**< in them */
    uint64_t invalid;           /**< packets with a right checksum and invalid contents */
    uint64_t repeated, unknown; /**< packets seen before; of types not known */
    uint64_t late;              /**< packets out of their order, which were skipped */
    uint64_t wrong;             /**< contradictions: times that go back, counts that don't add up */
    uint64_t unordered;         /**< items that were given out before a silent CPU told its time */
    uint64_t skipped_words;     /**< in an image */
};

/** @return the recording of the last item; before the first one an empty one. Never NULL. */
const struct spoor_recording *spoor_recording(const struct spoor_reader *r);

/** @return how many recordings there are so far. */
unsigned spoor_recordings(const struct spoor_reader *r);

/** @return the `n`-th recording; of more than 16 the early ones are summed up in the first. */
const struct spoor_recording *spoor_recording_nth(const struct spoor_reader *r, unsigned n);

/** @return the thread of this number in the present recording, or NULL. */
const struct spoor_thread *spoor_thread(const struct spoor_reader *r, uint32_t number);

/** @return the `n`-th thread that has a name in the present recording, or NULL past the last. */
const struct spoor_thread *spoor_thread_nth(const struct spoor_reader *r, size_t n);

/** @return whether a thread is known to be an idle one. */
bool spoor_is_idle(const struct spoor_reader *r, uint32_t number);

/** @return a number that changes when a name comes or changes. */
uint32_t spoor_names_version(const struct spoor_reader *r);

/** @return the name of a line or an object in the present recording, or NULL. */
const char *spoor_named(const struct spoor_reader *r, enum spoor_wire_named kind, uint32_t key);

#define SPOOR_NOTE_MAX 4096

/** A recorder's note. */
struct spoor_note {
    uint64_t ms;               /**< when it was written, since 1970 */
    char text[SPOOR_NOTE_MAX]; /**< empty: there is none */
};

/** @return when the recording began, and the recorder's command line */
const struct spoor_note *spoor_note(const struct spoor_reader *r);

/** @return when and why the target ended by itself: a panic, a fault, an exit status; complete at the end of
 * the input */
const struct spoor_note *spoor_end_note(const struct spoor_reader *r);

const struct spoor_traffic *spoor_traffic(const struct spoor_reader *r);

#endif
