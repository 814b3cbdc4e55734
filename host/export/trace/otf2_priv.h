/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of OTF2: an archive while it is written. */
#ifndef EXPORT_TRACE_OTF2_PRIV_H
#define EXPORT_TRACE_OTF2_PRIV_H

#include <otf2/otf2.h>
#include <base/hash.h>
#include <export/trace/exporter.h>

#define PLACES_MAX 4096
#define STACK_MAX  256
#define NONE       UINT32_MAX

#define PIECE_BYTES 4096

enum event_kind { EVENT_ENTER = 1, EVENT_LEAVE, EVENT_SEND, EVENT_RECEIVE, EVENT_METRIC, EVENT_LOSS };

enum place_kind { PLACE_CPU, PLACE_THREAD, PLACE_BLOCK };

/* A location while it is written. */
struct place {
    uint8_t piece[PIECE_BYTES]; /* its last events; those before are in the temporary file … */
    unsigned used;
    uint64_t *pieces; /* … at these places */
    size_t piece_count;
    uint64_t spooled_time;
    uint32_t name;             /* a string */
    uint64_t last;             /* time of its last event */
    uint32_t stack[STACK_MAX]; /* open regions */
    unsigned depth;
    uint32_t state; /* of a thread: the region of its wait or delay, or NONE */
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
    uint32_t *metrics; /* strings of their names */
    uint32_t place_count, region_count, string_count, metric_count;
    struct hash by_key, by_string, by_region;
    struct hash by_id; /* counters */
    uint64_t first, last;
    FILE *spool; /* events of all locations, in pieces */
    uint64_t spooled;
    int error; /* an errno of that file or of opening, or 0 */
    bool failed;
};

/** Note whether a call of the library failed. */
static inline void otf2_check(struct otf2 *o, OTF2_ErrorCode code)
{
    o->failed |= code != OTF2_SUCCESS;
}

/** Open the archive. @return false after an error, in `error` */
bool otf2_open(struct otf2 *o, const char *path);

/** Close it, if it is open. */
void otf2_close(struct otf2 *o);

/** @return the number of a string, a region, made when it's new; a place, NULL when there are too many */
uint32_t otf2_string(struct otf2 *o, const char *text);
uint32_t otf2_region(struct otf2 *o, const char *text, OTF2_RegionRole role);
struct place *otf2_location(struct trace_export *e, enum place_kind kind, uint64_t key, const char *name);

/** Add an event: of a region, a rank, a metric with its value, the end of a loss. */
void otf2_put(struct otf2 *o, struct place *p, enum event_kind kind, uint64_t time, uint64_t a, uint64_t b);

/** Write a location's events. @param events  set to how many */
void otf2_write_place(struct otf2 *o, uint32_t number, uint64_t *events);

/** Write all definitions, when all events are written. @param events  of each place */
void otf2_define(struct trace_export *e, const uint64_t *events);

#endif
