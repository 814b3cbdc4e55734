/* SPDX-License-Identifier: BSD-2-Clause */
/* Each level of nested interrupts has a stack of calls on each CPU. */
#include <bare/calls_priv.h>

void calls_add_handler(struct calls *c, uint64_t address)
{
    if (hash_find_key(&c->handlers, address) == HASH_NONE && !hash_add(&c->handlers, address, 0)) {
        c->tree.failed = true;
    }
}

bool interrupts_is_handler(const struct calls *c, const struct block *from, const struct block *to)
{
    bool direct = from->end.kind == ENDING_JUMP || from->end.kind == ENDING_CONDITIONAL ||
                  from->end.kind == ENDING_CALL || from->end.kind == ENDING_NEXT;

    return !direct && hash_find_key(&c->handlers, to->address) != HASH_NONE;
}

void interrupts_go_on(struct calls *c, unsigned cpu, const struct block *to, unsigned calls)
{
    struct cpu *u = &c->cpus[cpu];

    if (u->level + 1 < LEVELS) {
        u->level++;
    }
    if (u->levels[u->level] == NULL && (u->levels[u->level] = stack_new(&c->tree)) == NULL) {
        u->level--;
        return;
    }
    uint32_t node = tree_child(&c->tree, 0, CALLS_INTERRUPT, u->level);

    c->tree.nodes[node].calls += calls;
    stack_begin(u->levels[u->level], &c->tree, node, to);
    c->tree.nodes[stack_top(u->levels[u->level])->node].calls -= 1 - calls;
    stack_top(u->levels[u->level])->counted = calls != 0;
}

/* Begin with a handler. */
static void serve(struct calls *c, unsigned cpu, const struct block *to)
{
    c->cpus[cpu].events |= CALLS_TAKEN;
    calls_add_handler(c, to->address);
    interrupts_go_on(c, cpu, to, 1);
}

void interrupts_take(struct calls *c, unsigned cpu, struct block *from, unsigned done, const struct block *to)
{
    struct stack *s = calls_stack(c, cpu);

    s->waits = true;
    s->pending = done == from->n ? from : NULL;
    s->resumes[0] = block_at(from, done != 0 ? done - 1 : 0); /* the instruction that faulted … */
    s->resumes[1] = block_at(from, done);                     /* … or an interrupt before the next one */
    s->order = ++c->order;
    serve(c, cpu, to);
}

void interrupts_enter(struct calls *c, unsigned cpu, struct block *from, const struct block *to)
{
    struct cpu *u = &c->cpus[cpu];
    bool follows = u->level != 0 && (from->end.kind == ENDING_EXCEPTION ||
                                     (from->end.kind == ENDING_RETURN && calls_stack(c, cpu)->depth == 1));

    if (!follows) {
        interrupts_take(c, cpu, from, from->n, to);
        return;
    }
    /* A handler follows another: what was interrupted first still waits. */
    u->events |= CALLS_ENDED;
    u->level--;
    switches_chain(c, cpu);
    serve(c, cpu, to);
}
