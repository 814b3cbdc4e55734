/* SPDX-License-Identifier: BSD-2-Clause */
/* Zephyr's timer (the port uses one), its tracing functions, and a shell with one command. */
#include <stdarg.h>
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/shell/shell.h>
#include <zephyr/tracing/tracing.h>
#include "../loop/product.h"

static struct k_timer *started;

void k_timer_start(struct k_timer *timer, k_timeout_t first, k_timeout_t every)
{
    timer->left = first;
    timer->every = every;
    started = timer;
}

void standin_timers(void)
{
    if (started != NULL && --started->left == 0) {
        started->left = started->every;
        started->function(started);
    }
}

/* As without a tracing format. */
void sys_trace_isr_enter(void)
{
}

void sys_trace_isr_exit(void)
{
}

void z_impl_k_thread_abort(struct k_thread *thread)
{
    thread->base.thread_state = _THREAD_DEAD;
}

void shell_fprintf(const struct shell *shell, int color, const char *format, ...)
{
    va_list args;

    (void)shell;
    (void)color;
    va_start(args, format);
    int n = va_arg(args, int);
    const char *text = va_arg(args, const char *);

    va_end(args);
    while (n-- > 0) {
        product_put(0, *text++);
    }
}

/* Run a line. Its first word must be "spoor"; the second may be a subcommand. */
int standin_shell(char *line)
{
    char *argv[16];
    size_t argc = 0;

    for (char *word = strtok(line, " "); word != NULL && argc < 15; word = strtok(NULL, " ")) {
        argv[argc++] = word;
    }
    argv[argc] = NULL;
    for (const struct shell_static_entry *e = standin_command.subcmd; argc > 1 && e->syntax != NULL; e++) {
        if (strcmp(e->syntax, argv[1]) == 0) {
            return e->handler(NULL, argc - 1, argv + 1);
        }
    }
    return standin_command.handler(NULL, argc, argv);
}
