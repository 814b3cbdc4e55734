/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Port to Zephyr. Switches, waits and wake-ups are reported by the trace macros that this module's
 * <zephyr/tracing/tracing.h> extends. Interrupts and the end of a thread are hooked by the linker's --wrap.
 * The drain thread is here, too.
 */
#include <zephyr/kernel.h>
#include <zephyr/kernel_structs.h>
#include <zephyr/tracing/tracing.h>
#include <string.h>
#include "spoor_port.h"

#if CONFIG_TRACE

/* Zephyr's priorities may be negative; those of the stream start at 0. */
#define NUMBER_OF(priority) ((unsigned)((priority) + 128))

SPOOR_PORT_PRIORITY_RANGE(NUMBER_OF(K_LOWEST_THREAD_PRIO), NUMBER_OF(K_HIGHEST_THREAD_PRIO));

#if defined(CONFIG_SMP)
/* The scheduler's lock, declared in the kernel's private kswap.h. */
extern struct k_spinlock _sched_spinlock;

static inline uint32_t lock_kernel(void)
{
    return (uint32_t)k_spin_lock(&_sched_spinlock).key;
}

static inline void unlock_kernel(uint32_t key)
{
    k_spin_unlock(&_sched_spinlock, (k_spinlock_key_t){.key = (int)key});
}
#define SPOOR_KERNEL_LOCK()        lock_kernel()
#define SPOOR_KERNEL_UNLOCK(state) unlock_kernel(state)
#define SPOOR_SWITCH_HOOK_UNLOCKED
#endif

#include "../spoor_tasks.h"
#if !defined(CONFIG_TRACING) || !defined(CONFIG_TRACING_ISR)
#error "spoor: set CONFIG_TRACING=y, which CONFIG_SPOOR does, and leave CONFIG_TRACING_ISR=y, its default"
#endif
#if !defined(SPOOR_ZEPHYR_TRACING_H)
#error "spoor: zephyr/include of the module isn't before Zephyr's own include: its hooks are missing"
#endif

uint32_t spoor_port_cycles_hz(void)
{
#ifdef SPOOR_CYCLES_HZ
    return (uint32_t)(SPOOR_CYCLES_HZ);
#else
    return (uint32_t)sys_clock_hw_cycles_per_sec();
#endif
}

/* ------------------------------------------------------------------ threads */

static const char *name_of(struct k_thread *thread)
{
    const char *name = k_thread_name_get(thread);

    return name != NULL && name[0] != '\0' ? name : "?";
}

/* A thread gets its context at its first hook: main and idle run before any other hook. */
__attribute__((noinline)) static struct spoor_task *find_or_make(struct k_thread *thread)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    if (t == NULL) {
        t = spoor_task_create(thread, NUMBER_OF(thread->base.prio), name_of(thread),
                              strncmp(name_of(thread), "idle", 4) == 0);
    }
    return t;
}

/* Fast path: most threads are in the first entry that is searched. */
static inline struct spoor_task *task_of(struct k_thread *thread)
{
    struct spoor_task *t = &spoor_tasks[spoor_task_place(thread)];

    return t->handle == thread ? t : find_or_make(thread);
}

#if CONFIG_TRACE_STACKS

void spoor_port_stack(const struct trace_thread *t, struct spoor_stack *stack)
{
    if (!spoor_is_first(t) && !spoor_is_other(spoor_task_of(t))) {
        const struct k_thread *thread = spoor_task_of(t)->handle;

        stack->begin = (uint32_t)thread->stack_info.start;
        stack->end = stack->begin + thread->stack_info.size;
    }
}

#endif

void spoor_zephyr_in(void)
{
    spoor_task_switch(task_of(_current));
}

/* Every thread ends through this function, even if its entry function returns. */
void __real_z_impl_k_thread_abort(struct k_thread *thread);
void __wrap_z_impl_k_thread_abort(struct k_thread *thread);
void __wrap_z_impl_k_thread_abort(struct k_thread *thread)
{
    uint32_t state = spoor_port_lock();

    spoor_task_delete(spoor_task_find(thread, thread));
    spoor_port_unlock(state);
    __real_z_impl_k_thread_abort(thread);
#if CONFIG_CPUS > 1
    /* The thread may have run once more on another CPU, and got a new context. */
    struct spoor_task *again = spoor_task_find(thread, thread);

    if (again != NULL && (thread->base.thread_state & _THREAD_DEAD) != 0) {
        spoor_task_delete(again);
    }
#endif
}

/* ------------------------------------------------------------------ interrupts */

/* If a tracing format is selected, it defines these functions. */
void __real_sys_trace_isr_enter(void);
void __real_sys_trace_isr_exit(void);
void __wrap_sys_trace_isr_enter(void);
void __wrap_sys_trace_isr_exit(void);

void __wrap_sys_trace_isr_enter(void)
{
    spoor_isr_enter();
#if !defined(CONFIG_TRACING_NONE)
    __real_sys_trace_isr_enter();
#endif
}

void __wrap_sys_trace_isr_exit(void)
{
#if !defined(CONFIG_TRACING_NONE)
    __real_sys_trace_isr_exit();
#endif
    spoor_isr_exit();
}

/* Before 4.x SysTick's vector points to this function directly, and no hook is called. */
#if defined(SPOOR_ZEPHYR_WRAP_CLOCK)
void __real_sys_clock_isr(void *unused);
void __wrap_sys_clock_isr(void *unused);
void __wrap_sys_clock_isr(void *unused)
{
    __wrap_sys_trace_isr_enter();
    __real_sys_clock_isr(unused);
    __wrap_sys_trace_isr_exit();
}
#endif

void spoor_port_sleep(uint32_t ms)
{
    if (k_is_pre_kernel()) {
        spoor_tick();
    } else {
        (void)k_msleep(ms != 0 ? (int32_t)ms : 1);
    }
}

#if CONFIG_TRACE_EVENTS

/* ------------------------------------------------------------------ waits */

#ifdef _THREAD_SLEEPING
#define SLEEPS(thread, state) (((state)&_THREAD_SLEEPING) != 0)
#else /* in this case a sleeping thread is suspended and has a timeout */
#define SLEEPS(thread, state) (((state)&_THREAD_SUSPENDED) != 0 && (thread)->base.timeout.node.next != NULL)
#endif

/*
 * The thread's state gives the reason why it is switched out and the object on which it pends. It also shows
 * whether an interrupt has made the thread ready again meanwhile. The idle thread is in no ready queue, and
 * its wake-up isn't reported, so it is recorded as preempted.
 */
void spoor_zephyr_out(void)
{
    struct trace_thread *t = spoor_running();
    const struct k_thread *thread = _current;
    unsigned state = thread->base.thread_state;

    if (spoor_is_first(t) || spoor_is_other(spoor_task_of(t)) || t->context.interrupted != NULL ||
        t->left == TRACE_LEFT_EXITED) {
        return;
    }
    if ((state & _THREAD_PENDING) != 0) {
        if (t->left < TRACE_LEFT_MUTEX) {
            spoor_task_waits(TRACE_LEFT_SEM, thread->base.pended_on);
            trace_event(sync_wait, (uintptr_t)thread->base.pended_on, SPOOR_ZEPHYR_SEM);
        }
    } else if ((state & _THREAD_SUSPENDED) != 0 && t->left == TRACE_LEFT_SUSPENDED) {
        spoor_task_waits(TRACE_LEFT_SUSPENDED, NULL);
    } else if (SLEEPS(thread, state)) {
        spoor_task_waits(TRACE_LEFT_SLEEP, NULL);
    } else {
        trace_thread_leaves(t, TRACE_LEFT_PREEMPTED);
    }
}

/* Called when the kernel is about to pend the running thread. */
void spoor_zephyr_waits(const void *object, enum spoor_zephyr_kind kind)
{
    uint32_t holder = 0;

    if (kind == SPOOR_ZEPHYR_MUTEX && ((const struct k_mutex *)object)->owner != NULL) {
        holder = trace_thread_number(&task_of(((const struct k_mutex *)object)->owner)->trace);
    }
    spoor_task_waits((enum trace_left)(TRACE_LEFT_MUTEX + kind), object);
    trace_event(sync_wait, (uintptr_t)object, holder << 2 | kind);
}

/* If a wait times out, the return value is still the initial one, -EAGAIN. */
void spoor_zephyr_ready(struct k_thread *thread)
{
#if defined(CONFIG_USE_SWITCH)
    spoor_task_ready(task_of(thread), thread->swap_retval == -EAGAIN);
#else
    spoor_task_ready(task_of(thread), thread->arch.swap_return_value == (uint32_t)-EAGAIN);
#endif
}

void spoor_zephyr_suspends(struct k_thread *thread)
{
    struct spoor_task *t = task_of(thread);

    if (!spoor_is_other(t)) {
        trace_thread_leaves(&t->trace, TRACE_LEFT_SUSPENDED);
    }
}

void spoor_zephyr_named(struct k_thread *thread)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    if (t != NULL) {
        t->name = name_of(thread);
        trace_hook_thread_named(&t->trace, t->priority, t->name);
    }
}

void spoor_zephyr_priority(struct k_thread *thread, int priority)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    if (t != NULL) {
        t->priority = (uint8_t)NUMBER_OF(priority);
        trace_event(priority_set, trace_thread_number(&t->trace), t->priority);
    }
}

/* ------------------------------------------------------------------ the drain */

SPOOR_STATIC_ASSERT(
    SPOOR_DRAIN_PRIORITY < K_LOWEST_THREAD_PRIO,
    "CONFIG_SPOOR_DRAIN_PRIORITY must be below CONFIG_NUM_PREEMPT_PRIORITIES, the idle thread's priority");

static K_SEM_DEFINE(wake, 0, 1);
static K_MUTEX_DEFINE(stepping);
static K_THREAD_STACK_DEFINE(stack, CONFIG_TRACE_DAEMON_STACK_BYTES);
static struct k_thread drain;

static void tick(struct k_timer *ticker);
static K_TIMER_DEFINE(ticker, tick, NULL);

#define TICK_QUIET_MS 4
#define TICK_BUSY_MS  1
#define QUIET_TICKS   8

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/*
 * The profiler's own tick, because a tickless kernel has no regular one. Its period follows the rate at which
 * sub-buffers fill up, so that a ring of default size loses nothing.
 */
static void tick(struct k_timer *self)
{
    static uint32_t before, period_ms, quiet;
    uint32_t wanted_ms = SPOOR_TICK_MS, closed = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        closed += trace_rings[cpu].closed;
    }
    quiet = closed != before ? 0 : quiet + 1;
    before = closed;
    spoor_tick();
    if (trace_rings_streamed) {
        wanted_ms = least(wanted_ms, quiet < QUIET_TICKS ? TICK_BUSY_MS : TICK_QUIET_MS);
    }
    if (wanted_ms != period_ms) {
        period_ms = wanted_ms;
        k_timer_start(self, K_MSEC(wanted_ms), K_MSEC(wanted_ms));
    }
}

uint32_t spoor_port_tick_hz(void)
{
    return 1000 / SPOOR_TICK_MS;
}

void spoor_port_wake_drain(void)
{
    k_sem_give(&wake);
}

bool spoor_port_wait_to_drain(uint32_t ms)
{
    return k_sem_take(&wake, ms == SPOOR_PORT_WAIT_FOREVER ? K_FOREVER : K_MSEC(ms)) == 0;
}

void spoor_port_wait_for_tick(void)
{
    spoor_tick();
    spoor_port_sleep(1);
    spoor_tick();
}

void spoor_port_lock_drain(void)
{
    if (!k_is_pre_kernel()) {
        (void)k_mutex_lock(&stepping, K_FOREVER);
    }
}

void spoor_port_unlock_drain(void)
{
    if (!k_is_pre_kernel()) {
        (void)k_mutex_unlock(&stepping);
    }
}

static void drain_thread(void *a, void *b, void *c)
{
    (void)a;
    (void)b;
    (void)c;
    spoor_drain();
}

const char *spoor_port_start(void)
{
    static bool made;

    spoor_task_describe_first();
    if (!made) {
        made = true;
        k_tid_t id = k_thread_create(&drain, stack, K_THREAD_STACK_SIZEOF(stack), drain_thread, NULL, NULL,
                                     NULL, SPOOR_DRAIN_PRIORITY, 0, K_NO_WAIT);

        (void)k_thread_name_set(id, "trace");
        k_timer_start(&ticker, K_MSEC(SPOOR_TICK_MS), K_MSEC(SPOOR_TICK_MS));
    }
    return NULL;
}

#else

void spoor_zephyr_out(void)
{
}

void spoor_zephyr_waits(const void *object, enum spoor_zephyr_kind kind)
{
    (void)object;
    (void)kind;
}

void spoor_zephyr_ready(struct k_thread *thread)
{
    (void)thread;
}

void spoor_zephyr_suspends(struct k_thread *thread)
{
    (void)thread;
}

void spoor_zephyr_named(struct k_thread *thread)
{
    (void)thread;
}

void spoor_zephyr_priority(struct k_thread *thread, int priority)
{
    (void)thread;
    (void)priority;
}

const char *spoor_port_start(void)
{
    return NULL;
}

#endif

/* ------------------------------------------------------------------ the shell */

#if defined(CONFIG_SHELL) && CONFIG_TRACE_SHELL

#include <zephyr/shell/shell.h>

static const struct shell *terminal;

static void out(const char *text, size_t n)
{
    shell_fprintf(terminal, SHELL_NORMAL, "%.*s", (int)n, text);
}

/* `spoor trace_blocks -s` runs the line after "spoor". */
static int run(const struct shell *shell, size_t argc, char **argv)
{
    char line[CONFIG_SHELL_LINE_BYTES] = "";

    for (size_t i = 1; i < argc; i++) {
        if (strlen(line) + strlen(argv[i]) + 4 > sizeof line) {
            return -E2BIG;
        }
        strcat(strcat(strcat(strcat(line, i > 1 ? " " : ""), "\""), argv[i]), "\"");
    }
    terminal = shell;
    return spoor_shell_line(argc > 1 ? line : "help", out);
}

#define AS_COMMAND(name)                                                                                     \
    static int run_##name(const struct shell *shell, size_t argc, char **argv)                               \
    {                                                                                                        \
        char *words[SPOOR_SHELL_WORDS];                                                                      \
        size_t n = argc < SPOOR_SHELL_WORDS - 1 ? argc : SPOOR_SHELL_WORDS - 1;                              \
                                                                                                             \
        words[0] = argv[0];                                                                                  \
        memcpy(words + 1, argv, n * sizeof words[0]);                                                        \
        return run(shell, n + 1, words);                                                                     \
    }

AS_COMMAND(points)
AS_COMMAND(blocks)
AS_COMMAND(events)
AS_COMMAND(stream)

SHELL_STATIC_SUBCMD_SET_CREATE(
    spoor_commands, SHELL_CMD_ARG(trace_points, NULL, "counters", run_points, 1, SPOOR_SHELL_WORDS),
    SHELL_CMD_ARG(trace_blocks, NULL, "timings", run_blocks, 1, SPOOR_SHELL_WORDS),
    SHELL_CMD_ARG(trace_events, NULL, "events", run_events, 1, SPOOR_SHELL_WORDS),
    SHELL_CMD_ARG(trace_stream, NULL, "the stream", run_stream, 1, SPOOR_SHELL_WORDS), SHELL_SUBCMD_SET_END);
SHELL_CMD_REGISTER(spoor, &spoor_commands, "counters, timings and events", run);

#endif
#endif
