/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of a recording that --range chooses. */
#ifndef QUERY_RANGE_H
#define QUERY_RANGE_H

#include <query/input.h>

struct range {
    const char *text; /**< of the command line; NULL: all */
    uint64_t from_ns, to_ns;
    uint32_t hz;          /**< of the recording */
    uint64_t from, to;    /**< in its cycles */
    bool some;            /**< a record came … */
    bool inside;          /**< … and one inside … */
    uint64_t first, last; /**< … the first one and the last, in cycles */
};

/** Parse FROM..TO, where either may be missing. NULL: all. @return false after setting the fault */
bool range_parse(struct range *r, const char *text, struct fault *fault);

/** A recording of this rate is read from here on. */
void range_rate(struct range *r, uint32_t hz);

/** A record came, inside or outside. */
static inline void range_note(struct range *r, uint64_t time)
{
    r->first = r->some && r->first < time ? r->first : time;
    r->last = r->some && r->last > time ? r->last : time;
    r->some = true;
    r->inside |= time >= r->from && time < r->to;
}

/**
 * Compare the range with the recording, at the end of a pass that found nothing inside.
 *
 * @return STATUS_OK: it is inside, and nothing happened there; or another status after setting the fault
 */
int range_check(struct range *r, struct input *in);

#endif
