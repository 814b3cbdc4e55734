/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Activations of periodic threads. An activation begins with its release, when the thread's sleep ends, and
 * ends when the thread sleeps again. A late thread doesn't sleep: its next release is one period after the
 * last.
 */
#ifndef ANALYSIS_ACTIVATIONS_H
#define ANALYSIS_ACTIVATIONS_H

#include <analysis/analysis.h>
#include <analysis/group.h>

/** An activation that ended. Times are in cycles. */
struct activation {
    uint64_t release, end;
    uint64_t run, ready, waited; /**< how long the thread was in each state */
    uint64_t period, deadline;   /**< 0: none; deadline: from the release, as declared, or --deadline */
    uint64_t next;               /**< release of the next activation */
    bool followed;               /**< states of the thread are recorded */
};

/** The periodic threads. It is empty if everything is zero. */
struct activations {
    struct group threads;
};

/** Take an interval. */
void activations_interval(struct stats *s, struct activations *a, const struct interval *i);

/** Take a record before the range, which may declare a period that holds in it. */
void activations_early(struct stats *s, struct activations *a, const struct spoor_item *item,
                       const struct spoor_id *id);

/** @return whether activations_item() takes the records of an event */
bool activations_takes(const struct spoor_id *id);

/** Take a record. @param ended  called if it ends an activation */
void activations_item(struct stats *s, struct activations *a, const struct spoor_item *item,
                      const struct spoor_id *id,
                      void (*ended)(struct stats *s, uint32_t thread, const struct activation *activation));

void activations_free(struct activations *a);

/** @return whether an activation was done after its deadline */
static inline bool activation_is_missed(const struct activation *a)
{
    return a->deadline != 0 && a->end - a->release > a->deadline;
}

#endif
