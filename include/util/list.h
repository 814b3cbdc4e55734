/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A circular doubly linked list with the node inside the object.
 *
 * A node is unlinked when it points at itself, so that removing twice does no harm. Nothing here locks.
 *
 * Context: any; the caller holds the lock of the list. Cost: constant.
 */
#ifndef UTIL_LIST_H
#define UTIL_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct list {
    struct list *next, *prev;
};

#define LIST_INIT(self)                                                                                      \
    {                                                                                                        \
        &(self), &(self)                                                                                     \
    }

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

static inline void list_init(struct list *l)
{
    l->next = l->prev = l;
}

/** @return true when nothing is linked to `l` (a head without nodes, or a node in no list) */
static inline bool list_empty(const struct list *l)
{
    return l->next == l;
}

/** Link `node` before `before`; with a head as `before`, that is the list's end. */
static inline void list_add_before(struct list *before, struct list *node)
{
    node->next = before;
    node->prev = before->prev;
    before->prev->next = node;
    before->prev = node;
}

static inline void list_add_tail(struct list *head, struct list *node)
{
    list_add_before(head, node);
}

static inline void list_add_head(struct list *head, struct list *node)
{
    list_add_before(head->next, node);
}

/** Unlink; harmless when not linked. */
static inline void list_del(struct list *node)
{
    struct list *next = node->next, *prev = node->prev;

    prev->next = next;
    next->prev = prev;
    list_init(node);
}

/** Loop with `node` (struct list *, declared here) over all nodes; none may be removed meanwhile. */
#define list_for_each(node, head) for (struct list *node = (head)->next; node != (head); node = node->next)

/** The same; `node` itself may be removed. */
#define list_for_each_safe(node, head)                                                                       \
    for (struct list *node = (head)->next, *node##_next = node->next; node != (head);                        \
         node = node##_next, node##_next = node->next)

#endif
