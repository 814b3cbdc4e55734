/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Follows the items of a recording: the running thread and the nested interrupts of each CPU; the state of
 * each thread with its reason, object and waker; open function calls; the event of each stack. All commands
 * use it. It interprets events by role, never by name.
 *
 * After missing items a state is unknown until it is seen again: nothing is guessed.
 */
#ifndef MODEL_FOLLOW_H
#define MODEL_FOLLOW_H

#include <base/hash.h>
#include <read/reader.h>

enum follow_state { FOLLOW_UNKNOWN, FOLLOW_RUNS, FOLLOW_READY, FOLLOW_WAITS, FOLLOW_ENDED };

/** Thread number that means "no thread". */
#define FOLLOW_NO_THREAD 0

struct follow_calls {
    uint32_t *function; /**< addresses of the open functions, innermost last */
    unsigned depth, room;
};

struct follow_thread {
    uint32_t number;
    uint8_t state;    /**< enum follow_state */
    uint8_t reason;   /**< enum spoor_wire_left, while it waits or is ready */
    uint8_t cpu;      /**< CPU on which it runs or last ran */
    uint32_t object;  /**< object on which it waits; 0: none or unknown */
    uint32_t waker;   /**< thread that made it ready, or FOLLOW_NO_THREAD */
    bool by_irq;      /**< an interrupt made it ready */
    bool woken;       /**< it is ready because of a wake-up */
    uint8_t how;      /**< first field of that wake-up */
    bool told;        /**< the target reported the state when recording began: it is older than `since` */
    uint32_t line;    /**< line of the interrupt that made it ready */
    bool prioritized; /**< it got `priority` since the target last described it */
    uint32_t priority;
    uint64_t since; /**< time of the last change of its state */
    struct follow_calls calls;
};

/** First field of a wake-up by timeout: `timeout` in spoor/port/kernel_events.h. */
#define FOLLOW_HOW_TIMEOUT 1

/** The line of an interrupt that wasn't recorded. */
#define FOLLOW_NO_LINE UINT32_MAX

#define FOLLOW_NESTING 16
#define FOLLOW_LINES   1024 /* interrupt lines, as many as a GIC has */

struct follow_cpu {
    bool known; /**< whether `thread` is the running thread */
    uint32_t thread;
    uint32_t left;      /**< the thread that the last switch switched out, or FOLLOW_NO_THREAD */
    uint64_t left_at;   /**< time of that switch */
    unsigned irq_depth; /**< nesting of the interrupts whose beginning was seen, at most FOLLOW_NESTING */
    uint32_t irq_line[FOLLOW_NESTING];
    struct follow_calls calls[FOLLOW_NESTING]; /**< calls of the nested interrupts */
    uint32_t *recent;                          /**< header words of the last records, in the format of
                                                * rings */
    uint32_t recents;
    bool cut; /**< records before those are missing */
};

/** A change of a thread's state. `was` is a copy of the thread before the change. */
struct follow_change {
    struct follow_thread was;
    uint8_t to;
};

enum follow_stack { FOLLOW_STACK_TIED, FOLLOW_STACK_LOST, FOLLOW_STACK_WRONG };

struct follow {
    const struct spoor_elf *elf;
    struct follow_cpu cpu[SPOOR_CPUS_MAX];
    struct follow_thread *threads;
    size_t thread_count;
    struct hash thread_map;
    bool unrecorded;                   /**< switches are currently not recorded */
    bool wakes_seen;                   /**< wake-ups are recorded */
    const struct spoor_filter *filter; /**< what is excluded; NULL: nothing */
    bool changing;                     /**< the filter is changing or unknown */
    uint64_t off;                      /**< a bit for each role with a disabled event */
    uint64_t missing_until;            /**< time until which records of some CPU are missing */
    uint64_t unknown_until;            /**< time until which states are unknown, because records are
                                        * missing or not recorded */
    uint32_t lines[FOLLOW_LINES / 32]; /**< one bit for each line that was taken */
    bool failed;                       /**< out of memory */
    bool no_stacks; /**< set by the user: don't search for the events of stacks, which is faster */

    /* Results for the last item: */
    struct follow_change change[2];
    unsigned changes;
    enum follow_stack stack; /**< whether the event of a stack was found */
    uint16_t stack_id;       /**< ID of that event */
    uint32_t stack_back;     /**< position of that event: 1 is the last record of this CPU, not counting
                              * stacks */
    unsigned depth;          /**< number of functions around the one that was entered or left */
};

/** @return the state, or NULL if out of memory */
struct follow *follow_open(const struct spoor_elf *elf);

/** Follow the next item. Before the call the state is that before the item, afterwards that after it. */
void follow_item(struct follow *f, const struct spoor_item *item);

/** @return whether no records of `time` are missing, and no threads or CPUs are excluded */
static inline bool follow_is_whole(const struct follow *f, uint64_t time)
{
    return !f->changing && time >= f->missing_until &&
           (f->filter == NULL || (f->filter->threads == 0 && f->filter->cpus == 0));
}

/** @return the number of open calls in the context that runs on a CPU */
unsigned follow_depth(const struct follow *f, unsigned cpu);

/** @return a thread, or NULL if it wasn't seen. Valid until the next item. */
const struct follow_thread *follow_thread(const struct follow *f, uint32_t number);

/** @return whether an interrupt of a line was taken */
static inline bool follow_took_line(const struct follow *f, uint32_t line)
{
    return line < FOLLOW_LINES && (f->lines[line / 32] >> line % 32 & 1) != 0;
}

void follow_close(struct follow *f);

#endif
