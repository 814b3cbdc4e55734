/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A profile: a tree of calls with exclusive and inclusive values. A recording with function calls sums up to
 * one; its roots are threads and interrupts.
 */
#ifndef PROFILE_PROFILE_H
#define PROFILE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <model/intervals.h>

/** The root of all; its children are contexts. */
#define PROFILE_ROOT 0

struct profile_node {
    uint32_t parent, first, next; /**< nodes; 0: none. first child, next sibling */
    uint32_t key;                 /**< of a context: the thread or the line; below it: a function's address */
    bool is_context, is_irq;
    uint64_t self, total, calls;
};

/** All zero: empty. */
struct profile {
    struct profile_node *nodes; /**< the root first; parents before their children */
    uint32_t count, room;
    bool failed; /**< no memory */
};

/** Add a call that ended; `net` and `self` of it count. */
void profile_add(struct profile *p, const struct interval *i);

/** Sum up totals, when all calls are in: a node's is its self and its children's. */
void profile_sum(struct profile *p);

void profile_free(struct profile *p);

#endif
