/* SPDX-License-Identifier: BSD-2-Clause */
/* An OTF2 archive that is being written; shared by the files of this exporter. */
#ifndef EXPORT_TRACE_OTF2_PRIV_H
#define EXPORT_TRACE_OTF2_PRIV_H

#include <otf2/otf2.h>
#include <base/hash.h>
#include <export/trace/exporter.h>

#define PLACES_MAX 4096
#define STACK_MAX  256
#define NONE       UINT32_MAX

#define PIECE_BYTES 4096

enum event_kind {
    EVENT_ENTER = 1,
    EVENT_LEAVE,
    EVENT_SEND, /* rank, number of the message */
    EVENT_RECEIVE,
    EVENT_SWITCH_FROM, /* rank: a message from the outgoing thread of a switch to the incoming one */
    EVENT_SWITCH_TO,
    EVENT_METRIC,
    EVENT_LOSS,
};

/* Kinds of messages; each has a communicator. */
enum communicator { COMM_MESSAGES, COMM_SWITCHES, COMMS };

enum place_kind { PLACE_CPU, PLACE_THREAD, PLACE_BLOCK };

/* A location that is being written. */
struct place {
    uint8_t piece[PIECE_BYTES]; /* its last events; earlier ones are in the temporary file */
    unsigned used;
    uint64_t *pieces; /* offsets of its pieces in that file */
    size_t piece_count;
    uint64_t spooled_time;
    uint32_t name;             /* number of a string */
    uint64_t last;             /* time of its last event */
    uint32_t stack[STACK_MAX]; /* open regions */
    unsigned depth;
    uint32_t state; /* thread: the region of its wait or delay, or NONE */
    enum place_kind kind;
};

struct region {
    uint32_t name, file, line;
    OTF2_RegionRole role;
};

struct otf2 {
    OTF2_Archive *archive;
    struct place *places;
    struct region *regions;
    char **strings;
    uint32_t *metrics; /* strings with the names of the metrics */
    uint32_t place_count, region_count, string_count, metric_count;
    struct hash by_key, by_string, by_region;
    struct hash by_id;   /* counters by ID */
    struct hash by_pair; /* index of the open message between two threads */
    struct open_message *open;
    bool *is_received; /* by the number of the message */
    size_t open_count, sent_count;
    uint64_t unmatched; /* receipts without a message */
    uint64_t first, last;
    FILE *spool; /* events of all locations, in pieces */
    uint64_t spooled;
    int error; /* errno of the temporary file or of opening, or 0 */
    bool failed;
};

/** Note whether a call of the library failed. */
static inline void otf2_check(struct otf2 *o, OTF2_ErrorCode code)
{
    o->failed |= code != OTF2_SUCCESS;
}

/** Open the archive. @return false on failure; `error` may then have the errno */
bool otf2_open(struct otf2 *o, const char *path);

/** Close the archive if it is open. */
void otf2_close(struct otf2 *o);

/** Find or create a string or region. @return its number */
uint32_t otf2_string(struct otf2 *o, const char *text);
uint32_t otf2_region(struct otf2 *o, const char *text, OTF2_RegionRole role);
struct place *otf2_location(struct trace_export *e, enum place_kind kind, uint64_t key, const char *name);

/** Add an event: of a region, a rank, a metric with its value, or the end of a loss. */
void otf2_put(struct otf2 *o, struct place *p, enum event_kind kind, uint64_t time, uint64_t a, uint64_t b);

/** Add the ends of a message between two threads. The sender's is written if the receiver's follows. */
void otf2_sent(struct otf2 *o, struct place *from, const struct place *to, uint64_t time);
void otf2_received(struct otf2 *o, const struct place *from, struct place *to, uint64_t time);

/** After a loss open messages can't be matched. */
void otf2_forget_messages(struct otf2 *o);

/** @return the number of ends that were left out */
uint64_t otf2_unmatched(const struct otf2 *o);

/** Write the events of a location. @param events receives their number */
void otf2_write_place(struct otf2 *o, uint32_t number, uint64_t *events);

/** Write all definitions. All events must have been written. @param events number of events of each
 * location */
void otf2_define(struct trace_export *e, const uint64_t *events);

#endif
