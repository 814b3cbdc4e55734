/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A circular doubly linked list with the node inside the object.
 *
 * An unlinked node points to itself, so removing it again has no effect. These functions don't lock: the
 * caller must hold the lock of the list.
 *
 * Context: any.
 * Cost: constant.
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

/** @return true if nothing is linked to `l`: a head without nodes, or a node that isn't in a list */
static inline bool spoor_list_empty(const struct spoor_list *l)
{
    return l->next == l;
}

/** Link `node` between `prev` and `next`, which must be neighbours. */
static inline void spoor_list_add_between(struct spoor_list *prev, struct spoor_list *next,
                                          struct spoor_list *node)
{
    node->next = next;
    node->prev = prev;
    prev->next = node;
    next->prev = node;
}

/** Link `node` before `before`. If `before` is the head, this appends to the list. */
static inline void spoor_list_add_before(struct spoor_list *before, struct spoor_list *node)
{
    spoor_list_add_between(before->prev, before, node);
}

static inline void spoor_list_add_tail(struct spoor_list *head, struct spoor_list *node)
{
    spoor_list_add_before(head, node);
}

static inline void spoor_list_add_head(struct spoor_list *head, struct spoor_list *node)
{
    spoor_list_add_before(head->next, node);
}

/** Unlink `node`, which must be linked, and leave its own pointers as they are. */
static inline void spoor_list_unlink(struct spoor_list *node)
{
    struct spoor_list *next = node->next, *prev = node->prev;

    prev->next = next;
    next->prev = prev;
}

/** Unlink `node`. Has no effect if it isn't linked. */
static inline void spoor_list_del(struct spoor_list *node)
{
    spoor_list_unlink(node);
    spoor_list_init(node);
}

/**
 * Loop over all nodes with `node` (struct spoor_list *, declared here). No node may be removed in the loop.
 */
#define spoor_list_for_each(node, head)                                                                      \
    for (struct spoor_list *node = (head)->next; node != (head); node = node->next)

/** Like spoor_list_for_each(), but `node` itself may be removed. */
#define spoor_list_for_each_safe(node, head)                                                                 \
    for (struct spoor_list *node = (head)->next, *node##_next = node->next; node != (head);                  \
         node = node##_next, node##_next = node->next)

#endif
