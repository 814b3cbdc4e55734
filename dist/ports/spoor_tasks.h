/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tasks of a kernel, for a port: a context for each, in a static pool. Included by one source of a port.
 * When the pool is used up, further tasks share one context: right for blocks that don't span a switch.
 */
#ifndef SPOOR_TASKS_H
#define SPOOR_TASKS_H

#include <stddef.h>
#include <spoor/util/list.h>
#include "spoor_port.h"

/* The context of main(), which may be that of a kernel that idles as well. */
#ifndef SPOOR_FIRST_NAME
#define SPOOR_FIRST_NAME "startup"
#define SPOOR_FIRST_IDLE false
#endif

struct spoor_task {
    const void *handle; /* the kernel's; NULL: free */
    struct trace_thread trace;
#if CONFIG_TRACE_EVENTS
    struct spoor_list node; /* for readers of memory images */
    const char *name;
    const void *object;   /* the one that it waits for */
    uint32_t stack_bytes; /* 0: not known */
#if CONFIG_TRACE_STACKS
    const void *stack;
#endif
    uint8_t priority;
    bool idle;
    uint8_t flags; /* the port's own */
#endif
};

static struct spoor_task spoor_tasks[SPOOR_TASKS];
static struct spoor_task spoor_others;

static inline struct trace_thread *spoor_running(void)
{
    return (struct trace_thread *)((char *)trace_now.context[0] - offsetof(struct trace_thread, context));
}

static inline struct spoor_task *spoor_task_of(const struct trace_thread *t)
{
    return (struct spoor_task *)((uintptr_t)t - offsetof(struct spoor_task, trace));
}

/* ------------------------------------------------------------------ the pool */

static inline unsigned spoor_task_place(const void *handle)
{
    return (unsigned)((uintptr_t)handle >> 3) * 2654435761u % SPOOR_TASKS;
}

/* Search from the place that the address says. @return the task, or NULL */
static inline struct spoor_task *spoor_task_find(const void *handle, const void *key)
{
    unsigned at = spoor_task_place(handle);

    for (unsigned n = 0; n < SPOOR_TASKS; n++, at = at + 1 < SPOOR_TASKS ? at + 1 : 0) {
        if (spoor_tasks[at].handle == key) {
            return &spoor_tasks[at];
        }
    }
    return NULL;
}

#if CONFIG_TRACE_EVENTS

static struct spoor_list spoor_task_list = SPOOR_LIST_INIT(spoor_task_list);

__attribute__((used, section(SPOOR_SPREAD_SECTION_RO("trace_thread_layout"))))
const struct spoor_wire_threads trace_thread_layout = {
#if UINTPTR_MAX == UINT32_MAX
    .list = (uint32_t)&spoor_task_list,
    .node = offsetof(struct spoor_task, node),
    .number = offsetof(struct spoor_task, trace.number),
    .name = offsetof(struct spoor_task, name),
    .priority = offsetof(struct spoor_task, priority),
#endif
};

static void spoor_task_describe(struct spoor_task *t, unsigned priority, const char *name, bool idle)
{
    t->name = name;
    t->object = NULL;
    t->priority = (uint8_t)priority;
    t->idle = idle;
    t->flags = 0;
    trace_thread_leaves(&t->trace, TRACE_LEFT_PREEMPTED);
    trace_hook_thread_created(&t->trace, priority, NULL, name);
    spoor_list_add_tail(&spoor_task_list, &t->node);
}

/* The context of main() has a number and a name, too; its own is elsewhere, since it works before all this.
 */
static struct spoor_task spoor_startup;

static void spoor_task_describe_first(void)
{
    if (spoor_first.number == 0) {
        spoor_startup.handle = &spoor_first;
        spoor_task_describe(&spoor_startup, SPOOR_PORT_LEAST_URGENT, SPOOR_FIRST_NAME, SPOOR_FIRST_IDLE);
        spoor_first.number = spoor_startup.trace.number;
    }
}

/* The record of a task's end is one of the running task: one that another task ends has none, and runs no
 * more. */
static void spoor_task_forget(struct spoor_task *t)
{
    if (&t->trace == spoor_running()) {
        trace_hook_thread_ended(&t->trace, 0);
    }
    spoor_list_del(&t->node);
}

#else

static void spoor_task_describe(struct spoor_task *t, unsigned priority, const char *name, bool idle)
{
    (void)t;
    (void)priority;
    (void)name;
    (void)idle;
}

static void spoor_task_forget(struct spoor_task *t)
{
    (void)t;
}

#endif

/* The one context that further tasks share, and those that were made before the hooks knew them. */
static struct spoor_task *spoor_task_other(void)
{
    if (spoor_others.handle == NULL) {
        trace_thread_init(&spoor_others.trace);
        spoor_others.handle = &spoor_others;
        spoor_task_describe(&spoor_others, SPOOR_PORT_LEAST_URGENT, "(others)", false);
    }
    return &spoor_others;
}

/* A task exists. Context: the kernel's critical section. */
static struct spoor_task *spoor_task_create(const void *handle, unsigned priority, const char *name,
                                            bool idle)
{
    struct spoor_task *t = spoor_task_find(handle, NULL);

    spoor_load(); /* the task may be made before spoor_init() */
    if (t != NULL) {
        trace_thread_init(&t->trace);
        t->handle = handle;
        spoor_task_describe(t, priority, name, idle);
        return t;
    }
    return spoor_task_other();
}

/* A task ends, perhaps the running one, whose context is used until the switch. Context: as above. */
static void spoor_task_delete(struct spoor_task *t)
{
    if (t != NULL && t != &spoor_others) {
        trace_thread_end(&t->trace);
        spoor_task_forget(t);
        t->handle = NULL;
    }
}

/* ------------------------------------------------------------------ switches */

/* `in` runs from now on. Context: interrupts masked. */
static inline void spoor_switch_masked(struct trace_thread *in)
{
    struct trace_context *from = trace_now.context[0], *to = &in->context;

    if (__builtin_expect(from != to, 1)) {
        trace_record_switch(spoor_running(), in);
        uint32_t now = spoor_port_cycles();

        trace_context_suspend(from, now);
        trace_context_resume(to, now);
        trace_set_current(to);
    }
}

/* The same for a task. Context: the scheduler's; interrupts may be unmasked. */
static inline void spoor_task_switch(struct spoor_task *in)
{
    uint32_t state = spoor_port_lock();

    spoor_switch_masked(&in->trace);
    spoor_port_unlock(state);
}

/* ------------------------------------------------------------------ waits */

#if CONFIG_TRACE_EVENTS

/* `t` won't be ready. The tasks that share a context are always ready, as one of them is. */
static inline void spoor_task_leaves(struct spoor_task *t, enum trace_left why, const void *object)
{
    if (t != &spoor_others) {
        t->object = object;
        trace_thread_leaves(&t->trace, why);
    }
}

/* @return the task that runs, or NULL in main() and in interrupts */
static inline struct spoor_task *spoor_task_running(void)
{
    struct trace_thread *t = spoor_running();

    return t != &spoor_first && t->context.interrupted == NULL ? spoor_task_of(t) : NULL;
}

/* The running task is about to wait. Context: the kernel's critical section. */
static inline void spoor_task_waits(enum trace_left why, const void *object)
{
    struct spoor_task *t = spoor_task_running();

    if (t != NULL) {
        spoor_task_leaves(t, why, object);
    }
}

/* `t` can run again, if it waited. Context: as above, or an interrupt. */
static inline void spoor_task_ready(struct spoor_task *t, bool tick)
{
    unsigned left = t->trace.left;

    if (left <= TRACE_LEFT_YIELD) {
        return;
    }
    if (trace_hook_wants_wake()) {
        enum trace_wake how = left == TRACE_LEFT_SUSPENDED       ? TRACE_WAKE_RESUMED
                              : tick || left == TRACE_LEFT_SLEEP ? TRACE_WAKE_TIMEOUT
                                                                 : TRACE_WAKE_GIVEN;

        if (trace_filtering) {
            trace_hook_wake_filtered(trace_thread_number(spoor_running()), &t->trace, how, t->object);
        } else {
            trace_event(sched_wake, t->trace.number << TRACE_WAKE_BITS | how, (uintptr_t)t->object);
        }
    }
    trace_thread_leaves(&t->trace, TRACE_LEFT_PREEMPTED);
}

/* ------------------------------------------------------------------ for the stream */

bool spoor_port_thread(unsigned n, struct spoor_port_thread *out)
{
    for (unsigned i = 0; i < SPOOR_TASKS + 2; i++) {
        const struct spoor_task *t = i < SPOOR_TASKS    ? &spoor_tasks[i]
                                     : i == SPOOR_TASKS ? &spoor_others
                                                        : &spoor_startup;

        if (t->handle != NULL && n-- == 0) {
            *out = (struct spoor_port_thread){t->trace.number, t->priority, t->name, t->idle};
            return true;
        }
    }
    return false;
}

/* When switches begin to be recorded: the task that runs, and those that wait. */
void spoor_port_tell_states(void)
{
    uint32_t state = spoor_port_lock();

    for (unsigned i = 0; i < SPOOR_TASKS; i++) {
        const struct spoor_task *t = &spoor_tasks[i];
        unsigned left = t->handle == NULL                   ? 0
                        : &t->trace == spoor_running()      ? SPOOR_WIRE_LEFT_RUNS
                        : t->trace.left <= TRACE_LEFT_YIELD ? SPOOR_WIRE_LEFT_READY
                                                            : t->trace.left;

        if (t->handle != NULL) {
            trace_event(thread_state, t->trace.number << TRACE_LEFT_BITS | left, (uintptr_t)t->object, 0);
        }
    }
    spoor_port_unlock(state);
}

#endif
#endif
