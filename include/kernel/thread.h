/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads: preemptive, fixed priorities, round robin within one. With several CPUs the most urgent ones run,
 * as many as there are CPUs that they may run on.
 *
 * A thread is an object of the caller's and a stack of the caller's; nothing is allocated. A bigger
 * priority number is more urgent. Timeouts are in milliseconds, with WAIT_NONE and WAIT_FOREVER.
 */
#ifndef KERNEL_THREAD_H
#define KERNEL_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>
#include <spoor/util/list.h>
#include <hal/context.h>
#include <spoor/port/hooks.h>

SPOOR_EXTERN_C_BEGIN

#define THREAD_PRIORITIES   32
#define THREAD_PRIORITY_MIN 1 /**< 0 belongs to the idle threads */
#define THREAD_PRIORITY_MAX (THREAD_PRIORITIES - 1)

#define WAIT_NONE    0u
#define WAIT_FOREVER UINT32_MAX

enum thread_state {
    THREAD_READY, /**< running, or waiting for a CPU */
    THREAD_IDLE,  /**< the same, of an idle thread: it is in no queue, and runs when no other thread can */
    THREAD_SLEEPING,
    THREAD_WAITING, /**< for the object in wait_on */
    THREAD_SUSPENDED,
    THREAD_EXITED,
};

/** Threads waiting for one object, most urgent first, in order of arrival within a priority. */
struct wait_queue {
    struct spoor_list threads;
};

#define WAIT_QUEUE_INIT(self)                                                                                \
    {                                                                                                        \
        SPOOR_LIST_INIT((self).threads)                                                                      \
    }

struct mutex;

/**
 * A thread. All members are the kernel's; read them through the functions below. Those that a switch or a
 * wait needs come first, in reach of short instructions.
 */
struct thread {
    uintptr_t sp;           /**< while it isn't running */
    struct spoor_list link; /**< in the ready queue or a wait queue */
    struct spoor_list all;  /**< in the list of all threads */
    const char *name;
    uint8_t state;         /**< enum thread_state */
    uint8_t base_priority; /**< as set */
    uint8_t priority;      /**< with inheritance */
    uint8_t slice_ticks;   /**< ticks left in its turn */
    uint8_t ipc_state;
    bool suspended;      /**< thread_suspend() holds it, also while it waits */
    int8_t wake_result;  /**< result of the last wait: 0, -ETIMEDOUT … */
    uint8_t cpu;         /**< where it runs or ran last */
    uint8_t affinity;    /**< mask of CPUs it may run on */
    bool on_cpu;         /**< with several CPUs: its registers are on one, not on its stack */
    uint32_t switches;   /**< times it was switched to */
    uint64_t run_cycles; /**< time on a CPU */
    uint8_t *stack;
    int error; /**< errno, while it isn't running */
    struct wait_queue *wait_on;
    struct mutex *wait_mutex;   /**< the mutex it waits for, for inheritance */
    struct thread *wait_thread; /**< the thread whose reply or end it waits for, for inheritance */
    struct spoor_list timeout;  /**< in the queue of timeouts */
    void *msg;                  /**< the message or item that it hands over or waits to fill */
    struct thread *partner;     /**< the receiver of its message, or the sender of the one it received */
    struct wait_queue senders;  /**< threads whose message this one hasn't received yet */
    struct wait_queue callers;  /**< threads whose message it received, waiting for its reply */
    struct wait_queue joiners;
    struct spoor_list held; /**< mutexes it holds */
    uint64_t wake_tick;
    int exit_code;
    void (*entry)(void *arg);
    void *arg;
    size_t stack_bytes;
    struct trace_thread trace;
};

struct thread_attr {
    const char *name; /**< kept by reference; NULL reads as "?" */
    void (*entry)(void *arg);
    void *arg;
    uint8_t priority; /**< THREAD_PRIORITY_MIN … THREAD_PRIORITY_MAX */
    uint8_t affinity; /**< mask of CPUs it may run on; 0 for those of the creator, at boot any */
    bool suspended;   /**< don't start it yet */
    void *stack;      /**< 8-byte aligned; see THREAD_STACK() */
    size_t stack_bytes;
};

/** The size of a stack with room for `bytes` on the board whose contexts are smallest. */
#define THREAD_STACK_BYTES(bytes) ((((bytes) + 7u) & ~7u) + HAL_STACK_EXTRA_BYTES)

/** Define a stack with room for `bytes`, aligned as the ABI asks. At file scope. */
#define THREAD_STACK(name, bytes) static uint8_t name[THREAD_STACK_BYTES(bytes)] __attribute__((aligned(8)))

/**
 * Create a thread and make it ready.
 *
 * @return 0, or -EINVAL for a priority out of range, a null entry or stack, an unaligned stack or one
 *         under THREAD_STACK_MIN_BYTES, an affinity without any CPU of the board
 *
 * Context: boot or thread.
 */
int thread_create(struct thread *t, const struct thread_attr *attr);

#define THREAD_STACK_MIN_BYTES THREAD_STACK_BYTES(192)

/** End the calling thread; the object and the stack are the joiner's again. Context: thread. */
SPOOR_NORETURN void thread_exit(int code);

/**
 * Wait until `t` has exited.
 *
 * @param code  its exit code, may be NULL
 * @return 0, -ETIMEDOUT, or -EDEADLK for the caller itself
 *
 * Context: thread.
 */
int thread_join(struct thread *t, int *code, uint32_t timeout_ms);

/** Sleep for at least `ms`. Context: thread. */
void thread_sleep(uint32_t ms);

/** The releases of a periodic thread. */
struct thread_period {
    uint64_t next_tick; /**< of the present activation */
    uint32_t ticks;     /**< from one to the next */
};

/**
 * The calling thread is periodic from now on, and this is its first activation.
 *
 * @param deadline_ms  after each activation, for the trace; 0: none
 *
 * Context: thread. Ticks limit the precision: a period below one is one tick.
 */
void thread_period_begin(struct thread_period *p, uint32_t period_ms, uint32_t deadline_ms);

/**
 * This activation is done: sleep until the next one, which comes a period after this one, however late this
 * one was.
 *
 * @return whether it is late already: then the thread has not slept
 *
 * Context: thread.
 */
bool thread_period_wait(struct thread_period *p);

/** Let others of the same priority run. Context: thread. */
void thread_yield(void);

/**
 * Stop `t` (itself too) until thread_resume(). A thread that runs on another CPU has stopped when this
 * returns to a caller that may wait; otherwise it stops at once after that. If it has locked the scheduler it
 * unlocks first.
 *
 * @return 0, -ESRCH after it exited, or -EPERM for an idle thread
 *
 * Context: any.
 */
int thread_suspend(struct thread *t);

/** Let `t` go on. @return 0, or -EINVAL when it wasn't suspended. Context: any. */
int thread_resume(struct thread *t);

/** Set a priority. @return 0, -EINVAL out of range, or -EPERM for an idle thread. Context: any. */
int thread_set_priority(struct thread *t, unsigned priority);

/**
 * Restrict `t` to the CPUs of `mask`. The caller itself is on one of them when this returns, unless it has
 * locked the scheduler; another thread leaves a CPU that isn't allowed to it at once after that.
 *
 * @return 0, -EINVAL without any CPU of the board, or -EPERM for an idle thread
 *
 * Context: thread.
 */
int thread_set_affinity(struct thread *t, unsigned mask);

/** @return the calling thread; from an interrupt, the interrupted one. Context: any. */
struct thread *thread_self(void);

/**
 * @return whether the caller may wait: in a thread, interrupts not masked, the scheduler not locked
 *
 * Context: any.
 */
bool thread_may_wait(void);

/** @return its number, from 1 on in order of creation; 0 without CONFIG_TRACE_EVENTS. Context: any. */
static inline uint32_t thread_id(const struct thread *t)
{
    return trace_thread_number(&t->trace);
}

/** @return the priority with inheritance. Context: any. */
unsigned thread_priority(const struct thread *t);

/** A snapshot of one thread. */
struct thread_info {
    const char *name;
    const char *state; /**< "running", "ready", "sleep", "wait", "suspend", "exited" */
    uint32_t id;       /**< see thread_id() */
    unsigned priority, base_priority, cpu;
    uint64_t run_cycles;
    uint32_t switches;
    size_t stack_bytes, stack_used_bytes; /**< used: the high-water mark */
};

/**
 * Describe the `n`-th thread, in order of creation, idle threads included; one that exited is gone.
 *
 * @return 0, or -ENOENT past the last
 *
 * Context: thread. Takes the kernel lock for one thread at a time.
 */
int thread_get_info(unsigned n, struct thread_info *info);

/** The same, apart from stack_used_bytes, which takes a walk over the unused stack. */
int thread_get_brief(unsigned n, struct thread_info *info);

/** @return switches done by all CPUs since boot, or by one. Context: any. */
uint32_t sched_switch_count(void);
uint32_t sched_switch_count_of(unsigned cpu);

/**
 * Keep the calling thread from being preempted and from moving to another CPU; nests. Interrupts are still
 * served, and other CPUs run other threads: for exclusion use a mutex.
 *
 * Context: thread.
 */
void sched_lock(void);

/** Undo one sched_lock(), and switch if that is due. Context: thread. */
void sched_unlock(void);

SPOOR_EXTERN_C_END

#endif
