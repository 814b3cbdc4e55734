/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several threads, each a CPU for the profiler, visit the same points and blocks at once. Counts and sums
 * must be exact, and the thread sanitizer must not find data races.
 */
#include <pthread.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/trace.h>
#include <util/array_spread.h>
#include <spoor/trigger.h>

#define WORKERS 3 /* with the calling thread: CONFIG_CPUS */
#define VISITS  20000u

TRACE_POINT_DEF(shared_point);
TRACE_POINT_DEF(switched_point);
TRACE_BLOCK_DEF(shared);
TRACE_BLOCK_DEF(outer);
TRACE_BLOCK_DEF(switched);
TRACE_BLOCK_DEF(recorded);

static uint32_t actions_run;

static void note(const struct trace_trigger *w)
{
    (void)w;
    __atomic_add_fetch(&actions_run, 1, __ATOMIC_RELAXED);
}
TRACE_ACTION("note", note, "count in the test");

struct worker {
    pthread_t thread;
    unsigned cpu;
    void (*job)(unsigned cpu);
};

static pthread_barrier_t start;
static uint32_t running;

static void *work(void *arg)
{
    const struct worker *w = arg;

    port_thread_begin(w->cpu);
    pthread_barrier_wait(&start);
    w->job(w->cpu);
    trace_context_end(&port_thread_context);
    __atomic_sub_fetch(&running, 1, __ATOMIC_RELAXED);
    return (void *)(uintptr_t)port_thread_locks;
}

/* Run `job` on all CPUs but the caller's. Until they are done, run `meanwhile` repeatedly on the caller's
 * CPU. */
static void run_all(void (*job)(unsigned cpu), void (*meanwhile)(void))
{
    struct worker workers[WORKERS + 1] = {0};

    assert_int_equal(pthread_barrier_init(&start, NULL, WORKERS + 1), 0);
    running = WORKERS;
    for (unsigned i = 1; i <= WORKERS; i++) {
        workers[i].cpu = i;
        workers[i].job = job;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    pthread_barrier_wait(&start);
    while (meanwhile != NULL && __atomic_load_n(&running, __ATOMIC_RELAXED) != 0) {
        meanwhile();
    }
    for (unsigned i = 1; i <= WORKERS; i++) {
        void *locks_held;

        assert_int_equal(pthread_join(workers[i].thread, &locks_held), 0);
        assert_null(locks_held);
    }
    pthread_barrier_destroy(&start);
}

static int reset(void **state)
{
    (void)state;
    port_thread_begin(0);
    array_spread_foreach_ptr (p, trace_points) {
        trace_trigger_clear(p, NULL);
        trace_point_enable(p, true);
        trace_point_reset(p);
    }
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_trigger_clear(NULL, b);
        trace_block_enable(b, true);
        trace_block_reset(b);
    }
    actions_run = 0;
    return 0;
}

static struct trace_block_stats stats_of(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    return s;
}

static uint64_t histogram_sum(const struct trace_block *b)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < TRACE_HISTOGRAM_BUCKETS; i++) {
        sum += b->histogram[i];
    }
    return sum;
}

static void visit_points(unsigned cpu)
{
    (void)cpu;
    for (unsigned i = 0; i < VISITS; i++) {
        trace_point_set(&shared_point);
        trace_point("threads anonymous");
    }
}

static void points_count_every_visit_of_every_thread(void **state)
{
    (void)state;
    run_all(visit_points, NULL);
    assert_int_equal(trace_point_get_value(&shared_point), WORKERS * VISITS);
    assert_int_equal(trace_point_get_value(trace_point_find("threads anonymous")), WORKERS * VISITS);
}

static void visit_blocks(unsigned cpu)
{
    (void)cpu;
    for (unsigned i = 0; i < VISITS; i++) {
        trace_block_enter(&outer);
        trace_block_enter(&shared);
        trace_block_leave(&shared);
        {
            TRACE_BLOCK_SCOPE(&shared);
        }
        trace_block_leave(&outer);
    }
}

static void blocks_count_every_visit_and_keep_their_sums(void **state)
{
    (void)state;
    run_all(visit_blocks, NULL);
    struct trace_block_stats in = stats_of(&shared), out = stats_of(&outer);

    assert_int_equal(in.count, 2 * WORKERS * VISITS);
    assert_int_equal(out.count, WORKERS * VISITS);
    assert_int_equal(histogram_sum(&shared), in.count);
    assert_int_equal(in.unmatched_leave + in.unmatched_enter + out.unmatched_leave + out.unmatched_enter, 0);
    assert_true(in.min_ns <= in.avg_ns && in.avg_ns <= in.max_ns);
    /* No context was preempted, and `shared` takes all of the time inside `outer`. */
    assert_true(out.net_sum_ns == out.sum_ns);
    assert_true(out.sum_ns - out.self_sum_ns == in.sum_ns);
}

/* Each thread has its own duration, so that the sum and the extremes are known. */
#define SHORTEST 3u
static void record(unsigned cpu)
{
    for (unsigned i = 0; i < VISITS; i++) {
        trace_block_record(&recorded, SHORTEST << cpu);
    }
}

/* The statistics must be consistent: a sum that doesn't fit the count fails the test. */
static void read_recorded(void)
{
    struct trace_block_stats s = stats_of(&recorded);

    assert_true(s.sum_ns >= (uint64_t)s.count * (SHORTEST << 1));
    assert_true(s.sum_ns <= (uint64_t)s.count * (SHORTEST << WORKERS));
    assert_true(s.sum_ns % (SHORTEST << 1) == 0);
    (void)trace_block_diff(&recorded);
    (void)trace_point_get_value(&shared_point);
}

static void sums_are_exact_and_concurrent_reads_consistent(void **state)
{
    static const uint8_t buckets[] = {0, 6, 12, 20, 28}; /* buckets of 6, 12, 24 and 48 */
    uint64_t sum = 0;

    (void)state;
    run_all(record, read_recorded);
    for (unsigned cpu = 1; cpu <= WORKERS; cpu++) {
        sum += (uint64_t)VISITS * (SHORTEST << cpu);
        assert_int_equal(recorded.histogram[buckets[cpu]], VISITS);
    }
    struct trace_block_stats s = stats_of(&recorded);

    assert_int_equal(s.count, WORKERS * VISITS);
    assert_true(s.sum_ns == sum);
    assert_int_equal(s.min_ns, SHORTEST << 1);
    assert_int_equal(s.max_ns, SHORTEST << WORKERS);
}

static void mismatch(unsigned cpu)
{
    (void)cpu;
    trace_block_leave(&shared); /* not counted: the thread's first unmatched leave */
    for (unsigned i = 0; i < 1000; i++) {
        trace_block_leave(&shared);
    }
    trace_block_enter(&outer); /* still open when the thread ends */
}

static void mismatches_of_all_threads_are_counted(void **state)
{
    (void)state;
    trace_block_enable(&shared, false);
    trace_block_enable(&shared, true);
    run_all(mismatch, NULL);
    assert_int_equal(stats_of(&shared).unmatched_leave, WORKERS * 1000);
    assert_int_equal(stats_of(&outer).unmatched_enter, WORKERS);
    assert_int_equal(stats_of(&shared).count + stats_of(&outer).count, 0);
}

static void visit_switched(unsigned cpu)
{
    (void)cpu;
    for (unsigned i = 0; i < VISITS; i++) {
        trace_point_set(&switched_point);
        trace_block_enter(&switched);
        {
            TRACE_BLOCK_SCOPE(&switched);
        }
        trace_block_leave(&switched);
        trace_point_set(&shared_point);
    }
}

static void switch_off_and_on(void)
{
    static bool on;

    on = !on;
    trace_point_enable(&switched_point, on);
    trace_block_enable(&switched, on);
}

static void concurrent_switching_adds_no_visits_and_does_not_affect_others(void **state)
{
    (void)state;
    run_all(visit_switched, switch_off_and_on);
    struct trace_block_stats s = stats_of(&switched);

    assert_in_range(trace_point_get_value(&switched_point), 0, WORKERS * VISITS);
    assert_in_range(s.count, 0, 2 * WORKERS * VISITS);
    assert_int_equal(histogram_sum(&switched), s.count);
    assert_int_equal(s.unmatched_enter, 0);
    assert_int_equal(trace_point_get_value(&shared_point), WORKERS * VISITS);
}

static void watch(struct trace_point *p, struct trace_block *b, const char *condition)
{
    struct trace_condition c;
    const char *complaint;

    assert_int_equal(trace_condition_parse(condition, &c, &complaint), 0);
    assert_int_equal(trace_trigger_set(p, b, &c, trace_action_find("note")), 0);
}

static void visit_points_and_record(unsigned cpu)
{
    for (unsigned i = 0; i < VISITS; i++) {
        trace_point_set(&shared_point);
        trace_block_record(&recorded, SHORTEST << cpu);
    }
}

static void a_condition_fires_once_from_any_thread(void **state)
{
    (void)state;
    watch(&shared_point, NULL, "count>=1000");
    watch(&shared_point, NULL, "count==2000"); /* evaluated by the thread that changed the count, even if
                                                  others visit at the same time */
    watch(NULL, &recorded, "count>=1000");
    watch(NULL, &recorded, "count==2000");
    run_all(visit_points_and_record, NULL);
    assert_int_equal(actions_run, 4);
    assert_int_equal(trace_point_get_value(&shared_point), WORKERS * VISITS);
    assert_int_equal(stats_of(&recorded).count, WORKERS * VISITS);
}

static void a_condition_on_each_visit_fires_at_each(void **state)
{
    (void)state;
    watch(NULL, &recorded, "last>7ns"); /* true for all threads but the first */
    run_all(visit_points_and_record, NULL);
    assert_int_equal(actions_run, (WORKERS - 1) * VISITS);
}

/* Set conditions that are never true, in an entry that also held one that is always true. */
static void set_and_clear(void)
{
    watch(&shared_point, NULL, "count>4000000");
    watch(NULL, &recorded, "last>1s");
    trace_trigger_clear(&shared_point, NULL);
    trace_trigger_clear(NULL, &recorded);
    watch(NULL, &outer, "last>=0ns");
    watch(&switched_point, NULL, "count>=0");
    trace_trigger_clear(NULL, &outer);
    trace_trigger_clear(&switched_point, NULL);
}

static void conditions_may_be_set_and_cleared_concurrently(void **state)
{
    (void)state;
    run_all(visit_points_and_record, set_and_clear);
    assert_int_equal(actions_run, 0);
    assert_int_equal(trace_point_get_value(&shared_point), WORKERS * VISITS);
    assert_int_equal(stats_of(&recorded).count, WORKERS * VISITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(points_count_every_visit_of_every_thread, reset),
        cmocka_unit_test_setup(blocks_count_every_visit_and_keep_their_sums, reset),
        cmocka_unit_test_setup(sums_are_exact_and_concurrent_reads_consistent, reset),
        cmocka_unit_test_setup(mismatches_of_all_threads_are_counted, reset),
        cmocka_unit_test_setup(concurrent_switching_adds_no_visits_and_does_not_affect_others, reset),
        cmocka_unit_test_setup(a_condition_fires_once_from_any_thread, reset),
        cmocka_unit_test_setup(a_condition_on_each_visit_fires_at_each, reset),
        cmocka_unit_test_setup(conditions_may_be_set_and_cleared_concurrently, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
