/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads: preemptive, with fixed priorities and round robin within a priority. On N CPUs the N threads
 * with the highest priorities run, as far as their affinities allow.
 *
 * The caller supplies the thread object and the stack; nothing is allocated. A larger number is a higher
 * priority. Timeouts are in milliseconds, with WAIT_NONE and WAIT_FOREVER.
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
#include <spoor/port/unwind.h>

SPOOR_EXTERN_C_BEGIN

#define THREAD_PRIORITIES   32
#define THREAD_PRIORITY_MIN 1 /**< 0 is reserved for idle threads */
#define THREAD_PRIORITY_MAX (THREAD_PRIORITIES - 1)

#define WAIT_NONE    0u
#define WAIT_FOREVER UINT32_MAX

enum thread_state {
    THREAD_READY, /**< running, or waiting for a CPU */
    THREAD_IDLE,  /**< an idle thread: as THREAD_READY, but in no queue; runs if no other thread can */
    THREAD_SLEEPING,
    THREAD_WAITING, /**< waiting for the object in wait_on */
    THREAD_SUSPENDED,
    THREAD_EXITED,
};

/** Threads waiting for one object, in order of priority, and of arrival within a priority. */
struct wait_queue {
    struct spoor_list threads;
};

#define WAIT_QUEUE_INIT(self)                                                                                \
    {                                                                                                        \
        SPOOR_LIST_INIT((self).threads)                                                                      \
    }

struct mutex;

/**
 * A thread. All members are private to the kernel; read them through the functions below. Members used by
 * switches and waits come first, in reach of short instructions.
 */
struct thread {
    struct spoor_list link; /**< node in the ready queue or a wait queue; otherwise undefined */
    uintptr_t sp;           /**< valid while it isn't running */
    struct spoor_list all;  /**< node in the list of all threads */
    const char *name;
    uint8_t state;      /**< enum thread_state; a wait sets this and the next three with one store */
    uint8_t ipc_state;  /**< enum ipc_state */
    int8_t wake_result; /**< result of the last wait: 0, -ETIMEDOUT … */
    bool waits_simply; /**< not suspended, and waits without a timeout, for no mutex and no end of a thread */
    uint8_t base_priority; /**< as set, without inheritance */
    uint8_t priority;      /**< with inheritance */
    uint8_t slice_ticks;   /**< ticks left in its time slice */
    bool suspended;        /**< suspended by thread_suspend(), even while it waits */
    uint8_t cpu;           /**< the CPU where it runs or last ran */
    uint8_t affinity;      /**< mask of allowed CPUs */
    bool on_cpu;           /**< with several CPUs: its registers are on a CPU, not on its stack */
    uint32_t switches;     /**< number of switches to it */
    uint64_t run_cycles;   /**< time on a CPU */
    uint8_t *stack;
    int error; /**< errno, valid while it isn't running */
    struct wait_queue *wait_on;
    struct mutex *wait_mutex;   /**< the mutex it waits for, for inheritance */
    struct thread *wait_thread; /**< the thread whose reply or end it waits for, for inheritance */
    struct spoor_list timeout;  /**< node in the queue of timeouts */
    void *msg;                  /**< the message or item that it sends, or the buffer to receive one */
    struct thread *partner;     /**< the receiver of its message, or the sender of the received message */
    struct wait_queue senders;  /**< threads whose messages it hasn't received yet */
    struct wait_queue callers;  /**< threads whose messages it has received, waiting for its reply */
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
    const char *name; /**< kept by reference; NULL is shown as "?" */
    void (*entry)(void *arg);
    void *arg;
    uint8_t priority; /**< THREAD_PRIORITY_MIN … THREAD_PRIORITY_MAX */
    uint8_t affinity; /**< mask of allowed CPUs; 0 means the creator's, at boot any */
    bool suspended;   /**< create it suspended */
    void *stack;      /**< must be 8-byte aligned; see THREAD_STACK() */
    size_t stack_bytes;
};

/** What recording a stack with an event takes of a thread's stack. */
#if CONFIG_TRACE && CONFIG_TRACE_STACKS
#define THREAD_UNWIND_BYTES ((SPOOR_UNWIND_BYTES + 7u) & ~7u)
#else
#define THREAD_UNWIND_BYTES 0u
#endif

/**
 * Size of a stack with room for `bytes` on the boards with the smallest contexts. Larger contexts and
 * THREAD_UNWIND_BYTES are added.
 */
#define THREAD_STACK_BYTES(bytes) ((((bytes) + 7u) & ~7u) + HAL_STACK_EXTRA_BYTES + THREAD_UNWIND_BYTES)

/** Define a stack with room for `bytes`, aligned as required by the ABI. Must be used at file scope. */
#define THREAD_STACK(name, bytes) static uint8_t name[THREAD_STACK_BYTES(bytes)] __attribute__((aligned(8)))

/**
 * Create a thread and make it ready.
 *
 * @return 0, or -EINVAL: priority out of range, null entry or stack, stack unaligned or smaller than
 * THREAD_STACK_MIN_BYTES, or an affinity without any CPU of the board
 *
 * Context: boot or thread.
 */
int thread_create(struct thread *t, const struct thread_attr *attr);

#define THREAD_STACK_MIN_BYTES THREAD_STACK_BYTES(192)

/** End the calling thread. After thread_join() the object and the stack may be reused. Context: thread. */
SPOOR_NORETURN void thread_exit(int code);

/**
 * Wait until `t` has exited.
 *
 * @param code  receives its exit code; may be NULL
 * @return 0, -ETIMEDOUT, or -EDEADLK if `t` is the caller
 *
 * Context: thread.
 */
int thread_join(struct thread *t, int *code, uint32_t timeout_ms);

/** Sleep for at least `ms`. Context: thread. */
void thread_sleep(uint32_t ms);

/** The release times of a periodic thread. */
struct thread_period {
    uint64_t next_tick; /**< of the current activation */
    uint32_t ticks;     /**< ticks between activations */
};

/**
 * Make the calling thread periodic, and start its first activation.
 *
 * @param deadline_ms  relative to each activation, for the trace; 0 for none
 *
 * Context: thread. The resolution is one tick: a shorter period is rounded up to one.
 */
void thread_period_begin(struct thread_period *p, uint32_t period_ms, uint32_t deadline_ms);

/**
 * End this activation, and sleep until the next. It starts one period after the start of this one, however
 * late this one was.
 *
 * @return whether the next activation is already due; the thread has then not slept
 *
 * Context: thread.
 */
bool thread_period_wait(struct thread_period *p);

/** Let other threads of the same priority run. Context: thread. */
void thread_yield(void);

/**
 * Suspend `t`, which may be the caller, until thread_resume(). If `t` runs on another CPU and the caller
 * may wait, it has stopped when this returns; otherwise it stops shortly afterwards. A thread that has
 * locked the scheduler stops when it unlocks it.
 *
 * @return 0, -ESRCH if it has exited, or -EPERM for an idle thread
 *
 * Context: any.
 */
int thread_suspend(struct thread *t);

/** Resume `t`. @return 0, or -EINVAL if it wasn't suspended. Context: any. */
int thread_resume(struct thread *t);

/** Set the base priority. @return 0, -EINVAL if out of range, or -EPERM for an idle thread. Context: any. */
int thread_set_priority(struct thread *t, unsigned priority);

/**
 * Restrict `t` to the CPUs in `mask`. When this returns, the caller itself is on one of them, unless it has
 * locked the scheduler. Another thread leaves a CPU that isn't allowed shortly afterwards.
 *
 * @return 0, -EINVAL if the mask has no CPU of the board, or -EPERM for an idle thread
 *
 * Context: thread.
 */
int thread_set_affinity(struct thread *t, unsigned mask);

/** @return the calling thread; in an interrupt, the interrupted thread. Context: any. */
struct thread *thread_self(void);

/**
 * @return whether the caller may wait: it is a thread, interrupts aren't masked, and the scheduler isn't
 * locked
 *
 * Context: any.
 */
bool thread_may_wait(void);

/** @return the thread's number, from 1 in order of creation; 0 without CONFIG_TRACE_EVENTS. Context: any. */
static inline uint32_t thread_id(const struct thread *t)
{
    return trace_thread_number(&t->trace);
}

/** @return the effective priority, with inheritance. Context: any. */
unsigned thread_priority(const struct thread *t);

/** A snapshot of one thread. */
struct thread_info {
    const struct thread *thread; /**< it may end at any time */
    const char *name;
    const char *state; /**< "running", "ready", "sleep", "wait", "suspend", "exited" */
    uint32_t id;       /**< see thread_id() */
    unsigned priority, base_priority, cpu;
    uint64_t run_cycles;
    uint32_t switches;
    size_t stack_bytes, stack_used_bytes; /**< stack_used_bytes is the high-water mark */
};

/**
 * Describe the `n`-th thread in order of creation, including idle threads but not exited ones.
 *
 * @return 0, or -ENOENT past the last thread
 *
 * Context: thread. Takes the kernel lock for one thread at a time.
 */
int thread_get_info(unsigned n, struct thread_info *info);

/**
 * Describe a thread as thread_get_info(), except for stack_used_bytes, which takes a walk over the unused
 * stack.
 */
int thread_get_brief(unsigned n, struct thread_info *info);

/** @return context switches since boot, on all CPUs or on one. Context: any. */
uint32_t sched_switch_count(void);
uint32_t sched_switch_count_of(unsigned cpu);

/**
 * Prevent preemption and migration of the calling thread. Calls nest. Interrupts are still served, and
 * other CPUs run other threads, so use a mutex for mutual exclusion.
 *
 * Context: thread.
 */
void sched_lock(void);

/** Undo one sched_lock(), and switch if a switch is pending. Context: thread. */
void sched_unlock(void);

SPOOR_EXTERN_C_END

#endif
