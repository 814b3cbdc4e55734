/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the kernel's files: the state of each CPU, the one lock over all kernel state, and the functions
 * between files. The caller of a function named _locked holds the lock.
 *
 * The lock is held for a bounded time, with three exceptions: the insertion into a sorted list (a wait queue,
 * the timeouts, the timers), which walks past earlier elements; a walk up a chain of mutexes; and the end of
 * a thread, which wakes all threads that wait for it.
 */
#ifndef KERNEL_PRIV_H
#define KERNEL_PRIV_H

#include <hal/cpu.h>
#include <spoor/port/irq.h>
#include <hal/spinlock.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/panic.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/port/hooks.h>

#define PRIORITY_IDLE 0

struct cpu {
    struct thread *current; /**< NULL until the scheduler runs here */
    struct thread *next;    /**< to be switched to straight, in no queue */
    struct thread *idle;
    unsigned promised; /**< with several CPUs: priority of a thread that it was asked to switch to, or 0 */
    uint32_t accounted_cycles; /**< run time of `current` is accounted up to here */
#if CONFIG_CPUS > 1
    uint32_t switches; /**< with one CPU it is the sum over all threads */
#endif
    uint32_t short_switches; /**< those that went straight to `next` */
    volatile uint32_t irqs;
    uint32_t irq_depth;
    uint32_t preempt_depth; /**< sched_lock() */
    bool next_is_short;     /**< by the short path of IPC */
    uint8_t number;         /**< from 0 on */
    bool switch_wanted;     /**< a switch fell due meanwhile */
    bool halted;            /**< for good: another CPU ends the run */
    struct trace_context irq_context[SPOOR_IRQ_LEVELS];
};

extern struct cpu cpus[CONFIG_CPUS];
extern struct hal_spinlock kernel_spin;

/** Context: interrupts masked, or with one CPU any. */
static inline struct cpu *this_cpu(void)
{
    return &cpus[hal_cpu_id()];
}

/** Order memory accesses as other CPUs see them; with one CPU, nothing. Context: any. */
static inline void cpu_barrier(void)
{
    if (CONFIG_CPUS > 1) {
        hal_barrier();
    }
}

static inline uint32_t kernel_lock(void)
{
    uint32_t state = spoor_irq_save();

    hal_spin_lock(&kernel_spin);
    return state;
}

static inline void kernel_unlock(uint32_t state)
{
    hal_spin_unlock(&kernel_spin);
    spoor_irq_restore(state);
}

/**
 * Whether the registers of `t` are on a CPU rather than on its stack. Once it has left, the caller sees all
 * that it wrote. Context: any.
 */
static inline bool thread_on_cpu(const struct thread *t)
{
    if (CONFIG_CPUS == 1) {
        return t == __atomic_load_n(&cpus[0].current, __ATOMIC_RELAXED);
    }
    return __atomic_load_n(&t->on_cpu, __ATOMIC_ACQUIRE);
}

/* -------- sched.c */

void sched_init(void);

/**
 * `t` has become runnable: queue it and preempt a CPU that runs a less urgent thread. Its state is
 * THREAD_READY.
 */
void sched_ready_locked(struct thread *t);

/** `t` is no longer runnable: take it from its queue, or from its CPU. Its state isn't THREAD_READY. */
void sched_unready_locked(struct thread *t);

/** Change the priority in force, wherever `t` is queued. */
void sched_set_priority_locked(struct thread *t, unsigned priority);

/** Restrict `t` to the CPUs of `mask`, and have it leave one that isn't among them. */
void sched_set_affinity_locked(struct thread *t, unsigned mask);

/** Have `t`, which is in the queue, preempt a CPU that runs a less urgent thread, if there is one. */
void sched_offer_locked(const struct thread *t);

/** The switch must wait for sched_unlock(): the thread that was due on `c` may run elsewhere. */
void sched_put_off_locked(struct cpu *c);

/** Have this CPU, or another, choose its thread again. */
void sched_request_locked(struct cpu *c);

/** Panic: `t` has used more than its stack. */
_Noreturn void sched_stack_overflow(const struct thread *t);

/** Bring the run time of a CPU's thread up to date: it's `now`, by clock_counter_low(). */
static inline void sched_account_locked(struct cpu *c, uint32_t now)
{
    c->current->run_cycles += now - c->accounted_cycles;
    c->accounted_cycles = now;
}

/** Take a tick from the running thread's turn. Context: the tick's interrupt. */
void sched_tick(void);

/** @return whether there are threads on this CPU yet. Context: any. */
static inline bool sched_started(void)
{
    return this_cpu()->current != NULL;
}

/* -------- smp.c and halt.c, with several CPUs */

#if CONFIG_CPUS > 1

/** Prepare for other CPUs. Context: boot, CPU 0. */
void smp_init(void);

/** Start the other CPUs; returns when they take threads. Context: the first thread, on CPU 0. */
void smp_start(void);

/** Set up the per-CPU devices. Context: boot, on a CPU that was started. */
void smp_init_cpu(void);

/** Halt all other CPUs for good; waits for them, but not for long. Context: any, interrupts masked. */
void smp_halt_others(void);

#else

static inline void smp_init(void)
{
}

static inline void smp_start(void)
{
}

static inline void smp_init_cpu(void)
{
}

static inline void smp_halt_others(void)
{
}

#endif

/* -------- errno.c, with several CPUs */

/** Give `t` the value that the library set in its one errno, unless that belongs to another thread. */
void errno_collect_locked(struct thread *t);

/* -------- check.c */

/** Panic: `who` was called where it may not wait. */
void kernel_refuse_wait(const char *who, uint32_t lock_state);

/** As kernel_lock(); panics unless the caller may wait. `who` is the name of the called function. */
uint32_t kernel_lock_to_wait(const char *who);

/** Panic: `who` was called elsewhere than in a thread. Not _Noreturn, so that a call can be a jump. */
void kernel_refuse_no_thread(const char *who, uint32_t lock_state);

/** As kernel_lock(); panics unless in a thread. */
static inline uint32_t kernel_lock_in_thread(const char *who)
{
    uint32_t state = kernel_lock();

    if (__builtin_expect(spoor_in_isr() || this_cpu()->current == NULL, 0)) {
        kernel_refuse_no_thread(who, state);
    }
    return state;
}

/** The check of kernel_lock_to_wait() alone. Context: any. */
void wait_check(const char *who);

/* -------- wait.c */

/** The running thread waits from here; `queue` may be NULL. wait_commit() must follow. */
void wait_begin_locked(struct wait_queue *queue, enum thread_state state, uint32_t timeout_ms);

/** Give the lock back and switch away. @return the result that the thread was woken with */
static inline int wait_commit(uint32_t lock_state)
{
    const struct thread *self = this_cpu()->current;

    kernel_unlock(lock_state); /* the switch takes place here */
    return self->wake_result;
}

/** The running thread sleeps until a tick; wait_commit() follows. Kernel locked. */
void wait_begin_until_locked(uint64_t wake_tick);

/** End any wait of `t`; its wait returns `result`. */
void wake_locked(struct thread *t, int result);

/* -------- wait queues */

/** Link `t` into a queue by its priority, after those of the same priority. */
static inline void wait_queue_add_locked(struct wait_queue *queue, struct thread *t)
{
    struct spoor_list *at = &queue->threads;

    while (at->prev != &queue->threads &&
           spoor_container_of(at->prev, struct thread, link)->priority < t->priority) {
        at = at->prev;
    }
    spoor_list_add_before(at, &t->link);
}

/** @return the most urgent waiter, or NULL */
static inline struct thread *wait_queue_first(const struct wait_queue *queue)
{
    return spoor_list_empty(&queue->threads) ? NULL
                                             : spoor_container_of(queue->threads.next, struct thread, link);
}

/* -------- wait.c */

/** End the waits that have lasted too long. Context: the tick's interrupt. */
void timeouts_expire(void);

/* -------- priority.c */

/** Recompute the priority of `t`, and along the chain of those it waits for. */
void priority_update_locked(struct thread *t);

/**
 * The calling thread waits in `queue` until `other` does something for it: begin the wait, and let `other`
 * inherit its priority. Context: the kernel's lock is held.
 */
void wait_for_thread_locked(struct thread *other, struct wait_queue *queue, uint32_t timeout_ms);

/* -------- ticks.c */

/** Begin to count. Context: boot. */
void ticks_init(void);

/** Ticks since boot, as of the last ticks_now_locked(). */
extern uint64_t kernel_ticks;

/** @return how many whole ticks `ms` are, rounded up */
uint64_t ticks_for_ms(uint32_t ms);

/** @return ticks since boot, now */
uint64_t ticks_now_locked(void);

/* -------- tick.c */

void tick_init(void);

/** Start the tick on a further CPU. Context: boot, on that CPU. */
void tick_init_cpu(void);

/** Call the timers that are due. Context: the tick's interrupt. */
void timers_expire(void);

/* -------- stack.c */

/** The lowest words of a stack, which hold the guard. */
#define STACK_GUARD_WORDS 2
#define STACK_GUARD       0x5AFE57ACu

/** Fill a new stack with the pattern, and put the guard at its end. Context: any. */
void stack_prepare(void *stack, size_t bytes);

/** @return the most bytes that were ever in use. Context: any. Cost: looks at every unused word. */
size_t stack_used(const void *stack, size_t bytes);

/** @return whether the guard of a stack is intact. Context: any. */
static inline bool stack_guarded(const void *stack)
{
    const uint32_t *word = stack;

    for (unsigned i = 0; i < STACK_GUARD_WORDS; i++) {
        if (word[i] != STACK_GUARD) {
            return false;
        }
    }
    return true;
}

/** @return whether the guard of `t` is intact. Context: any. */
static inline bool stack_intact(const struct thread *t)
{
    return stack_guarded(t->stack);
}

/** Panic when `t` has used more than its stack; a switch has its stack pointer. Context: the scheduler's. */
static inline void sched_check_stack(const struct thread *t, uintptr_t sp)
{
    if (sp < (uintptr_t)t->stack + STACK_GUARD_WORDS * sizeof(uint32_t) || !stack_intact(t)) {
        sched_stack_overflow(t);
    }
}

/** Fill the stacks of the interrupts with the pattern. Context: boot. */
void irq_stacks_prepare(void);

/** @return whether the guard of this CPU's interrupts is intact. Context: interrupt. */
bool irq_stack_intact(void);

#endif
