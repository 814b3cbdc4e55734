/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Zephyr's user tracing (CONFIG_TRACING_USER): its functions at switches, waits and interrupts, the thread
 * that drains the rings, and how it waits. On one CPU.
 */
#include <zephyr/kernel.h>
#include <zephyr/init.h>
#include <string.h>
#include "spoor_port.h"

#if CONFIG_TRACE

/* Priorities of Zephyr go below 0; the stream's are from 0. */
#define NUMBER_OF(priority) ((unsigned)((priority) + 128))

SPOOR_PORT_PRIORITY_RANGE(NUMBER_OF(K_LOWEST_THREAD_PRIO), NUMBER_OF(K_HIGHEST_THREAD_PRIO));

#include "../spoor_tasks.h"

#if defined(CONFIG_SMP)
#error "spoor: Zephyr with CONFIG_SMP isn't supported: one running context"
#endif
#if !defined(CONFIG_TRACING_USER)
#error "spoor: set CONFIG_TRACING=y and CONFIG_TRACING_USER=y, which CONFIG_SPOOR does"
#endif

#ifndef SPOOR_CYCLES_HZ
#define SPOOR_CYCLES_HZ CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC
#endif

/* Zephyr's, defined weakly by its tracing. */
void sys_trace_thread_create_user(struct k_thread *thread);
void sys_trace_thread_abort_user(struct k_thread *thread);
void sys_trace_thread_name_set_user(struct k_thread *thread);
void sys_trace_thread_switched_in_user(struct k_thread *thread);
void sys_trace_thread_switched_out_user(struct k_thread *thread);
void sys_trace_thread_suspend_user(struct k_thread *thread);
void sys_trace_thread_sched_ready_user(struct k_thread *thread);
void sys_trace_thread_pend_user(struct k_thread *thread);
void sys_trace_thread_priority_set_user(struct k_thread *thread, int priority);
void sys_trace_isr_enter_user(int nested);
void sys_trace_isr_exit_user(int nested);
void sys_trace_idle_user(void);

uint32_t spoor_port_cycles_hz(void)
{
    return (uint32_t)(SPOOR_CYCLES_HZ);
}

/* ------------------------------------------------------------------ threads */

static const char *name_of(struct k_thread *thread)
{
    const char *name = k_thread_name_get(thread);

    return name != NULL && name[0] != '\0' ? name : "?";
}

/* A thread may run before it was announced: main, idle. */
static unsigned priority_of(struct k_thread *thread)
{
    return NUMBER_OF(k_thread_priority_get(thread));
}

static struct spoor_task *task_of(struct k_thread *thread)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    return t != NULL ? t
                     : spoor_task_create(thread, priority_of(thread), name_of(thread),
                                         strncmp(name_of(thread), "idle", 4) == 0);
}

void sys_trace_thread_create_user(struct k_thread *thread)
{
    uint32_t state = spoor_port_lock();

    (void)task_of(thread);
    spoor_port_unlock(state);
}

void sys_trace_thread_abort_user(struct k_thread *thread)
{
    uint32_t state = spoor_port_lock();

    spoor_task_delete(spoor_task_find(thread, thread));
    spoor_port_unlock(state);
}

void sys_trace_thread_switched_in_user(struct k_thread *thread)
{
    spoor_task_switch(task_of(thread));
}

/* Its time ends when the next one comes in. One that sleeps isn't announced: it isn't among the ready ones.
 */
void sys_trace_thread_switched_out_user(struct k_thread *thread)
{
#if CONFIG_TRACE_EVENTS
    struct trace_thread *t = spoor_running();

    if (t->left == TRACE_LEFT_PREEMPTED && (thread->base.thread_state & _THREAD_QUEUED) == 0 &&
        t != &spoor_first) {
        trace_thread_leaves(t, TRACE_LEFT_SLEEP);
    }
#else
    (void)thread;
#endif
}

void sys_trace_isr_enter_user(int nested)
{
    (void)nested;
    spoor_isr_enter();
}

void sys_trace_isr_exit_user(int nested)
{
    (void)nested;
    spoor_isr_exit();
}

void spoor_port_sleep(uint32_t ms)
{
    if (k_is_pre_kernel()) {
        spoor_tick();
    } else {
        (void)k_msleep(ms != 0 ? (int32_t)ms : 1);
    }
}

#if CONFIG_TRACE_EVENTS

void sys_trace_thread_name_set_user(struct k_thread *thread)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    if (t != NULL) {
        t->name = name_of(thread);
        trace_hook_thread_named(&t->trace, t->priority, t->name);
    }
}

void sys_trace_thread_suspend_user(struct k_thread *thread)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    if (t != NULL) {
        trace_thread_leaves(&t->trace, TRACE_LEFT_SUSPENDED);
    }
}

/* Zephyr doesn't say which object a thread waits for; its address is that of the queue in which it waits. */
void sys_trace_thread_pend_user(struct k_thread *thread)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    if (t != NULL) {
        t->object = thread->base.pended_on;
        trace_thread_leaves(&t->trace, t->object != NULL ? TRACE_LEFT_SEM : TRACE_LEFT_SLEEP);
    }
}

void sys_trace_thread_sched_ready_user(struct k_thread *thread)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    if (t != NULL) {
        spoor_task_ready(t, spoor_isr_line() == 15);
    }
}

void sys_trace_thread_priority_set_user(struct k_thread *thread, int priority)
{
    struct spoor_task *t = spoor_task_find(thread, thread);

    if (t != NULL) {
        t->priority = (uint8_t)NUMBER_OF(priority);
        trace_event(priority_set, trace_thread_number(&t->trace), t->priority);
    }
}

void sys_trace_idle_user(void)
{
}

/* ------------------------------------------------------------------ the drain */

static K_SEM_DEFINE(wake, 0, 1);
static K_MUTEX_DEFINE(stepping);
static K_THREAD_STACK_DEFINE(stack, CONFIG_TRACE_DAEMON_STACK_BYTES);
static struct k_thread drain;

/* Every tick of the drain's own, for want of a hook: a tickless kernel has none. */
static void tick(struct k_timer *unused)
{
    (void)unused;
    spoor_tick();
}

static K_TIMER_DEFINE(ticker, tick, NULL);

/* With a tickless kernel ticks come by the timer, or late: each record then looks at the time. */
uint32_t spoor_port_tick_hz(void)
{
    return 0;
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

const char *spoor_port_start(void)
{
    return NULL;
}

#endif

/* ------------------------------------------------------------------ the shell */

#if defined(CONFIG_SHELL)

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
