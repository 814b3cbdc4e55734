/* SPDX-License-Identifier: BSD-2-Clause */
/* The stacks of events, for formats that refer to a stack by its number. */
#ifndef EXPORT_TRACE_STACKS_H
#define EXPORT_TRACE_STACKS_H

#include <base/hash.h>
#include <export/trace/exporter.h>

/** A function and its caller. */
struct export_node {
    uint32_t parent;   /**< number of the caller's node; 0: none */
    uint32_t function; /**< its address, or that of the call if it has no name */
};

/** The stacks so far; empty if all zero. Node N is `nodes[N - 1]`. */
struct export_stacks {
    struct export_node *nodes;
    size_t count;
    struct hash by_key;
};

/** @return the number of functions in a stack's record */
unsigned export_stack_depth(const struct spoor_item *item);

/** @return the address of the `n`-th call, the innermost first, or of the interrupted instruction */
uint32_t export_stack_call(const struct spoor_item *item, unsigned n);

/** @return the node of a stack's innermost function, created on first use; 0 if it has none, or out of memory
 */
uint32_t export_stack(const struct trace_export *e, struct export_stacks *s, const struct spoor_item *item);

void export_stacks_free(struct export_stacks *s);

#endif
