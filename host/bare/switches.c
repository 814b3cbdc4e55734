/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which thread a CPU runs. Kernels switch threads by returning from an exception into another thread, or by
 * returning from a function that another thread has called. With a known kernel its pointer to the running
 * thread tells which. It is read after an exception, and after a return that isn't to the caller, or to an
 * address where another thread waits. Otherwise threads are found by the address at which they continue.
 */
#include <bare/calls_priv.h>
#include <bare/threads.h>

/* ------------------------------------------------------------------ known threads */

/* @return the node of a thread, to which a CPU switches */
static uint32_t enter_thread(struct calls *c, unsigned cpu, uint64_t thread, bool begins)
{
    uint64_t was = threads_current(c->threads, cpu), key = threads_switch(c->threads, cpu, thread, begins);
    uint32_t node = tree_child(&c->tree, 0, CALLS_THREAD, key);

    c->tree.nodes[node].calls += key != was;
    return node;
}

static void begin_thread(struct calls *c, unsigned cpu, struct stack *s, const struct block *to)
{
    uint32_t node = s->thread != 0 ? enter_thread(c, cpu, s->thread, true) : 0;

    stack_begin(s, &c->tree, node, to);
}

/* A stack waits, because it has called a function that switches threads. */
static void leave(struct calls *c, struct stack *s)
{
    uint64_t returns = stack_top(s)->returns;

    s->waits = s->left = true;
    s->pending = NULL;
    s->resumes[0] = s->resumes[1] = returns;
    s->order = ++c->order;
    if (hash_find_key(&c->returns, returns) == HASH_NONE && !hash_add(&c->returns, returns, 0)) {
        c->tree.failed = true;
    }
}

/* Continue with a stack that has waited. @return as switches_resume() */
static struct block *wake(struct calls *c, struct stack *s, const struct block *to)
{
    struct block *pending = stack_continues(s, to->address) != 0 ? s->pending : NULL;

    s->waits = s->left = false;
    s->pending = NULL;
    if (pending == NULL) {
        stack_moved(s, &c->tree, to);
    }
    return pending;
}

/* Continue with the stack of a thread, or begin a thread with it. @return as switches_resume() */
static struct block *go_on(struct calls *c, unsigned cpu, struct stack *s, const struct block *to)
{
    bool continues = stack_continues(s, to->address) != 0;
    bool returned = (!continues || s->left) && stack_unwind(s, to->address);

    c->cpus[cpu].levels[0] = s;
    if (s->depth == 0 || (!continues && !returned && to->address == to->function)) {
        begin_thread(c, cpu, s, to);
        return NULL;
    }
    if (s->thread != 0) {
        (void)enter_thread(c, cpu, s->thread, false);
    }
    return wake(c, s, to);
}

/* @return the stack of a thread, made if needed; NULL if out of memory */
static struct stack *stack_of(struct calls *c, uint64_t thread)
{
    struct stack *s = stacks_find(&c->stacks, thread);

    return s != NULL ? s : stacks_add(&c->stacks, &c->tree, thread);
}

/* ------------------------------------------------------------------ unknown threads */

/* @return the stack that continues at an address, or NULL: a new one */
static struct stack *find_unknown(const struct calls *c, struct stack *was, uint64_t address)
{
    struct stack *found = NULL;
    int match = was->thread == 0 ? stack_continues(was, address) : 0;

    for (size_t n = 0; match < 2 && n < c->stacks.count; n++) {
        struct stack *s = c->stacks.list[n];

        if (s->thread == 0 && stack_continues(s, address) == 2 &&
            (found == NULL || s->order > found->order)) {
            found = s;
        }
    }
    return found != NULL ? found : match != 0 ? was : NULL;
}

/* A function returns into another thread … */
static bool switch_by_return(struct calls *c, unsigned cpu, const struct block *to)
{
    struct cpu *u = &c->cpus[cpu];

    for (size_t n = 0; n < c->stacks.count && u->level == 0; n++) {
        struct stack *s = c->stacks.list[n];

        if (s->thread == 0 && s->waits && s->depth > 1 && stack_top(s)->returns == to->address) {
            leave(c, u->levels[0]);
            s->left = true;
            (void)go_on(c, cpu, s, to);
            return true;
        }
    }
    return false;
}

/* … or into the function that a new thread begins with. */
static void start_by_return(struct calls *c, unsigned cpu, const struct block *to)
{
    struct cpu *u = &c->cpus[cpu];
    struct stack *s = u->level == 0 ? stacks_add(&c->stacks, &c->tree, 0) : NULL;

    if (s != NULL) {
        leave(c, u->levels[0]);
        (void)go_on(c, cpu, s, to);
    }
}

/* ------------------------------------------------------------------ when threads are switched */

void switches_begin(struct calls *c, unsigned cpu, const struct block *to)
{
    struct stack *s = stacks_add(&c->stacks, &c->tree, 0);

    c->cpus[cpu].levels[0] = s;
    if (s != NULL) {
        stack_begin(s, &c->tree, 0, to);
    }
}

/* @return whether a thread can continue or begin at an address */
static bool runs_at(const struct calls *c, uint64_t thread, const struct block *to)
{
    const struct stack *s = thread != 0 ? stacks_find(&c->stacks, thread) : NULL;

    return thread != 0 &&
           (to->address == to->function || (s != NULL && stack_continues(s, to->address) != 0));
}

struct block *switches_resume(struct calls *c, unsigned cpu, const struct block *to)
{
    struct cpu *u = &c->cpus[cpu];
    struct stack *was = u->levels[0], *s;
    bool in_thread = u->level == 0;
    uint64_t thread = u->level <= 1 ? threads_running(c->threads, cpu) : 0;

    u->events |= CALLS_ENDED;
    u->level -= u->level != 0;
    if (u->level != 0 && stack_continues(u->levels[u->level], to->address) == 0) {
        /* Handlers that wait for a thread to become ready don't return to those that they interrupt. */
        thread = threads_running(c->threads, cpu);
        u->level = runs_at(c, thread, to) ? 0 : u->level;
    }
    if (u->level != 0) {
        return wake(c, u->levels[u->level], to);
    }
    if (was->thread == 0 && threads_early(c->threads) && stack_continues(was, to->address) == 2) {
        thread = 0;
    }
    if (in_thread) {
        leave(c, was);
    }
    if (thread != 0) {
        s = stack_of(c, thread);
    } else {
        (void)threads_switch(c->threads, cpu, 0, false);
        s = find_unknown(c, was, to->address);
        s = s != NULL ? s : stacks_add(&c->stacks, &c->tree, 0);
    }
    return s != NULL ? go_on(c, cpu, s, to) : NULL;
}

void switches_chain(struct calls *c, unsigned cpu)
{
    uint64_t thread = c->cpus[cpu].level == 0 ? threads_running(c->threads, cpu) : 0;

    if (thread != 0 && (c->cpus[cpu].levels[0]->thread != 0 || !threads_early(c->threads))) {
        (void)enter_thread(c, cpu, thread, false);
    }
}

/* @return the thread into which a function has returned, or 0 */
static uint64_t switched(const struct calls *c, unsigned cpu, const struct block *to, bool to_caller)
{
    const struct stack *s = c->cpus[cpu].levels[0];

    if (!threads_known(c->threads) || (to_caller && hash_find_key(&c->returns, to->address) == HASH_NONE)) {
        return 0;
    }
    uint64_t thread = threads_running(c->threads, cpu);
    bool is_boot = s->thread == 0 && threads_early(c->threads) && to->address != to->function &&
                   stacks_find(&c->stacks, thread) == NULL;

    return thread != s->thread && !is_boot ? thread : 0;
}

/* @return whether a function that returns to an address enters the thread itself */
static bool is_entered(const struct stack *s, const struct block *to)
{
    return to->address == to->function || (s->left && stack_continues(s, to->address) != 0);
}

struct block *switches_return(struct calls *c, unsigned cpu, const struct block *from, const struct block *to)
{
    struct cpu *u = &c->cpus[cpu];
    struct stack *s = calls_stack(c, cpu);
    bool to_caller = s->depth > 1 && stack_top(s)->returns == to->address;
    uint64_t thread = to->address == from->next ? 0 : switched(c, cpu, to, to_caller);

    struct stack *next = thread != 0 ? stack_of(c, thread) : NULL;

    if (next != NULL && (u->level == 0 || (!to_caller && is_entered(next, to)))) {
        if (u->level == 0) {
            leave(c, s);
        }
        u->level = 0;
        if (!next->waits || next->left || is_entered(next, to)) {
            return go_on(c, cpu, next, to);
        }
        /* The thread was switched at the end of its interrupt, which comes first. */
        u->levels[0] = next;
        (void)enter_thread(c, cpu, thread, false);
        interrupts_go_on(c, cpu, to, 0);
        return NULL;
    }
    if (to_caller) {
        s->depth--;
    } else if (to->address != from->next && !stack_unwind(s, to->address) && s->thread == 0 &&
               !switch_by_return(c, cpu, to) && to->address == to->function) {
        start_by_return(c, cpu, to);
    }
    stack_moved(calls_stack(c, cpu), &c->tree, to);
    return NULL;
}

bool switches_start(struct calls *c, unsigned cpu, const struct block *to)
{
    struct cpu *u = &c->cpus[cpu];

    if (u->level != 0 || u->levels[0]->thread != 0 || to->address != to->function ||
        !threads_known(c->threads) || threads_early(c->threads)) {
        return false;
    }
    uint64_t thread = threads_running(c->threads, cpu);
    struct stack *s = thread != 0 ? stack_of(c, thread) : NULL;

    if (s != NULL) {
        leave(c, u->levels[0]);
        (void)go_on(c, cpu, s, to);
    }
    return s != NULL;
}

void switches_schedule(struct calls *c, unsigned cpu, const struct block *to)
{
    struct cpu *u = &c->cpus[cpu];
    struct stack *s = calls_stack(c, cpu);

    if (!threads_known(c->threads) || threads_running(c->threads, cpu) != 0 ||
        (u->idle == NULL && (u->idle = stack_new(&c->tree)) == NULL)) {
        stack_moved(s, &c->tree, to);
        return;
    }
    if (u->level == 0) {
        leave(c, s);
    }
    u->level = 0;
    u->levels[0] = u->idle;
    (void)threads_switch(c->threads, cpu, 0, false);
    stack_begin(u->idle, &c->tree, 0, to);
}
