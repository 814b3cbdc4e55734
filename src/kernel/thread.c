/* SPDX-License-Identifier: BSD-2-Clause */
/* Thread life cycle: creation, exit, suspension, priority and affinity. */
#include <errno.h>
#include <spoor/port/atomic.h>
#include <hal/context.h>
#include <spoor/trace.h>
#include "event_priv.h"
#include "thread_priv.h"

struct spoor_list thread_all = SPOOR_LIST_INIT(thread_all);
#if CONFIG_CPUS == 1
uint32_t thread_switches_of_ended;
#endif

static void begin(void *arg)
{
    struct thread *self = arg;

    self->entry(self->arg);
    thread_exit(0);
}

static bool attr_valid(const struct thread_attr *attr)
{
    return attr->priority <= THREAD_PRIORITY_MAX && attr->entry != NULL && attr->stack != NULL &&
           (uintptr_t)attr->stack % 8 == 0 && attr->stack_bytes >= THREAD_STACK_MIN_BYTES &&
           (attr->affinity == 0 || (attr->affinity & CPUS_ALL) != 0);
}

static unsigned affinity_of(const struct thread_attr *attr)
{
    const struct thread *creator = thread_self();

    if (attr->affinity != 0) {
        return attr->affinity & CPUS_ALL;
    }
    return creator != NULL ? creator->affinity : CPUS_ALL;
}

int thread_create_any(struct thread *t, const struct thread_attr *attr)
{
    if (!attr_valid(attr)) {
        return -EINVAL;
    }
    *t = (struct thread){
        .name = attr->name != NULL ? attr->name : "?",
        .state = THREAD_SUSPENDED,
        .suspended = true,
        .base_priority = attr->priority,
        .priority = attr->priority,
        .affinity = (uint8_t)affinity_of(attr),
        .entry = attr->entry,
        .arg = attr->arg,
        .stack = attr->stack,
        .stack_bytes = attr->stack_bytes & ~(size_t)7,
    };
    spoor_list_init(&t->held);
    spoor_list_init(&t->timeout);
    spoor_list_init(&t->joiners.threads);
    spoor_list_init(&t->senders.threads);
    spoor_list_init(&t->callers.threads);
    trace_thread_init(&t->trace);
    t->cpu = (uint8_t)__builtin_ctz(t->affinity);
    stack_prepare(t->stack, t->stack_bytes);
    t->sp = hal_context_init(t->stack, t->stack_bytes, begin, t);

    trace_hook_thread_created(&t->trace, t->priority, t->entry, t->name);

    uint32_t state = kernel_lock();

    spoor_list_add_tail(&thread_all, &t->all);
    kernel_unlock(state);
    return 0;
}

int thread_create(struct thread *t, const struct thread_attr *attr)
{
    if (attr->priority < THREAD_PRIORITY_MIN) {
        return -EINVAL;
    }
    int result = thread_create_any(t, attr);

    if (result == 0) {
        trace_point("thread_create");
        if (!attr->suspended) {
            thread_resume(t);
        }
    }
    return result;
}

static void wake_all_locked(struct wait_queue *queue, int result)
{
    for (struct thread *t; (t = wait_queue_first(queue)) != NULL;) {
        wake_locked(t, result);
    }
}

_Noreturn void thread_exit(int code)
{
    wait_check(__func__);
    struct thread *self = thread_self();

    if (!spoor_list_empty(&self->held)) {
        panic("thread_exit: %s still holds a mutex", self->name);
    }
    trace_thread_end(&self->trace);
    uint32_t state = kernel_lock();

    self->exit_code = code;
    self->state = THREAD_EXITED;
    trace_hook_thread_ended(&self->trace, code);
    spoor_list_del(&self->all);
#if CONFIG_CPUS == 1
    thread_switches_of_ended += self->switches;
#endif
    wake_all_locked(&self->senders, -ESRCH);
    wake_all_locked(&self->callers, -ESRCH);
    wake_all_locked(&self->joiners, 0);
    sched_unready_locked(self);
    kernel_unlock(state);
    panic("thread_exit: %s still runs after its exit", self->name);
}

/* If `t` still runs on another CPU, it is one interrupt away from leaving its stack. Wait for that. */
static void wait_until_off_cpu(const struct thread *t, enum thread_state state)
{
    while (thread_on_cpu(t) && __atomic_load_n(&t->state, __ATOMIC_RELAXED) == (uint8_t)state) {
        SPOOR_RELAX();
    }
}

int thread_join(struct thread *t, int *code, uint32_t timeout_ms)
{
    uint32_t state = timeout_ms != WAIT_NONE ? kernel_lock_to_wait(__func__) : kernel_lock();
    struct thread *self = this_cpu()->current;
    int result = 0;

    if (t == self) {
        result = -EDEADLK;
        kernel_unlock(state);
    } else if (t->state == THREAD_EXITED) {
        kernel_unlock(state);
    } else if (timeout_ms == WAIT_NONE) {
        result = -ETIMEDOUT;
        kernel_unlock(state);
    } else {
        event_leaves(self, TRACE_LEFT_JOIN);
        wait_for_thread_locked(t, &t->joiners, timeout_ms);
        result = wait_commit(self, state);
    }
    if (result != 0) {
        return result;
    }
    wait_until_off_cpu(t, THREAD_EXITED);
    if (code != NULL) {
        *code = t->exit_code;
    }
    return 0;
}

void thread_sleep(uint32_t ms)
{
    wait_check(__func__);
    if (ms == 0) {
        thread_yield();
        return;
    }
    uint32_t state = kernel_lock();

    struct thread *self = this_cpu()->current;

    event_leaves(self, TRACE_LEFT_SLEEP);
    wait_begin_locked(NULL, THREAD_SLEEPING, ms);
    (void)wait_commit(self, state);
}

int thread_suspend(struct thread *t)
{
    uint32_t state = kernel_lock();
    int result = 0;

    if (t->state == THREAD_EXITED) {
        result = -ESRCH;
    } else if (t->base_priority == PRIORITY_IDLE) {
        result = -EPERM;
    } else {
        t->suspended = true;
        t->waits_simply = false;
        if (t->state == THREAD_READY) {
            t->state = THREAD_SUSPENDED;
            event_leaves(t, TRACE_LEFT_SUSPENDED);
            sched_unready_locked(t);
        }
    }
    kernel_unlock(state);
    if (result == 0 && t != thread_self() && thread_may_wait()) {
        wait_until_off_cpu(t, THREAD_SUSPENDED);
    }
    return result;
}

int thread_resume(struct thread *t)
{
    uint32_t state = kernel_lock();
    int result = 0;

    if (!t->suspended || t->state == THREAD_EXITED) {
        result = -EINVAL;
    } else {
        t->suspended = false;
        if (t->state == THREAD_SUSPENDED) {
            t->state = THREAD_READY;
            event_wake(t, TRACE_WAKE_RESUMED);
            sched_ready_locked(t);
        }
    }
    kernel_unlock(state);
    return result;
}

int thread_set_priority(struct thread *t, unsigned priority)
{
    if (priority < THREAD_PRIORITY_MIN || priority > THREAD_PRIORITY_MAX) {
        return -EINVAL;
    }
    if (t->base_priority == PRIORITY_IDLE) {
        return -EPERM;
    }
    uint32_t state = kernel_lock();

    t->base_priority = (uint8_t)priority;
    priority_update_locked(t);
    kernel_unlock(state);
    return 0;
}

int thread_set_affinity(struct thread *t, unsigned mask)
{
    if ((mask & CPUS_ALL) == 0) {
        return -EINVAL;
    }
    if (t->base_priority == PRIORITY_IDLE) {
        return -EPERM;
    }
    uint32_t state = kernel_lock();

    sched_set_affinity_locked(t, mask & CPUS_ALL);
    kernel_unlock(state);
    return 0;
}

unsigned thread_priority(const struct thread *t)
{
    return __atomic_load_n(&t->priority, __ATOMIC_RELAXED);
}
