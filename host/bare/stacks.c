/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <bare/stacks.h>
#include <base/vector.h>

#define FRAMES_MAX 4096 /* of a stack: beyond, the outer half is forgotten */
#define STACKS_MAX 1024 /* threads that are waiting */

/* ------------------------------------------------------------------ the stacks of threads */

struct stack *stack_new(struct tree *t)
{
    struct stack *s = calloc(1, sizeof *s);

    if (s == NULL || !VECTOR_GROW(s->frames, 0)) {
        free(s);
        t->failed = true;
        return NULL;
    }
    return s;
}

struct stack *stacks_find(const struct stacks *s, uint64_t thread)
{
    uint32_t found = hash_find_key(&s->by_thread, thread);

    return found != HASH_NONE ? s->of_thread[found] : NULL;
}

/* @return false if out of memory */
static bool give(struct stacks *s, struct stack *to, uint64_t thread)
{
    uint32_t was = hash_find_key(&s->by_thread, to->thread), found = hash_find_key(&s->by_thread, thread);

    if (to->thread != 0 && was != HASH_NONE) {
        s->of_thread[was] = NULL;
    }
    to->thread = thread;
    if (thread == 0) {
        return true;
    }
    if (found == HASH_NONE) {
        found = s->threads;
        if (!VECTOR_GROW(s->of_thread, s->threads) || !hash_add(&s->by_thread, thread, found)) {
            return false;
        }
        s->threads++;
    }
    s->of_thread[found] = to;
    return true;
}

static struct stack *oldest(const struct stacks *s)
{
    struct stack *found = NULL;

    for (size_t n = 0; n < s->count; n++) {
        struct stack *of = s->list[n];

        found = of->waits && (found == NULL || of->order < found->order) ? of : found;
    }
    if (found != NULL) {
        found->depth = 0;
        found->waits = found->left = false;
    }
    return found;
}

struct stack *stacks_add(struct stacks *s, struct tree *t, uint64_t thread)
{
    struct stack *added = NULL;

    if (s->count >= STACKS_MAX) {
        added = oldest(s);
    } else if (VECTOR_GROW(s->list, s->count) && (added = stack_new(t)) != NULL) {
        s->list[s->count++] = added;
    }
    if (added == NULL || !give(s, added, thread)) {
        t->failed = true;
        return NULL;
    }
    return added;
}

/* ------------------------------------------------------------------ frames */

/* Code without a symbol is a function that begins where it was entered. */
static uint64_t function_of(const struct block *b)
{
    return b->function != 0 ? b->function : b->address;
}

static void push(struct stack *s, struct tree *t, uint32_t node, const struct block *to, uint64_t returns)
{
    if (s->depth == FRAMES_MAX) {
        memmove(s->frames + 1, s->frames + FRAMES_MAX / 2, FRAMES_MAX / 2 * sizeof *s->frames);
        s->depth = FRAMES_MAX / 2 + 1;
    }
    if (!VECTOR_GROW(s->frames, s->depth)) {
        t->failed = true;
        return;
    }
    s->frames[s->depth++] = (struct frame){node, function_of(to), returns, t->nodes[node].self, true};
}

void stack_begin(struct stack *s, struct tree *t, uint32_t parent, const struct block *to)
{
    uint32_t node = tree_child(t, parent, CALLS_FUNCTION, function_of(to));

    t->nodes[node].calls++;
    s->depth = 0;
    s->waits = s->left = false;
    push(s, t, node, to, 0);
}

void stack_call(struct stack *s, struct tree *t, struct block *from, const struct block *to)
{
    uint32_t parent = stack_top(s)->node;

    if (from->call_parent != parent || from->call_node == 0 ||
        t->nodes[from->call_node].key != function_of(to)) {
        from->call_node = tree_child(t, parent, CALLS_FUNCTION, function_of(to));
        from->call_parent = parent;
    }
    t->nodes[from->call_node].calls++;
    push(s, t, from->call_node, to, from->next);
}

void stack_moved(struct stack *s, struct tree *t, const struct block *to)
{
    struct frame *f = stack_top(s);

    if (to->function == f->function || to->function == 0) {
        return;
    }
    f->function = to->function;
    f->node = tree_child(t, t->nodes[f->node].parent, CALLS_FUNCTION, to->function);
    f->before = t->nodes[f->node].self;
    f->counted = to->address == to->function;
    t->nodes[f->node].calls += f->counted;
}

bool stack_unwind(struct stack *s, uint64_t address)
{
    for (size_t n = s->depth; n > 1; n--) {
        if (s->frames[n - 1].returns == address) {
            s->depth = n - 1;
            return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ continuing */

int stack_leads(const struct stack *s, const struct block *from, uint64_t address)
{
    if (address == from->next) {
        return 2; /* the instruction may be conditional */
    }
    switch (from->end.kind) {
    case ENDING_NEXT:
        return 0;
    case ENDING_JUMP:
    case ENDING_CONDITIONAL:
    case ENDING_CALL:
        return address == from->end.target ? 2 : 0;
    case ENDING_RETURN:
        return s->depth > 1 && stack_top(s)->returns == address ? 2 : 1;
    default:
        return 1;
    }
}

int stack_continues(const struct stack *s, uint64_t address)
{
    if (!s->waits) {
        return 0;
    }
    if (s->pending != NULL) {
        return stack_leads(s, s->pending, address);
    }
    return s->resumes[0] == address || s->resumes[1] == address ? 2 : 0;
}
