/* SPDX-License-Identifier: BSD-2-Clause */
/* The state that one life leaves for the next, and the findings of that one. */
#ifndef LIVES_H
#define LIVES_H

#include <stdbool.h>
#include <spoor/core/ring.h>

/** Each ends with a reset, but for the last. They are named by how they leave the rings. */
enum life {
    LIFE_OVERWRITTEN, /**< full for long, in mode overwrite */
    LIFE_DROPPED,     /**< in mode stream, some read, some lost for want of room */
    LIFE_GARBAGE,     /**< the last CPU's ring filled with arbitrary bytes */
    LIFE_BAD_COUNTS,  /**< the last CPU's with more read than written */
    LIFE_BAD_END,     /**< the last CPU's open sub-buffer ends elsewhere */
    LIFE_OTHER_IMAGE, /**< sound, but another image's */
    LIFE_UNREAD,      /**< sound, for the last life to begin to record */
    LIFE_LAST,
};

/** The steps that a CPU recorded, or was found to have. They are numbered from 1. */
struct steps {
    uint32_t first, last, count;
    uint32_t dropped, overwritten, losses; /**< of the ring, and of the event `step` */
};

struct finding {
    bool survived;
    uint32_t wrong; /**< records out of order, with a wrong time, or unknown */
    struct steps steps[CONFIG_CPUS];
};

/** The state that a life left, and the findings of the next one. */
extern struct steps lives_left[LIFE_LAST][CONFIG_CPUS];
extern struct finding lives_found[LIFE_LAST];

/** Record steps up to `last` on each CPU. */
void lives_record(uint32_t last);

extern struct trace_client lives_client;

/** The event that is recorded, by its ID. */
unsigned lives_step_id(void);

#endif
