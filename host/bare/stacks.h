/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks of calls: one of each thread, and one of each level of interrupts. */
#ifndef BARE_STACKS_H
#define BARE_STACKS_H

#include <bare/tree.h>

struct frame {
    uint32_t node;
    uint64_t function, returns; /**< address of the function; address that it returns to */
    uint64_t before;            /**< instructions of the node before this call */
    bool counted;               /**< the node has it among its calls */
};

/** The calls of a thread, or of an interrupt's handler. */
struct stack {
    struct frame *frames;
    size_t depth;
    bool left;             /**< it waits since it called a function that switches threads */
    bool waits;            /**< something else runs since … */
    struct block *pending; /**< … this block, whose last branch has yet to be followed */
    uint64_t resumes[2];   /**< … or it continues at one of these */
    uint64_t order;        /**< when it began to wait */
    uint64_t thread;       /**< address of the kernel's object; 0: unknown */
};

/** The stacks of threads; empty if all zero. */
struct stacks {
    struct stack **list;
    size_t count;
    struct hash by_thread;
    struct stack **of_thread; /**< NULL: its stack was given to another */
    uint32_t threads;
};

/** @return an empty stack, or NULL after setting `failed` of the tree */
struct stack *stack_new(struct tree *t);

/** @return the stack of a thread, or NULL if it has none */
struct stack *stacks_find(const struct stacks *s, uint64_t thread);

/** Add a stack for a thread, 0 for an unknown one. Of too many, that which has waited longest is replaced.
 * @return NULL after setting `failed` of the tree */
struct stack *stacks_add(struct stacks *s, struct tree *t, uint64_t thread);

static inline struct frame *stack_top(const struct stack *s)
{
    return &s->frames[s->depth - 1];
}

/** Begin with a first function under a node. */
void stack_begin(struct stack *s, struct tree *t, uint32_t parent, const struct block *to);

/** Call a function from the end of a block. */
void stack_call(struct stack *s, struct tree *t, struct block *from, const struct block *to);

/** Control has moved without a call or a return, perhaps into another function: a tail call. */
void stack_moved(struct stack *s, struct tree *t, const struct block *to);

/** @return whether a frame returns to an address; it and the frames above it are dropped then */
bool stack_unwind(struct stack *s, uint64_t address);

/** @return whether the last instruction of a block can lead to an address: 2: surely, 1: perhaps, 0: no */
int stack_leads(const struct stack *s, const struct block *from, uint64_t address);

/** @return whether a stack that waits can continue at an address, as stack_leads() */
int stack_continues(const struct stack *s, uint64_t address);

#endif
