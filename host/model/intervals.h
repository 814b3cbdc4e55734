/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A recording as intervals: a thread in one state, with its reason, its object and the context that ended it;
 * an interrupt; a call; a visit of a block; a range. Each is handed out when it ends, so by the time of its
 * end. One that begins before the recording or a loss, or ends after it, is handed out with a flag, or not at
 * all: nothing is guessed across a loss.
 */
#ifndef MODEL_INTERVALS_H
#define MODEL_INTERVALS_H

#include <model/follow.h>

enum interval_kind {
    INTERVAL_STATE,    /**< of a thread: runs, ready or waits */
    INTERVAL_IRQ,      /**< an interrupt, from enter to exit */
    INTERVAL_FUNCTION, /**< a call */
    INTERVAL_BLOCK,    /**< a visit of a block */
    INTERVAL_RANGE,
};

struct interval {
    enum interval_kind kind;
    uint64_t from, to; /**< cycles */
    uint64_t net;      /**< the cycles in which its context ran; of a wait: to - from */
    uint64_t self;     /**< net, less that of the calls or interrupts in it */
    uint32_t thread;   /**< whose, or that was interrupted; FOLLOW_NOBODY when unknown */
    uint32_t line;     /**< of an interrupt: INTERVAL_IRQ, or the context when `in_irq` */
    uint8_t cpu;
    bool in_irq;       /**< a call, block or range in an interrupt */
    bool begun_before; /**< it began before `from`, by an unknown time */
    bool no_net;       /**< of a block: it isn't known how long its context ran, net is to - from */
    bool cut;          /**< it was still going on at `to`, where recording ends or something is missing */
    uint16_t id;       /**< of a block or range */
    uint32_t function; /**< of a call: its address */
    unsigned depth;    /**< of a call or interrupt: how many are around it */
    const uint32_t
        *around; /**< of a call: the addresses of these, the outermost first; valid in the callback */

    /* INTERVAL_STATE: */
    uint8_t state;  /**< enum follow_state */
    uint8_t reason; /**< why it waits, or why it is ready: preempted, yielded, or the kind of its last wait */
    uint8_t how;    /**< of a wait that ended by a wake-up: the wake-up's first field */
    bool woken;     /**< ready since a wake-up; of a wait: a wake-up ended it */
    bool by_irq;    /**< … from an interrupt, `waker_line` */
    uint32_t waker, waker_line;
    uint32_t object; /**< that it waits or waited on; 0: none or unknown */
};

struct intervals;

/** @param take  is called for each interval @return NULL without memory */
struct intervals *intervals_open(const struct spoor_elf *elf,
                                 void (*take)(void *arg, const struct interval *), void *arg);

/** Take the next item: follows it. */
void intervals_item(struct intervals *v, const struct spoor_item *item);

/** The input, or a recording of it, ends at its last item: hand out the intervals that are still open. */
void intervals_end(struct intervals *v);

/** Nothing happened up to `time`: intervals that are still open reach so far. */
void intervals_reach(struct intervals *v, uint64_t time);

/** Forget the time before `time`, which is now: open intervals began before it. */
void intervals_clip(struct intervals *v, uint64_t time);

/** @return the state after the last item. */
const struct follow *intervals_follow(const struct intervals *v);

/** @return the cycles that a thread has run at a time from now on, interrupts not included. */
uint64_t intervals_run(const struct intervals *v, uint32_t thread, uint64_t time);

void intervals_close(struct intervals *v);

#endif
