/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a block is followed by another tells what happened between them. If the last instruction of a block
 * can't lead to the next block, an exception came between. An interrupt right after an indirect branch is
 * told by its handler's address, which is known from the vector table, or from an earlier interrupt.
 */
#include <stdlib.h>
#include <bare/calls_priv.h>

static void count_way(struct block *from, const struct block *to)
{
    if (to->address == from->end.target) {
        from->taken++;
    } else {
        from->not_taken++;
    }
}

/* Follow the end of a block. @return the block that must be followed next, or NULL */
static struct block *follow(struct calls *c, unsigned cpu, struct block *from, const struct block *to)
{
    struct stack *s = calls_stack(c, cpu);
    bool passed = to->address == from->next;

    switch (from->end.kind) {
    case ENDING_CALL:
    case ENDING_INDIRECT_CALL:
        if (!passed) {
            stack_call(s, &c->tree, from, to);
            return NULL;
        }
        break;
    case ENDING_RETURN:
        if (c->cpus[cpu].level != 0 && s->depth == 1 && !passed) {
            return switches_resume(c, cpu, to);
        }
        return switches_return(c, cpu, from, to);
    case ENDING_EXCEPTION:
        return switches_resume(c, cpu, to);
    case ENDING_INDIRECT:
        if (switches_start(c, cpu, to)) {
            return NULL;
        }
        if (to->function != stack_top(s)->function && s->depth > 1 && stack_top(s)->returns == to->address) {
            s->depth--;
        }
        break;
    case ENDING_CONDITIONAL:
        count_way(from, to);
        break;
    default:
        break;
    }
    if (to->address == c->scheduler && c->scheduler != 0) {
        switches_schedule(c, cpu, to);
    } else {
        stack_moved(s, &c->tree, to);
    }
    return NULL;
}

/* Most blocks lead to another of the same function, which leaves the stack as it is. */
static bool stays(const struct calls *c, const struct cpu *u, struct block *from, unsigned done,
                  const struct block *to)
{
    bool passed = to->address == from->next, leads = passed || to->address == from->end.target;

    if (done < from->n || to->function != u->function || to->function == 0 || to->address == c->scheduler) {
        return false;
    }
    switch (from->end.kind) {
    case ENDING_NEXT:
        return passed;
    case ENDING_JUMP:
        return leads;
    case ENDING_CONDITIONAL:
        if (leads) {
            count_way(from, to);
        }
        return leads;
    default:
        return false;
    }
}

static void flush(struct calls *c, struct cpu *u)
{
    c->tree.nodes[u->node].self += u->uncounted;
    u->uncounted = 0;
}

static void move(struct calls *c, unsigned cpu, struct block *from, unsigned done, const struct block *to)
{
    struct stack *s = calls_stack(c, cpu);

    c->cpus[cpu].events = 0;
    if (from == NULL || s == NULL) {
        switches_begin(c, cpu, to);
    } else if (done < from->n && to->address == block_at(from, done)) {
        stack_moved(s, &c->tree, to); /* QEMU continues after an access to a device in a new block */
    } else if (done == from->n && interrupts_is_handler(c, from, to)) {
        interrupts_enter(c, cpu, from, to);
    } else if (done < from->n || stack_leads(s, from, to->address) == 0) {
        interrupts_take(c, cpu, from, done, to);
    } else {
        while (from != NULL) {
            from = follow(c, cpu, from, to);
        }
    }
}

unsigned calls_enter(struct calls *c, unsigned cpu, struct block *from, unsigned done, const struct block *to)
{
    struct cpu *u = &c->cpus[cpu];

    if (from != NULL && stays(c, u, from, done, to)) {
        return 0;
    }
    flush(c, u);
    move(c, cpu, from, done, to);
    const struct stack *s = calls_stack(c, cpu);

    u->node = s != NULL ? stack_top(s)->node : 0;
    u->function = s != NULL ? stack_top(s)->function : 0;
    return u->events;
}

struct calls_here calls_here(const struct calls *c, unsigned cpu)
{
    const struct cpu *u = &c->cpus[cpu];
    const struct stack *s = u->levels[u->level];

    return (struct calls_here){.context = (uintptr_t)s,
                               .interrupted = u->level != 0 ? (uintptr_t)u->levels[u->level - 1] : 0,
                               .level = u->level,
                               .depth = s != NULL ? s->depth : 0,
                               .returns = s != NULL ? stack_top(s)->returns : 0};
}

unsigned calls_level(const struct calls *c, unsigned cpu)
{
    return c->cpus[cpu].level;
}

void calls_count(struct calls *c, unsigned cpu, unsigned instructions)
{
    c->cpus[cpu].uncounted += instructions;
}

/* ------------------------------------------------------------------ beginning and end */

struct calls *calls_open(unsigned cpus, struct threads *threads)
{
    struct calls *c = calloc(1, sizeof *c);

    if (c == NULL) {
        return NULL;
    }
    c->threads = threads;
    c->cpu_count = cpus;
    c->scheduler = threads_scheduler(threads);
    c->cpus = calloc(cpus, sizeof *c->cpus);
    if (c->cpus == NULL || !tree_begin(&c->tree)) {
        free(c->cpus);
        free(c);
        return NULL;
    }
    return c;
}

/* Count the calls of a stack as open. Threads that aren't known share nodes, and so do paths that are too
 * deep. */
static void leave_open(struct calls *c, const struct stack *s)
{
    for (size_t n = 0; s != NULL && n < s->depth; n++) {
        const struct frame *f = &s->frames[n];
        struct calls_node *node = &c->tree.nodes[f->node];

        if (f->counted && node->open_calls < node->calls) {
            uint64_t most = node->self - node->open_self, self = node->self - f->before;

            node->open_calls++;
            node->open_self += self < most ? self : most;
        }
    }
}

const struct calls_node *calls_nodes(struct calls *c, uint32_t *count)
{
    for (unsigned n = 0; n < c->cpu_count; n++) {
        flush(c, &c->cpus[n]);
    }
    for (size_t n = 0; n < c->stacks.count; n++) {
        leave_open(c, c->stacks.list[n]);
    }
    for (unsigned n = 0; n < c->cpu_count; n++) {
        for (unsigned level = 1; level <= c->cpus[n].level; level++) {
            leave_open(c, c->cpus[n].levels[level]);
        }
        leave_open(c, c->cpus[n].idle);
    }
    *count = c->tree.count;
    return c->tree.nodes;
}

bool calls_failed(const struct calls *c)
{
    return c->tree.failed;
}
