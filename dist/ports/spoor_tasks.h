/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tasks of a kernel: a context for each, in a static pool. Include it in exactly one source of a port.
 * When the pool is used up, further tasks share one context: blocks that don't span a context switch are
 * still measured correctly.
 */
#ifndef SPOOR_TASKS_H
#define SPOOR_TASKS_H

#include <stddef.h>
#include <spoor/util/list.h>
#include <spoor/port/record.h>
#include "spoor_port.h"

/* The name of the context of main(). In some kernels it is also the idle context. */
#ifndef SPOOR_FIRST_NAME
#define SPOOR_FIRST_NAME "startup"
#define SPOOR_FIRST_IDLE false
#endif

struct spoor_task {
    const void *handle; /* the kernel's handle; NULL: the entry is free */
    struct trace_thread trace;
#if CONFIG_TRACE_EVENTS
    struct spoor_list node; /* for tools that read memory images */
    const char *name;
    const void *object;   /* the object that the task waits for */
    uint32_t stack_bytes; /* 0: unknown */
#if CONFIG_TRACE_STACKS
    const void *stack;
#endif
    uint8_t priority;
    bool idle;
    uint8_t flags; /* for use by the port */
#endif
};

static struct spoor_task spoor_tasks[SPOOR_TASKS];
static struct spoor_task spoor_others[CONFIG_CPUS];

static inline struct trace_thread *spoor_thread_of(const struct trace_context *c)
{
    return (struct trace_thread *)((char *)c - offsetof(struct trace_thread, context));
}

static inline struct trace_thread *spoor_running(void)
{
    return spoor_thread_of(spoor_port_context());
}

static inline bool spoor_is_first(const struct trace_thread *t)
{
    return CONFIG_CPUS == 1 ? t == spoor_first : (uintptr_t)t - (uintptr_t)spoor_first < sizeof spoor_first;
}

static inline bool spoor_is_other(const struct spoor_task *t)
{
    return CONFIG_CPUS == 1 ? t == spoor_others
                            : (uintptr_t)t - (uintptr_t)spoor_others < sizeof spoor_others;
}

/* @return the CPU on which the task runs or was interrupted; CONFIG_CPUS if there is none */
static inline unsigned spoor_task_cpu(const struct spoor_task *t)
{
#if CONFIG_CPUS == 1
    return &t->trace == spoor_running() ? 0 : CONFIG_CPUS;
#else
    unsigned cpu = 0;

    for (; cpu < CONFIG_CPUS; cpu++) {
        const struct trace_context *c = *(struct trace_context *volatile *)&trace_now.context[cpu];

        while (c->interrupted != NULL) {
            c = c->interrupted;
        }
        if (c == &t->trace.context) {
            break;
        }
    }
    return cpu;
#endif
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

/*
 * Protects the pool and each task's reason for leaving its CPU. Two CPUs may create tasks at the same time.
 * One CPU may also wake a task that another CPU is switching out, if the kernel releases its own lock before
 * the hook: this lock then orders the two records.
 */
static struct trace_lock spoor_pool_lock = TRACE_LOCK_INIT;

/* With one CPU the kernel's own lock is enough. */
static inline uint32_t spoor_pool_enter(void)
{
    return CONFIG_CPUS > 1 ? trace_lock(&spoor_pool_lock) : 0;
}

static inline void spoor_pool_leave(uint32_t state)
{
    if (CONFIG_CPUS > 1) {
        trace_unlock(&spoor_pool_lock, state);
    }
}

/*
 * @return whether the entry has this key. With several CPUs a free entry (key NULL) also must not be in use:
 *         another CPU may have deleted a task that this CPU still runs.
 */
static inline bool spoor_task_is(const struct spoor_task *t, const void *key)
{
    return t->handle == key && (CONFIG_CPUS == 1 || key != NULL || spoor_task_cpu(t) == CONFIG_CPUS);
}

/* Search the pool, starting at the index derived from the handle. @return the task, or NULL */
static inline struct spoor_task *spoor_task_find(const void *handle, const void *key)
{
    unsigned at = spoor_task_place(handle);

    for (unsigned n = 0; n < SPOOR_TASKS; n++, at = at + 1 < SPOOR_TASKS ? at + 1 : 0) {
        if (spoor_task_is(&spoor_tasks[at], key)) {
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

/*
 * Number and name of the context of main(). The context itself is spoor_first, because it must work before
 * this code has run.
 */
static struct spoor_task spoor_startup;

static void spoor_task_describe_first(void)
{
    if (spoor_startup.handle == NULL) {
        spoor_startup.handle = &spoor_first;
        spoor_task_describe(&spoor_startup, SPOOR_PORT_LEAST_URGENT, SPOOR_FIRST_NAME, SPOOR_FIRST_IDLE);
        for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
            spoor_first[cpu].number = spoor_startup.trace.number;
        }
    }
}

/*
 * The end of a task is recorded as an event of the running task. So it is recorded only for a task that ends
 * itself; a task that is deleted by another one just has no further events.
 */
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

/*
 * The context on each CPU that is shared by tasks beyond the pool, and by tasks created before the hooks were
 * active.
 */
static struct spoor_task *spoor_task_other(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS && spoor_others[cpu].handle == NULL; cpu++) {
        trace_thread_init(&spoor_others[cpu].trace);
#if CONFIG_CPUS > 1 && CONFIG_TRACE_BLOCKS
        /*
         * A task could enter a block on one CPU and leave it on another, so enter and leave aren't measured
         * here.
         */
        spoor_others[cpu].trace.context.limit = spoor_others[cpu].trace.context.open;
#endif
        spoor_others[cpu].handle = spoor_others;
        spoor_task_describe(&spoor_others[cpu], SPOOR_PORT_LEAST_URGENT, "(others)", false);
    }
    return spoor_others;
}

/* Create the context of a new task. Context: the kernel's critical section. */
static struct spoor_task *spoor_task_create(const void *handle, unsigned priority, const char *name,
                                            bool idle)
{
    spoor_load(); /* the task may be created before spoor_init() */
    uint32_t state = spoor_pool_enter();
    struct spoor_task *t = spoor_task_find(handle, NULL);

    if (t != NULL) {
        trace_thread_init(&t->trace);
        t->handle = handle;
        spoor_task_describe(t, priority, name, idle);
    } else {
        t = spoor_task_other();
    }
    spoor_pool_leave(state);
    return t;
}

/*
 * Delete a task's context. The task may be the running one, whose context stays in use until the switch.
 *
 * Context: the kernel's critical section.
 */
static void spoor_task_delete(struct spoor_task *t)
{
    if (t != NULL && !spoor_is_other(t)) {
        uint32_t state = spoor_pool_enter();
        unsigned cpu = spoor_task_cpu(t);

        if (CONFIG_CPUS == 1 || cpu == CONFIG_CPUS ||
            cpu == spoor_port_cpu()) { /* if not, another CPU still uses it briefly */
            trace_thread_end(&t->trace);
        }
        spoor_task_forget(t);
        t->handle = NULL;
        spoor_pool_leave(state);
    }
}

/* ------------------------------------------------------------------ switches */

/* Switch to the context of `in`. Context: interrupts masked. */
static inline void spoor_switch_masked(struct trace_thread *in)
{
    struct trace_context *from = trace_now.context[spoor_port_cpu()], *to = &in->context;

#if CONFIG_TRACE_MASKED
    spoor_masked_end(); /* a section that the task takes with it ends here */
#endif
    if (__builtin_expect(from != to, 1)) {
        trace_record_switch(spoor_thread_of(from), in);
        uint32_t now = spoor_port_cycles();

        trace_context_suspend(from, now);
        trace_context_resume(to, now);
        trace_set_current(to);
    }
}

/*
 * With SPOOR_SWITCH_HOOK_UNLOCKED the kernel releases its lock before it calls the switch hook. So another
 * CPU may have saved the task's registers and not have reached its own hook yet: the task still appears to
 * run there. Wait for that hook. It follows within a few instructions, and it can't wait for a CPU that
 * switched later, so there is no deadlock.
 */
static inline void spoor_task_arrives(const struct spoor_task *in)
{
#if CONFIG_CPUS > 1 && defined(SPOOR_SWITCH_HOOK_UNLOCKED)
    for (unsigned cpu;
         !spoor_is_other(in) && (cpu = spoor_task_cpu(in)) != CONFIG_CPUS && cpu != spoor_port_cpu();) {
        SPOOR_RELAX();
    }
#else
    (void)in;
#endif
}

#if SPOOR_RECORDS_MASKED

/*
 * The same as spoor_switch_masked(), without calls.
 *
 * @return false, without effect, if that isn't possible
 */
static inline bool spoor_switch_quickly(struct trace_thread *in)
{
    struct trace_context *from = trace_now.context[0], *to = &in->context;

    if (__builtin_expect(trace_filtering, 0)) {
        return from == to;
    }
    if (__builtin_expect(from != to, 1)) {
        uint32_t now = spoor_port_cycles();

        if (trace_event_is_on(sched_switch)) {
            uint32_t word = in->number << TRACE_LEFT_BITS | spoor_thread_of(from)->left;
            uint32_t *at = spoor_record_place();

            if (!spoor_record_fits(at)) {
                return false;
            }
            at[1] = word;
            spoor_record_end(at, spoor_record_header(sched_switch.header, now), at + 2);
        }
        in->left = TRACE_LEFT_PREEMPTED;
        trace_context_suspend(from, now);
        trace_context_resume(to, now);
        trace_set_current(to);
    }
    return true;
}

static __attribute__((noinline)) void spoor_switch_slowly(struct trace_thread *in, uint32_t state)
{
    spoor_switch_masked(in);
    trace_unlock(&spoor_pool_lock, state);
}

#endif

/* Switch to a task. Context: the scheduler's; interrupts may be unmasked. */
static inline void spoor_task_switch(struct spoor_task *in)
{
    spoor_task_arrives(in);
    uint32_t state = trace_lock(&spoor_pool_lock);

#if CONFIG_CPUS > 1
    trace_age_upkeep(); /* the tick runs on another CPU */
    if (in == spoor_others) {
        in = &spoor_others[spoor_port_cpu()];
    }
#endif
#if SPOOR_RECORDS_MASKED
    if (__builtin_expect(!spoor_switch_quickly(&in->trace), 0)) {
        spoor_switch_slowly(&in->trace, state);
        return;
    }
#else
    spoor_switch_masked(&in->trace);
#endif
    trace_unlock(&spoor_pool_lock, state);
}

/* ------------------------------------------------------------------ waits */

#if CONFIG_TRACE_EVENTS

/*
 * Record why `t` stops being ready. The tasks that share a context always count as ready, because one of them
 * may be.
 */
static inline void spoor_task_leaves(struct spoor_task *t, enum trace_left why, const void *object)
{
    if (!spoor_is_other(t)) {
        t->object = object;
        trace_thread_leaves(&t->trace, why);
    }
}

/* @return the running task, or NULL in main() and in interrupts */
static inline struct spoor_task *spoor_task_running(void)
{
    struct trace_thread *t = spoor_running();

    return !spoor_is_first(t) && t->context.interrupted == NULL ? spoor_task_of(t) : NULL;
}

/* Record that the running task is about to wait. Context: the kernel's critical section. */
static inline void spoor_task_waits(enum trace_left why, const void *object)
{
    struct spoor_task *t = spoor_task_running();

    if (t != NULL) {
        spoor_task_leaves(t, why, object);
    }
}

static inline void spoor_task_ready_locked(struct spoor_task *t, bool tick)
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

/*
 * Record that `t` is ready again, if it was waiting.
 *
 * Context: the kernel's critical section, or an interrupt.
 */
static inline void spoor_task_ready(struct spoor_task *t, bool tick)
{
#if CONFIG_CPUS > 1
    uint32_t state = trace_lock(&spoor_pool_lock);

    spoor_task_ready_locked(t, tick);
    trace_unlock(&spoor_pool_lock, state);
#else
    spoor_task_ready_locked(t, tick);
#endif
}

/* ------------------------------------------------------------------ for the stream */

bool spoor_port_thread(unsigned n, struct spoor_port_thread *out)
{
    for (unsigned i = 0; i < SPOOR_TASKS + CONFIG_CPUS + 1; i++) {
        const struct spoor_task *t = i < SPOOR_TASKS                 ? &spoor_tasks[i]
                                     : i < SPOOR_TASKS + CONFIG_CPUS ? &spoor_others[i - SPOOR_TASKS]
                                                                     : &spoor_startup;

        if (t->handle != NULL && n-- == 0) {
            *out =
                (struct spoor_port_thread){t->trace.number, t->priority, t->name, t->idle, &t->trace.context};
            return true;
        }
    }
    return false;
}

/* The kernel's lock. While it is held, no task changes its state. */
#ifndef SPOOR_KERNEL_LOCK
#define SPOOR_KERNEL_LOCK()        spoor_port_lock()
#define SPOOR_KERNEL_UNLOCK(state) spoor_port_unlock(state)
#endif

/* Record the state of every task. Called when recording of switches starts. */
void spoor_port_tell_states(void)
{
    uint32_t state = SPOOR_KERNEL_LOCK();

    for (unsigned i = 0; i < SPOOR_TASKS; i++) {
        const struct spoor_task *t = &spoor_tasks[i];
        unsigned cpu = spoor_task_cpu(t);
        unsigned left = cpu != CONFIG_CPUS                  ? SPOOR_WIRE_LEFT_RUNS
                        : t->trace.left <= TRACE_LEFT_YIELD ? SPOOR_WIRE_LEFT_READY
                                                            : t->trace.left;

        if (t->handle != NULL) {
            trace_event(thread_state, t->trace.number << TRACE_LEFT_BITS | left, (uintptr_t)t->object,
                        cpu % CONFIG_CPUS);
        }
    }
    SPOOR_KERNEL_UNLOCK(state);
}

#endif
#endif
