/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the kernel's files: the state of each CPU, the lock over all kernel state, and internal
 * functions. The caller of a function named _locked must hold the lock.
 *
 * The lock is held for a bounded time, with three exceptions. Insertion into a sorted list (a wait queue,
 * the timeouts, the timers) walks past earlier elements. Priority inheritance walks a chain of mutexes. The
 * end of a thread wakes all threads that wait for it.
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
    struct thread *next;    /**< the next thread to run, in no queue; NULL to pick from the ready queue */
    union {
        struct {
            uint16_t irq_depth;
            uint16_t preempt_depth; /**< nesting depth of sched_lock(); 1 until the scheduler runs here */
        };
        uint32_t nested; /**< not 0: `current` must not wait */
    };
    struct thread *idle;
    unsigned promised; /**< with several CPUs: priority of the thread it was asked to run next, or 0 */
    uint32_t accounted_cycles; /**< run time of `current` is accounted up to here */
#if CONFIG_CPUS > 1
    uint32_t switches; /**< with one CPU the count is the sum over all threads */
#else
    int *library_errno; /**< from kernel/errno.h, which may need more instructions */
#endif
    uint32_t short_switches; /**< switches through `next` on the short path of IPC */
    volatile uint32_t irqs;
    bool next_is_short; /**< `next` was set by the short path of IPC */
    uint8_t number;     /**< CPU number, from 0 */
    bool switch_wanted; /**< a switch was requested while the scheduler was locked */
    bool halted;        /**< halted for good because another CPU ends the run */
    struct trace_context irq_context[SPOOR_IRQ_LEVELS];
};

extern struct cpu cpus[CONFIG_CPUS];
extern struct hal_spinlock kernel_spin;

/** @return the state of the calling CPU. Context: interrupts masked; with one CPU any. */
static inline struct cpu *this_cpu(void)
{
    return &cpus[hal_cpu_id()];
}

/** Order memory accesses as seen by other CPUs. With one CPU this does nothing. Context: any. */
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
 * @return whether the registers of `t` are on a CPU rather than on its stack. Once this returns false, the
 * caller sees all writes of `t`. Context: any.
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
 * Queue `t`, which has become runnable, and preempt a CPU running a lower-priority thread. The state of `t`
 * must be THREAD_READY.
 */
void sched_ready_locked(struct thread *t);

/**
 * Remove `t`, which is no longer runnable, from its queue or from its CPU. Its state must not be
 * THREAD_READY.
 */
void sched_unready_locked(struct thread *t);

/** Set the effective priority of `t`, and move it within its queue. */
void sched_set_priority_locked(struct thread *t, unsigned priority);

/** Restrict `t` to the CPUs in `mask`. If it runs on another CPU, it is switched out there. */
void sched_set_affinity_locked(struct thread *t, unsigned mask);

/** Preempt a CPU running a lower-priority thread than `t`, if there is one. `t` must be queued. */
void sched_offer_locked(const struct thread *t);

/** Postpone the switch until sched_unlock(), and offer the thread that was due on `c` to other CPUs. */
void sched_postpone_locked(struct cpu *c);

/** Make `c`, which may be another CPU, choose its thread again. */
void sched_request_locked(struct cpu *c);

/** Panic because `t` has overflowed its stack. */
_Noreturn void sched_stack_overflow(const struct thread *t);

/** Account the run time of the CPU's thread up to `now`, a value of clock_counter_low(). */
static inline void sched_account_locked(struct cpu *c, uint32_t now)
{
    c->current->run_cycles += now - c->accounted_cycles;
    c->accounted_cycles = now;
}

/** Charge one tick to the running thread's time slice. Context: the tick's interrupt. */
void sched_tick(void);

/** @return whether this CPU runs threads yet. Context: any. */
static inline bool sched_started(void)
{
    return this_cpu()->current != NULL;
}

/* -------- smp.c and halt.c, only with several CPUs */

#if CONFIG_CPUS > 1

/** Attach the interrupts between CPUs. Context: boot, CPU 0. */
void smp_init(void);

/** Start the other CPUs, and return when they run threads. Context: the first thread, on CPU 0. */
void smp_start(void);

/** Set up the per-CPU devices. Context: boot, on a CPU other than 0. */
void smp_init_cpu(void);

/** Halt all other CPUs for good, and wait for them with a short timeout. Context: any, interrupts masked. */
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

/* -------- errno.c, only with several CPUs */

/** Move the value of the library's errno to `t`, unless it belongs to another thread. */
void errno_collect_locked(struct thread *t);

/* -------- check.c */

/** @return whether the caller, which took the lock with `lock_state`, isn't a thread that may wait */
static inline bool kernel_must_not_wait(const struct cpu *c, uint32_t lock_state)
{
    return c->nested != 0 || spoor_irq_was_masked(lock_state);
}

/** Panic because the function named `who` was called in a context that must not wait. */
void kernel_refuse_wait(const char *who, uint32_t lock_state);

/**
 * Take the kernel lock, as kernel_lock(). Panics if the caller must not wait. `who` is the name of the
 * called function.
 */
uint32_t kernel_lock_to_wait(const char *who);

/** Panic because `who` was called outside a thread. Not _Noreturn, so that the call can be a tail jump. */
void kernel_refuse_no_thread(const char *who, uint32_t lock_state);

/** Take the kernel lock, as kernel_lock(). Panics outside a thread. */
static inline uint32_t kernel_lock_in_thread(const char *who)
{
    uint32_t state = kernel_lock();

    if (__builtin_expect(spoor_in_isr() || this_cpu()->current == NULL, 0)) {
        kernel_refuse_no_thread(who, state);
    }
    return state;
}

/** Panic if the caller must not wait. Context: any. */
void wait_check(const char *who);

/* -------- wait.c */

/** Begin a wait of the running thread. `queue` may be NULL. wait_commit() must follow. */
void wait_begin_locked(struct wait_queue *queue, enum thread_state state, uint32_t timeout_ms);

/** Release the lock and switch away from `self`, the caller. @return the result passed to wake_locked() */
static inline int wait_commit(const struct thread *self, uint32_t lock_state)
{
    hal_spin_unlock(&kernel_spin);
    hal_switch_now(lock_state);
    return self->wake_result;
}

/** Begin a sleep of the running thread until `wake_tick`. wait_commit() must follow. */
void wait_begin_until_locked(uint64_t wake_tick);

/** End any wait of `t`. The wait returns `result`. */
void wake_locked(struct thread *t, int result);

/* -------- wait queues */

/** Insert `t` into a queue sorted by priority, after threads of the same priority. */
static inline void wait_queue_add_locked(struct wait_queue *queue, struct thread *t)
{
    struct spoor_list *at = &queue->threads, *before = at->prev;

    while (before != &queue->threads &&
           spoor_container_of(before, struct thread, link)->priority < t->priority) {
        at = before;
        before = at->prev;
    }
    spoor_list_add_between(before, at, &t->link);
}

/** @return the waiter with the highest priority, or NULL */
static inline struct thread *wait_queue_first(const struct wait_queue *queue)
{
    return spoor_list_empty(&queue->threads) ? NULL
                                             : spoor_container_of(queue->threads.next, struct thread, link);
}

/* -------- wait.c */

/** End all waits that have timed out. Context: the tick's interrupt. */
void timeouts_expire(void);

/* -------- priority.c */

/** Recompute the effective priority of `t`, and of the threads along its chain of waits. */
void priority_update_locked(struct thread *t);

/**
 * Begin a wait of the calling thread in `queue` for an action of `other`, which inherits its priority.
 * wait_commit() must follow.
 */
void wait_for_thread_locked(struct thread *other, struct wait_queue *queue, uint32_t timeout_ms);

/* -------- ticks.c */

/** Start counting ticks. Context: boot. */
void ticks_init(void);

/** Ticks since boot, updated by ticks_now_locked(). */
extern uint64_t kernel_ticks;

/** @return `ms` in ticks, rounded up */
uint64_t ticks_for_ms(uint32_t ms);

/** @return ticks since boot */
uint64_t ticks_now_locked(void);

/* -------- tick.c */

void tick_init(void);

/** Start the tick on a CPU other than 0. Context: boot, on that CPU. */
void tick_init_cpu(void);

/** Call the functions of all timers that are due. Context: the tick's interrupt. */
void timers_expire(void);

/* -------- stack.c */

/**
 * The guard occupies the lowest words of a stack. Its words differ, by a value that is cheap to compare with:
 * one comparison finds a change of either word, and a change of both unless it keeps this difference.
 */
#define STACK_GUARD_WORDS  2
#define STACK_GUARD        0x5AFE57ACu
#define STACK_GUARD_DIFFER 0x6D6D6D6Du

/** Fill a new stack with the pattern, and write the guard at its lower end. Context: any. */
void stack_prepare(void *stack, size_t bytes);

/** @return the high-water mark in bytes. Context: any. Cost: reads every unused word. */
size_t stack_used(const void *stack, size_t bytes);

/** @return whether the guard of `stack` is intact. Context: any. */
static inline bool stack_guarded(const void *stack)
{
    const uint32_t *word = stack;

    return (word[0] ^ word[1]) == STACK_GUARD_DIFFER;
}

/** @return whether the stack guard of `t` is intact. Context: any. */
static inline bool stack_intact(const struct thread *t)
{
    return stack_guarded(t->stack);
}

/** Panic if `t`, whose stack pointer is `sp`, has overflowed its stack. Context: scheduler. */
static inline void sched_check_stack(const struct thread *t, uintptr_t sp)
{
    if (sp < (uintptr_t)t->stack + STACK_GUARD_WORDS * sizeof(uint32_t) || !stack_intact(t)) {
        sched_stack_overflow(t);
    }
}

/** Fill the interrupt stacks with the pattern. Context: boot. */
void irq_stacks_prepare(void);

/** @return whether the guard of this CPU's interrupt stack is intact. Context: interrupt. */
bool irq_stack_intact(void);

#endif
