/* SPDX-License-Identifier: BSD-2-Clause */
/* Results from CPU 0, one line each, while all the other CPUs print comments. */
#include <stdio.h>
#include <string.h>
#include <services/console.h>
#include <kernel/main.h>
#include <kernel/panic.h>
#include <kernel/thread.h>

#define RESULTS       50
#define COMMENT_BYTES 1000

static struct thread others[CONFIG_CPUS];
static uint8_t stacks[CONFIG_CPUS][THREAD_STACK_BYTES(1024)] __attribute__((aligned(8)));
static volatile bool stop;

/* Long, so that a result that doesn't wait is printed into the middle of a comment. */
static void chatter(void *arg)
{
    static char comment[COMMENT_BYTES];

    memset(comment, '-', sizeof comment);
    memcpy(comment, "# ", 2);
    comment[sizeof comment - 1] = '\n';
    while (!stop) {
        console_write(comment, sizeof comment);
        printf("# a comment from CPU %u, through stdio\n", (unsigned)(uintptr_t)arg);
    }
}

int main(void)
{
    thread_set_affinity(thread_self(), 1);
    printf("1..%d\n", RESULTS);
    for (unsigned cpu = 1; cpu < CONFIG_CPUS; cpu++) {
        const struct thread_attr attr = {
            .name = "chatter",
            .entry = chatter,
            .arg = (void *)(uintptr_t)cpu,
            .priority = CONFIG_MAIN_PRIORITY,
            .affinity = (uint8_t)(1u << cpu),
            .stack = stacks[cpu],
            .stack_bytes = sizeof stacks[cpu],
        };

        if (thread_create(&others[cpu], &attr) != 0) {
            panic("no thread for CPU %u", cpu);
        }
    }
    for (int i = 1; i <= RESULTS; i++) {
        printf("ok %d this line is intact\n", i);
    }
    stop = true;
    for (unsigned cpu = 1; cpu < CONFIG_CPUS; cpu++) {
        thread_join(&others[cpu], NULL, WAIT_FOREVER);
    }
    kernel_exit(0);
}
