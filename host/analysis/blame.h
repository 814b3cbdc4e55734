/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What delayed a woken thread: what ran for most of the time on the CPU where the thread then ran. It is a
 * thread, an interrupt, or nothing if that CPU was idle and reacted late.
 */
#ifndef ANALYSIS_BLAME_H
#define ANALYSIS_BLAME_H

#include <analysis/analysis.h>

/* Number of last runs kept for each CPU; only as much of a delay can be explained. */
#define BLAME_RECENT 256

struct blame_run {
    uint64_t from, to, net;
    uint32_t number;
    bool irq;
    unsigned depth; /* nesting of an interrupt */
};

/** The last runs. It is empty if everything is zero. */
struct blame {
    struct {
        struct blame_run recent[BLAME_RECENT];
        uint32_t count;
    } cpu[SPOOR_CPUS_MAX];
};

struct culprit {
    bool known, irq, idle;
    uint32_t number;
    uint64_t ran; /**< cycles of the delay in which it ran */
};

/** Take an interval. Only runs of threads and interrupts count. */
void blame_note(struct blame *b, const struct interval *i);

/** @return whether an interval is the time from a wake-up until the thread runs, and its begin is known */
bool blame_is_delay(const struct interval *i);

/** @return what ran for most of a delay; not known if most of the delay is unknown */
struct culprit blame_find(const struct stats *s, const struct blame *b, const struct interval *delay);

/** Append the name of a culprit; an empty cell if it isn't known. */
void blame_put(struct stats *s, const struct culprit *c);

#endif
