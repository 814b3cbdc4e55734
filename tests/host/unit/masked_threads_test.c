/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several threads, each a CPU for the profiler, have masked sections, while another one reads and resets the
 * numbers of all. A read must get the caller and the length of one section, and the thread sanitizer must not
 * find data races.
 */
#include <pthread.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/masked.h>
#include <spoor/port/port.h>

#define WORKERS  3 /* with the calling thread: CONFIG_CPUS */
#define SECTIONS 300000u
#define LONGER   64 /* sections in a row, of which each is longer than the one before */

static pthread_barrier_t start;
static uint32_t running = WORKERS;

/* The length of each section that became the longest, by its caller; 0: not known. */
static uint32_t lengths[WORKERS + 1][SECTIONS + 1];

/* A read of the worker's CPU. Its own last section is the longest, unless it was reset. */
static void note_length(unsigned cpu, uint32_t section)
{
    struct trace_masked m;

    trace_masked_get(cpu, &m);
    if (m.caller == section) {
        lengths[cpu][section] = m.cycles;
    }
}

static void *work(void *arg)
{
    unsigned cpu = (unsigned)(uintptr_t)arg;

    port_thread_begin(cpu);
    pthread_barrier_wait(&start);
    for (uint32_t n = 1; n <= SECTIONS; n++) {
        spoor_masked_begin_by(n);
        for (volatile uint32_t i = 0; i < n % LONGER * 10; i++) {
        }
        spoor_masked_end();
        note_length(cpu, n);
        if (n % LONGER == LONGER - 1 && cpu == 1) {
            trace_masked_reset();
        }
    }
    __atomic_sub_fetch(&running, 1, __ATOMIC_RELAXED);
    return NULL;
}

static struct {
    unsigned cpu;
    uint32_t caller, cycles;
} reads[1000000];

static void a_read_gets_the_caller_and_the_length_of_one_section(void **state)
{
    pthread_t workers[WORKERS + 1];
    unsigned count = 0, known = 0, torn = 0;

    (void)state;
    port_thread_begin(0);
    assert_int_equal(pthread_barrier_init(&start, NULL, WORKERS + 1), 0);
    for (uintptr_t cpu = 1; cpu <= WORKERS; cpu++) {
        assert_int_equal(pthread_create(&workers[cpu], NULL, work, (void *)cpu), 0);
    }
    pthread_barrier_wait(&start);
    for (unsigned n = 0; __atomic_load_n(&running, __ATOMIC_RELAXED) != 0; n++) {
        struct trace_masked m;
        unsigned cpu = 1 + n % WORKERS;

        trace_masked_get(cpu, &m);
        if (m.cycles == 0) {
            torn += m.caller != 0;
        } else if (count < sizeof reads / sizeof reads[0] &&
                   (count < WORKERS || reads[count - WORKERS].caller != m.caller)) {
            reads[count].cpu = cpu;
            reads[count].caller = (uint32_t)m.caller;
            reads[count++].cycles = m.cycles;
        }
    }
    for (unsigned cpu = 1; cpu <= WORKERS; cpu++) {
        assert_int_equal(pthread_join(workers[cpu], NULL), 0);
    }
    assert_int_equal(torn, 0);
    for (unsigned n = 0; n < count; n++) {
        uint32_t length = lengths[reads[n].cpu][reads[n].caller];

        if (length != 0) {
            assert_int_equal(reads[n].cycles, length);
            known++;
        }
    }
    assert_true(known > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_gets_the_caller_and_the_length_of_one_section)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
