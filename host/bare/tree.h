/* SPDX-License-Identifier: BSD-2-Clause */
/* The nodes of the tree of calls. */
#ifndef BARE_TREE_H
#define BARE_TREE_H

#include <bare/calls.h>
#include <base/hash.h>

struct tree {
    struct calls_node *nodes; /**< the first is the root */
    uint32_t count;
    struct hash by_key;
    bool failed; /**< memory ran out */
};

/** @return false if out of memory */
bool tree_begin(struct tree *t);

/** @return the child of a node, made if needed; the root if out of memory, or beyond the largest depth */
uint32_t tree_child(struct tree *t, uint32_t parent, enum calls_kind kind, uint64_t key);

#endif
