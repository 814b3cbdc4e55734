/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Triggers: conditions on points and blocks, and actions.
 *
 * A condition is a quantity, a comparison and a threshold: "max>50us", "count>=1000". It is evaluated at the
 * end of a visit. Without a condition nothing is evaluated. A condition on one visit (last, net) fires on
 * every visit for which it holds. A condition on the statistics (count, min, max, avg) fires when it becomes
 * true, and again only after a reset.
 *
 * An action can be registered in any unit:
 *
 *     static void blink(const struct trace_trigger *t) { … }
 *     TRACE_ACTION("blink", blink, "toggle the red LED");
 *
 * Built-in actions are count (only count how often it fired), disable (this point or block), reset (its
 * statistics) and stop (all points and blocks). With events there are also record (an event) and freeze (stop
 * recording when half of each ring is new).
 */
#ifndef SPOOR_TRIGGER_H
#define SPOOR_TRIGGER_H

#include <errno.h>
#include <spoor/config.h>
#include <spoor/util/language.h>
#include <spoor/util/unused.h>
#include <spoor/trace.h>

SPOOR_EXTERN_C_BEGIN

enum trace_quantity {
    TRACE_QUANTITY_COUNT,
    TRACE_QUANTITY_LAST, /**< wall time of this visit; this and the following are for blocks only */
    TRACE_QUANTITY_NET,  /**< net time of this visit */
    TRACE_QUANTITY_MIN,
    TRACE_QUANTITY_MAX,
    TRACE_QUANTITY_AVG,
};

enum trace_comparison { TRACE_AT_LEAST, TRACE_AT_MOST, TRACE_EQUAL, TRACE_ABOVE, TRACE_BELOW };

/*
 * The texts of quantities and comparisons, in the order of the enumerators, and of units of time. Lists for
 * spoor_text_nth(). If two texts have the same start, the longer one must come first.
 */
#define TRACE_QUANTITIES  "count\0last\0net\0min\0max\0avg\0"
#define TRACE_COMPARISONS ">=\0<=\0==\0>\0<\0"
#define TRACE_TIME_UNITS  "ns\0us\0ms\0s\0"

/** A parsed condition. Times are in ns. */
struct trace_condition {
    enum trace_quantity quantity;
    enum trace_comparison comparison;
    uint64_t threshold;
};

struct trace_trigger;

/**
 * An action. It runs in the context of the visit, which may be an interrupt, with a copy of the trigger taken
 * when it fired. It must not wait. Visits made by the action are counted but don't fire its trigger again.
 */
struct trace_action {
    const char *name;
    void (*run)(const struct trace_trigger *w);
    const char *summary;
};

/** A condition that was set. */
struct trace_trigger {
    struct trace_point *point; /**< either `point` or `block` is set; both are NULL in a free entry */
    struct trace_block *block;
    struct trace_condition condition;
    uint64_t threshold;          /**< for times in whole cycles */
    uint32_t threshold_fraction; /**< fraction of a cycle in units of 10^-9 */
    const struct trace_action *action;
    uint32_t fired;      /**< number of times it fired */
    uint32_t held;       /**< whether it has fired since it was set or reset */
    uint32_t generation; /**< number of times this entry was set */
};

#if CONFIG_TRACE

/**
 * Parse a condition such as "max>50us", "avg <= 1.5ms" or "count>=1000". Units are ns, us, ms and s; count
 * has none.
 *
 * @return 0, or -EINVAL with *complaint set to a constant text with the expected form: "compares by …"
 *
 * Context: any.
 */
int trace_condition_parse(const char *text, struct trace_condition *condition, const char **complaint);

/**
 * Parse a time such as "50us" or "1.5 ms", as in a condition.
 *
 * @return NULL, or a constant text that says what a time is
 *
 * Context: any.
 */
const char *trace_time_parse(const char *text, uint64_t *ns);

SPOOR_ARRAY_CALLED_DECLARE(struct trace_action, trace_actions);

#define TRACE_ACTION(name_, run_, summary_) SPOOR_ARRAY_CALLED_ADD(trace_actions, {name_, run_, summary_})

/** All triggers, including free ones. */
extern struct trace_trigger trace_triggers[CONFIG_TRACE_TRIGGERS];

/**
 * Set a condition on a point, or on a block if `point` is NULL. If there are several conditions, each is
 * evaluated.
 *
 * @return 0, -EINVAL for a quantity that points don't have, or -ENOSPC if all CONFIG_TRACE_TRIGGERS are set
 *
 * Context: thread, one at a time.
 */
int trace_trigger_set(struct trace_point *point, struct trace_block *block,
                      const struct trace_condition *condition, const struct trace_action *action);

/**
 * Remove all conditions of a point or block.
 *
 * @return the number of removed conditions
 *
 * Context: thread, one at a time.
 */
unsigned trace_trigger_clear(const struct trace_point *point, const struct trace_block *block);

/** @return the action with this name, or NULL. Context: any. */
const struct trace_action *trace_action_find(const char *name);

#else

/* A function, because compilers would warn about an unused value. */
static inline int trace_triggers_are_off(void)
{
    return -ENOTSUP;
}

/* The reference prevents a warning about an unused function. The image doesn't contain the function. */
#define TRACE_ACTION(name_, run_, summary_) SPOOR_STATIC_ASSERT(sizeof(&run_) != 0, "tracing is off")

#define trace_condition_parse(text, condition, complaint)                                                    \
    (SPOOR_UNUSED(0, text, condition, complaint), trace_triggers_are_off())
#define trace_trigger_set(point, block, condition, action)                                                   \
    (SPOOR_UNUSED(0, condition, action), trace_triggers_are_off())
#define trace_trigger_clear(point, block) 0u
#define trace_action_find(name)           (SPOOR_UNUSED(0, name), (const struct trace_action *)NULL)

#endif
SPOOR_EXTERN_C_END

#endif
