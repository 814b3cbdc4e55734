/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A circular doubly linked list with the node inside the object.
 *
 * A node is unlinked when it points at itself, so that removing twice does no harm. Nothing here locks.
 *
 * Context: any; the caller holds the lock of the list. Cost: constant.
 */
#ifndef SPOOR_UTIL_LIST_H
#define SPOOR_UTIL_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct spoor_list {
    struct spoor_list *next, *prev;
};

#define SPOOR_LIST_INIT(self)                                                                                \
    {                                                                                                        \
        &(self), &(self)                                                                                     \
    }

#define spoor_container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

static inline void spoor_list_init(struct spoor_list *l)
{
    l->next = l->prev = l;
}

/** @return true when nothing is linked to `l` (a head without nodes, or a node in no list) */
static inline bool spoor_list_empty(const struct spoor_list *l)
{
    return l->next == l;
}

/** Link `node` before `before`; with a head as `before`, that is the list's end. */
static inline void spoor_list_add_before(struct spoor_list *before, struct spoor_list *node)
{
    node->next = before;
    node->prev = before->prev;
    before->prev->next = node;
    before->prev = node;
}

static inline void spoor_list_add_tail(struct spoor_list *head, struct spoor_list *node)
{
    spoor_list_add_before(head, node);
}

static inline void spoor_list_add_head(struct spoor_list *head, struct spoor_list *node)
{
    spoor_list_add_before(head->next, node);
}

/** Unlink; harmless when not linked. */
static inline void spoor_list_del(struct spoor_list *node)
{
    struct spoor_list *next = node->next, *prev = node->prev;

    prev->next = next;
    next->prev = prev;
    spoor_list_init(node);
}

/** Loop with `node` (struct spoor_list *, declared here) over all nodes; none may be removed meanwhile. */
#define spoor_list_for_each(node, head)                                                                      \
    for (struct spoor_list *node = (head)->next; node != (head); node = node->next)

/** The same; `node` itself may be removed. */
#define spoor_list_for_each_safe(node, head)                                                                 \
    for (struct spoor_list *node = (head)->next, *node##_next = node->next; node != (head);                  \
         node = node##_next, node##_next = node->next)

#endif
