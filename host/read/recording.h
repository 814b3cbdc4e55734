/* SPDX-License-Identifier: BSD-2-Clause */
/* A recording: the header, threads and names of a target from one start to the next, and the accounts of
 * records by CPU. */
#ifndef READ_RECORDING_H
#define READ_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/wire.h>

struct spoor_reader;

struct spoor_header {
    bool seen;
    bool first; /**< this header began the recording */
    uint32_t version, cpus, hz, shift, tick_hz, events, blocks, points, mode;
    uint32_t boots;             /**< number of boots of the target at the time of the recording */
    uint64_t now;               /**< time at which the header was sent, in cycles */
    uint64_t wall_ms;           /**< wall clock at `now`, in ms since 1970; 0: unknown */
    uint32_t costs[8], costs_n; /**< cost of a record with 0, 1, 2 … words, in hundredths of a ns */
    uint8_t build_id[64];
    uint32_t build_id_bytes;
    char board[64];
};

/** Whether the ELF file matches the target's header. */
enum spoor_fit {
    SPOOR_FIT_UNKNOWN, /**< no header, or build IDs that can't be compared */
    SPOOR_FIT,
    SPOOR_FIT_WRONG,
};

struct spoor_thread {
    uint32_t number, priority;
    const char *name;  /**< never NULL */
    bool idle;         /**< runs when no other thread is ready */
    uint64_t from, to; /**< first and last time at which the target sent its name */
};

/** The account of one ID on one CPU. */
struct spoor_count {
    uint64_t decoded, bytes, sum; /**< bytes in packets; sum of a block's times in cycles */
    uint32_t lost;                /**< lost on the target since the last clear, as reported */
};

/** The accounts of one CPU: emitted = decoded + lost + cleared + link + before, in records. */
struct spoor_account {
    bool seen; /**< something from this CPU was received */
    bool told; /**< the target reported its losses */
    uint64_t decoded;
    uint64_t lost;                 /**< lost on the target since the last clear, as reported: see
                                    * spoor_lost() */
    uint64_t cleared;              /**< discarded by clears, or lost before them */
    uint64_t in_gaps;              /**< the part of `lost` that has a place in time */
    uint64_t missing, unread, cut; /**< lost on the link: between packets; in received packets that could
                                    * not be decoded; after the last packet */
    uint64_t before;               /**< recorded before the first packet that was received */
    uint64_t skipped;              /**< in an image: bytes that could not be read */
    uint64_t words;                /**< words received in raw sub-buffers; `sent` then counts words */
    uint64_t sent;                 /**< as reported */
    uint64_t until; /**< all records before this time were received or are accounted for, as reported */
    uint64_t last_time;
    bool unread_end;         /**< the last packet was not decoded, and the number of its records is unknown */
    struct spoor_count *ids; /**< SPOOR_WIRE_IDS entries; NULL: none */
};

/** @return the number of records lost on the target since the last clear: as reported, or more if gaps
 * contain more */
static inline uint64_t spoor_lost(const struct spoor_account *a)
{
    return a->lost > a->in_gaps ? a->lost : a->in_gaps;
}

#define SPOOR_CPUS_MAX       64
#define SPOOR_FILTER_THREADS 32

/** What the target excluded on purpose: SPOOR_WIRE_FILTER. The filter changed between `from` and `since`. */
struct spoor_filter {
    uint32_t number;
    uint64_t from, since; /**< in cycles */
    bool only;            /**< only the listed threads are recorded; if false, all others */
    uint32_t threads;     /**< number of threads listed; 0: all threads are recorded */
    uint32_t thread[SPOOR_FILTER_THREADS];
    uint64_t cpus;                     /**< CPUs that aren't recorded, one bit each */
    uint32_t off[SPOOR_WIRE_IDS / 32]; /**< IDs of disabled events, one bit each */
};

/** One recording: header, threads, accounts. */
struct spoor_recording {
    uint32_t id;    /**< number that the target gave to the recording */
    unsigned index; /**< position in the file, from 0 */
    struct spoor_header header;
    char program[64]; /**< the name that the program gave itself; empty if none */
    enum spoor_fit fit;
    unsigned cpus; /**< from the header, or the highest seen so far plus 1 */
    struct spoor_filter **filters;
    size_t filter_count;
    struct spoor_account account[SPOOR_CPUS_MAX];
};

/** Counts of all traffic, and of skipped bytes. */
struct spoor_traffic {
    uint64_t packets, packet_bytes; /**< valid packets; the bytes include framing */
    uint64_t text_bytes;
    uint64_t frames;            /**< frames that aren't packets: wrong checksum or framing */
    uint64_t bytes;             /**< bytes in those frames */
    uint64_t invalid;           /**< packets with a correct checksum but invalid contents */
    uint64_t repeated, unknown; /**< packets received before; packets of unknown types */
    uint64_t late;              /**< packets out of order, which were skipped */
    uint64_t wrong;             /**< contradictions: times that decrease, counts that don't add up */
    uint64_t unordered;         /**< items returned in uncertain order, because a CPU had been silent for
                                 * too long */
    uint64_t skipped_words;     /**< words of an image that were skipped */
};

/** @return the recording of the last item, never NULL; an empty recording before the first item */
const struct spoor_recording *spoor_recording(const struct spoor_reader *r);

/** @return the number of recordings so far */
unsigned spoor_recordings(const struct spoor_reader *r);

/** @return the `n`-th recording; if there are more than 16, the first contains the sums of the earliest */
const struct spoor_recording *spoor_recording_nth(const struct spoor_reader *r, unsigned n);

/** @return the thread of this number in the current recording, or NULL */
const struct spoor_thread *spoor_thread(const struct spoor_reader *r, uint32_t number);

/** @return the `n`-th thread that has a name in the current recording, or NULL if there are at most `n` */
const struct spoor_thread *spoor_thread_nth(const struct spoor_reader *r, size_t n);

/** @return whether a thread is known to be an idle thread */
bool spoor_is_idle(const struct spoor_reader *r, uint32_t number);

/** @return a number that changes whenever a name is added or changed */
uint32_t spoor_names_version(const struct spoor_reader *r);

/** @return the name of an interrupt line or object in the current recording, or NULL */
const char *spoor_named(const struct spoor_reader *r, enum spoor_wire_named kind, uint32_t key);

#define SPOOR_NOTE_MAX 4096

/** A note that the recorder added. */
struct spoor_note {
    uint64_t ms;               /**< when it was written, in ms since 1970 */
    char text[SPOOR_NOTE_MAX]; /**< empty if there is no note */
};

/** @return when the recording began, and the recorder's command line */
const struct spoor_note *spoor_note(const struct spoor_reader *r);

/** @return when and why the target ended: a panic, a fault, an exit status. It is complete at the end of the
 * input. */
const struct spoor_note *spoor_end_note(const struct spoor_reader *r);

const struct spoor_traffic *spoor_traffic(const struct spoor_reader *r);

#endif
