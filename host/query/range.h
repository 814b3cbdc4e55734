/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of a recording that --range chooses. */
#ifndef QUERY_RANGE_H
#define QUERY_RANGE_H

#include <query/input.h>

struct range {
    const char *text; /**< from the command line; NULL: all */
    uint64_t from_ns, to_ns;
    uint32_t hz;          /**< of the recording */
    uint64_t from, to;    /**< in its cycles */
    bool some;            /**< the recording has a record */
    bool inside;          /**< a record is inside the range */
    uint64_t first, last; /**< times of the first and the last record, in cycles */
};

/** Parse FROM..TO. Either end may be missing; NULL: all. @return false after setting the fault */
bool range_parse(struct range *r, const char *text, struct fault *fault);

/** Set the rate of the recording that follows. */
void range_rate(struct range *r, uint32_t hz);

/** Note a record, inside or outside the range. */
static inline void range_note(struct range *r, uint64_t time)
{
    r->first = r->some && r->first < time ? r->first : time;
    r->last = r->some && r->last > time ? r->last : time;
    r->some = true;
    r->inside |= time >= r->from && time < r->to;
}

/**
 * Compare the range with the recording, at the end of a pass that found no record inside.
 *
 * @return STATUS_OK if the recording covers the range; or another status after setting the fault
 */
int range_check(struct range *r, struct input *in);

#endif
