/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The items of a recording taken together: which thread runs on each CPU, how deep interrupts are nested,
 * the state of each thread with its reason, object and waker, open function calls, the event that a stack
 * belongs to. All commands take it from here. Meaning comes from roles, never from names.
 *
 * Where items are missing the state is unknown until it is seen again: nothing is guessed.
 */
#ifndef MODEL_FOLLOW_H
#define MODEL_FOLLOW_H

#include <base/hash.h>
#include <read/reader.h>

enum follow_state { FOLLOW_UNKNOWN, FOLLOW_RUNS, FOLLOW_READY, FOLLOW_WAITS, FOLLOW_ENDED };

/** The number of no thread. */
#define FOLLOW_NOBODY 0

struct follow_calls {
    uint32_t *function; /**< the open functions, the innermost last */
    unsigned depth, room;
};

struct follow_thread {
    uint32_t number;
    uint8_t state;   /**< enum follow_state */
    uint8_t reason;  /**< enum spoor_wire_left, when it waits or is ready */
    uint8_t cpu;     /**< where it runs or ran last */
    uint32_t object; /**< that it waits on; 0: none or unknown */
    uint32_t waker;  /**< the thread that made it ready, or FOLLOW_NOBODY */
    bool by_irq;     /**< … or an interrupt did */
    bool woken;      /**< ready since a wake-up */
    uint8_t how;     /**< … and how: the first field of the wake-up */
    bool told;       /**< the target told the state when recording began: it is older than `since` */
    uint32_t line;   /**< of the interrupt that made it ready */
    uint64_t since;  /**< the time of the last change */
    struct follow_calls calls;
};

/** The first field of a wake-up: `timeout` of spoor/port/kernel_events.h. */
#define FOLLOW_HOW_TIMEOUT 1

#define FOLLOW_NESTING 16
#define FOLLOW_LINES   1024 /* of interrupts: as many as a GIC has */

struct follow_cpu {
    bool known; /**< which thread runs */
    uint32_t thread;
    unsigned irq_depth; /**< of interrupts, as far as they were seen to begin; FOLLOW_NESTING at most */
    uint32_t irq_line[FOLLOW_NESTING];
    struct follow_calls calls[FOLLOW_NESTING]; /**< of interrupts */
    uint32_t *recent;                          /**< header words of the last records, as in a ring */
    uint32_t recents;
    uint32_t whole; /**< records since something was missing */
};

/** A thread changes its state. `was` is a copy of the thread before. */
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
    bool unrecorded;                   /**< switches are not recorded at present */
    bool wakes_seen;                   /**< wake-ups are recorded */
    const struct spoor_filter *filter; /**< what is left out; NULL: nothing */
    bool changing;                     /**< … or that isn't sure at present */
    uint32_t off;                      /**< bits of roles that have an event which is switched off */
    uint64_t missing_until;            /**< up to here something was missing on some CPU */
    uint64_t unknown_until;            /**< … or isn't recorded: no state is known */
    uint32_t lines[FOLLOW_LINES / 32]; /**< a bit for each that was taken */
    bool failed;                       /**< no memory */
    bool no_stacks; /**< set by the user: events of stacks are not looked for, which is faster */

    /* Of the last item: */
    struct follow_change change[2];
    unsigned changes;
    enum follow_stack stack; /**< of a stack: whether its event was found … */
    uint16_t stack_id;       /**< … its ID … */
    uint32_t stack_back;     /**< … and its place: 1 is the last record of this CPU, stacks not counted */
    unsigned depth;          /**< of a function that is entered or left: functions around it */
};

/** @return NULL without memory */
struct follow *follow_open(const struct spoor_elf *elf);

/** Follow the next item: the state is that before it until here, and that after it from here on. */
void follow_item(struct follow *f, const struct spoor_item *item);

/** @return whether no CPU lacks a record that was written at `time`, and no thread's are left out. */
static inline bool follow_is_whole(const struct follow *f, uint64_t time)
{
    return !f->changing && time >= f->missing_until &&
           (f->filter == NULL || (f->filter->threads == 0 && f->filter->cpus == 0));
}

/** @return how many calls are open in the context that runs on a CPU. */
unsigned follow_depth(const struct follow *f, unsigned cpu);

/** @return the thread, or NULL when it wasn't seen. Valid until the next item. */
const struct follow_thread *follow_thread(const struct follow *f, uint32_t number);

/** @return whether an interrupt of this line was taken */
static inline bool follow_took_line(const struct follow *f, uint32_t line)
{
    return line < FOLLOW_LINES && (f->lines[line / 32] >> line % 32 & 1) != 0;
}

void follow_close(struct follow *f);

#endif
