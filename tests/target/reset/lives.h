/* SPDX-License-Identifier: BSD-2-Clause */
/* The state that one life leaves, and what the next life finds. */
#ifndef LIVES_H
#define LIVES_H

#include <stdbool.h>
#include <spoor/core/ring.h>

/**
 * Each life except the last ends with a reset. Lives are named by the state in which they leave the rings.
 */
enum life {
    LIFE_OVERWRITTEN, /**< has wrapped many times, in mode overwrite */
    LIFE_DROPPED,     /**< mode stream: some records read, some dropped because the ring was full */
    LIFE_GARBAGE,     /**< the last CPU's ring filled with arbitrary bytes */
    LIFE_BAD_COUNTS,  /**< the last CPU's ring counts more read than written */
    LIFE_BAD_END,     /**< the last CPU's open sub-buffer ends in the wrong place */
    LIFE_OTHER_IMAGE, /**< intact, but written by another image */
    LIFE_UNREAD,      /**< intact; the last life starts recording before it reads them */
    LIFE_LAST,
};

/** The steps that a CPU recorded, or that were found in its ring. They are numbered from 1. */
struct steps {
    uint32_t first, last, count;
    uint32_t dropped, overwritten, losses; /**< of the ring; losses: of the event `step` */
};

struct finding {
    bool survived;
    uint32_t wrong; /**< records out of order, with a wrong time, or unknown */
    struct steps steps[CONFIG_CPUS];
};

/** The state that each life left, and what the next one found. */
extern struct steps lives_left[LIFE_LAST][CONFIG_CPUS];
extern struct finding lives_found[LIFE_LAST];

/** Record steps up to `last` on each CPU. */
void lives_record(uint32_t last);

extern struct trace_client lives_client;

/** ID of the recorded event. */
unsigned lives_step_id(void);

#endif
