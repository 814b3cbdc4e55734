/* SPDX-License-Identifier: BSD-2-Clause */
/* The time that a child process waits for a CPU: counted if two share a CPU, not counted while one sleeps. */
#define _GNU_SOURCE
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include <record/starved.h>

static pid_t child(int cpu, bool works)
{
    pid_t pid = fork();
    cpu_set_t one;

    if (pid != 0) {
        return pid;
    }
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    (void)sched_setaffinity(0, sizeof one, &one);
    while (works) {
    }
    (void)pause();
    _exit(0);
}

static void end(pid_t pid)
{
    (void)kill(pid, SIGKILL);
    (void)waitpid(pid, NULL, 0);
}

static void two_children_on_one_cpu_wait(void **state)
{
    int cpu = sched_getcpu();
    pid_t a = child(cpu, true), b = child(cpu, true), sleeper = child(cpu, false);
    uint64_t both = 0;

    (void)state;
    for (unsigned n = 0; n < 100 && both < 100; n++) {
        (void)usleep(50000);
        both = starved_ms(a) + starved_ms(b);
    }
    uint64_t asleep = starved_ms(sleeper);

    end(a);
    end(b);
    end(sleeper);
    if (access("/proc/self/schedstat", R_OK) != 0) {
        skip();
    }
    assert_true(both >= 100);
    assert_true(asleep < both);
}

static void a_sleeping_child_does_not_wait(void **state)
{
    (void)state;
    assert_int_equal(starved_ms(0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_children_on_one_cpu_wait),
                                       cmocka_unit_test(a_sleeping_child_does_not_wait)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
