/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splits a recording into intervals: a thread in one state, with its reason, its object and the context that
 * ended it; an interrupt; a call; a visit of a block; a range. An interval is reported when it ends, so they
 * are ordered by end. An interval that crosses a loss or an end of the recording is cut and flagged, or not
 * reported: nothing is guessed.
 */
#ifndef MODEL_INTERVALS_H
#define MODEL_INTERVALS_H

#include <model/follow.h>

enum interval_kind {
    INTERVAL_STATE,    /**< a thread runs, is ready or waits */
    INTERVAL_IRQ,      /**< an interrupt, from enter to exit */
    INTERVAL_FUNCTION, /**< a call of a function */
    INTERVAL_BLOCK,    /**< a visit of a block */
    INTERVAL_RANGE,
};

struct interval {
    enum interval_kind kind;
    uint64_t from, to; /**< in cycles */
    uint64_t net;      /**< cycles in which its context ran; for a wait: to - from */
    uint64_t self;     /**< `net` without the calls or interrupts inside */
    uint32_t thread;   /**< thread of the interval, or the interrupted thread; FOLLOW_NO_THREAD if unknown */
    uint32_t line;     /**< interrupt line for INTERVAL_IRQ, or if `in_irq` */
    uint8_t cpu;
    bool in_irq;            /**< a call, block or range in an interrupt */
    bool begun_before;      /**< it began before `from`, at an unknown time */
    bool no_net;            /**< block: unknown for how long its context ran; `net` is to - from */
    bool cut;               /**< it hadn't ended at `to`, where the recording ends or records are missing */
    uint16_t id;            /**< ID of the block or range */
    uint32_t function;      /**< call: address of the function */
    unsigned depth;         /**< call or interrupt: number of calls or interrupts around it */
    const uint32_t *around; /**< call: addresses of the functions around it, outermost first; valid during the
                             * callback */

    /* Only for INTERVAL_STATE: */
    uint8_t state;  /**< enum follow_state */
    uint8_t reason; /**< why it waits or is ready: preempted, yielded, or the kind of its last wait */
    uint8_t how;    /**< first field of the wake-up that made it ready */
    bool woken;     /**< ready: a wake-up made it ready; wait: a wake-up ended it */
    bool by_irq;    /**< the wake-up came from the interrupt `waker_line` */
    uint32_t waker, waker_line;
    uint32_t object; /**< object on which it waits or waited; 0: none or unknown */
};

/** Kinds of intervals, with those of states apart: one bit each. */
enum {
    INTERVALS_RUNS = 1 << FOLLOW_RUNS,
    INTERVALS_READY = 1 << FOLLOW_READY,
    INTERVALS_WAITS = 1 << FOLLOW_WAITS,
    INTERVALS_STATES = INTERVALS_RUNS | INTERVALS_READY | INTERVALS_WAITS,
    INTERVALS_IRQS = 1 << (FOLLOW_ENDED + INTERVAL_IRQ),
    INTERVALS_FUNCTIONS = 1 << (FOLLOW_ENDED + INTERVAL_FUNCTION),
    INTERVALS_BLOCKS = 1 << (FOLLOW_ENDED + INTERVAL_BLOCK),
    INTERVALS_RANGES = 1 << (FOLLOW_ENDED + INTERVAL_RANGE),
    INTERVALS_ALL =
        INTERVALS_STATES | INTERVALS_IRQS | INTERVALS_FUNCTIONS | INTERVALS_BLOCKS | INTERVALS_RANGES,
};

/** Number of bits in INTERVALS_…. */
#define INTERVALS_BITS (FOLLOW_ENDED + INTERVAL_RANGE + 1)

/** @return the number of an interval's bit in INTERVALS_… */
static inline unsigned interval_bit(const struct interval *i)
{
    return i->kind == INTERVAL_STATE ? i->state : FOLLOW_ENDED + (unsigned)i->kind;
}

struct intervals;

/** @param take is called for each interval. @return the state, or NULL if out of memory */
struct intervals *intervals_open(const struct spoor_elf *elf,
                                 void (*take)(void *arg, const struct interval *), void *arg);

/** Follow the next item. */
void intervals_item(struct intervals *v, const struct spoor_item *item);

/** End the input, or one of its recordings, at the last item. All open intervals are reported. */
void intervals_end(struct intervals *v);

/** Extend open intervals to `time`, up to which nothing happened. */
void intervals_reach(struct intervals *v, uint64_t time);

/** Forget everything before `time`, which must be the current time. Open intervals then began before it. */
void intervals_clip(struct intervals *v, uint64_t time);

/** @return the state after the last item */
const struct follow *intervals_follow(const struct intervals *v);

/** @return the cycles that a thread has run until `time`, without interrupts; `time` must not be before the
 * last item */
uint64_t intervals_run(const struct intervals *v, uint32_t thread, uint64_t time);

void intervals_close(struct intervals *v);

#endif
