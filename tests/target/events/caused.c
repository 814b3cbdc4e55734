/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's events, counted where they are caused. On each CPU, a client and a partner run rounds with a
 * known number of events. The partner has the higher priority on the same CPU, so it runs until it blocks.
 * The main thread adds sleeps, allocations and a timer on CPU 0. Every event caused must have been read or
 * counted as lost, exactly, for each CPU and event. decoded.check compares the streamed events with lines of
 * the form
 *
 *     # emitted CPU ID NAME COUNT
 */
#include <stdlib.h>
#include <string.h>
#include <spoor/port/atomic.h>
#include <hal/cpu.h>
#include <kernel/ipc.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <kernel/timer.h>
#include <spoor/event.h>
#include <spoor/service.h>
#include <spoor/stream.h>
#include <test/test.h>
#include "walk.h"

enum { WAKE, NEW, END, PRIORITY, SENT, RECEIVED, REPLIED, WAIT, GIVE, EXPIRED, ALLOC, FREE, KINDS };

static const char *const names[KINDS] = {
    "sched_wake",  "thread_new", "thread_end", "priority_set",  "ipc_sent",  "ipc_received",
    "ipc_replied", "sync_wait",  "sync_give",  "timer_expired", "mem_alloc", "mem_free",
};

static volatile uint32_t caused[CONFIG_CPUS][KINDS];
static struct trace_client client;

/* Count `n` events of a kind on the current CPU. */
static void causes(unsigned kind, uint32_t n)
{
    spoor_atomic_add(&caused[hal_cpu_id()][kind], n);
}

/* Sleep; CPU 0 wakes the sleeping threads. */
static void sleep_for(uint32_t ms)
{
    spoor_atomic_add(&caused[0][WAKE], 1);
    thread_sleep(ms);
}

/* ------------------------------------------------------------------ rounds on each CPU */

static struct station {
    struct thread client, partner, brief;
    struct sem go;
    struct mutex mutex;
    struct queue queue;
    uint32_t item;
} stations[CONFIG_CPUS];
static uint8_t stacks[CONFIG_CPUS][3][THREAD_STACK_BYTES(512)] __attribute__((aligned(8)));
static uint32_t rounds, rounds_a_rest, arrived;

static void start(struct thread *t, void (*entry)(void *), struct station *s, unsigned stack, int above)
{
    unsigned cpu = (unsigned)(s - stations);
    const struct thread_attr attr = {
        .name = "caused",
        .entry = entry,
        .arg = s,
        .priority = (uint8_t)(CONFIG_MAIN_PRIORITY - 3 + above),
        .affinity = (uint8_t)(1u << cpu),
        .stack = stacks[cpu][stack],
        .stack_bytes = sizeof stacks[cpu][stack],
    };

    causes(NEW, 1);
    causes(WAKE, 1);
    REQUIRE(thread_create(t, &attr) == 0);
}

static void partner(void *arg)
{
    struct station *s = arg;
    struct thread *from;
    struct ipc_msg msg = {{1}};
    uint32_t item;

    while (msg.word[0] != 0) {
        causes(WAIT, 3);
        sem_wait(&s->go, WAIT_FOREVER);
        mutex_lock(&s->mutex, WAIT_FOREVER);
        mutex_unlock(&s->mutex);
        queue_get(&s->queue, &item, WAIT_FOREVER);
        causes(RECEIVED, 1);
        ipc_receive(&from, &msg, WAIT_FOREVER);
        causes(REPLIED, 1);
        causes(WAKE, 1);
        ipc_reply(from, &msg);
    }
    causes(END, 1);
}

static void brief(void *arg)
{
    (void)arg;
    causes(END, 1);
}

/*
 * Causes one round of events: the partner receives three items, and wakes for each of them and for the
 * message. While it waits for the mutex, the client inherits its priority, and then drops it again.
 */
static void one_round(struct station *s, bool last)
{
    struct ipc_msg msg = {{!last}};

    causes(GIVE, 3);
    causes(WAKE, 3);
    causes(PRIORITY, 2);
    mutex_lock(&s->mutex, WAIT_FOREVER);
    sem_post(&s->go);
    mutex_unlock(&s->mutex);
    queue_put(&s->queue, &s->item, WAIT_FOREVER);
    causes(SENT, 1);
    causes(WAKE, 1);
    ipc_send(&s->partner, &msg, WAIT_FOREVER);
}

static void work(void *arg)
{
    struct station *s = arg;

    start(&s->partner, partner, s, 1, 1);
    for (uint32_t n = 1; n <= rounds; n++) {
        one_round(s, n == rounds);
        if (n % 8 == 0) {
            start(&s->brief, brief, s, 2, 2);
            CHECK_EQ(thread_join(&s->brief, NULL, WAIT_NONE), 0);
        }
        if (n % rounds_a_rest == 0) {
            sleep_for(1);
        }
    }
    spoor_atomic_inc(&arrived);
    thread_suspend(thread_self()); /* until counting has ended */
}

static void start_stations(void)
{
    arrived = 0;
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        struct station *s = &stations[cpu];

        sem_init(&s->go, 0, 1);
        mutex_init(&s->mutex);
        queue_init(&s->queue, &s->item, sizeof s->item, 1);
        start(&s->client, work, s, 0, 0);
    }
}

static void end_stations(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        CHECK_EQ(thread_resume(&stations[cpu].client), 0);
        CHECK_EQ(thread_join(&stations[cpu].client, NULL, 1000), 0);
        CHECK_EQ(thread_join(&stations[cpu].partner, NULL, WAIT_NONE), 0);
    }
}

/* ------------------------------------------------------------------ accounting */

static void expired(void *arg)
{
    (void)arg;
    causes(EXPIRED, 1);
}

static void allocate(void)
{
    void *volatile p = malloc(24);

    causes(ALLOC, 1);
    CHECK(p != NULL);
    causes(FREE, 1);
    free(p);
}

static void read_parts(unsigned parts)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        walk_parts(cpu, parts, NULL);
    }
}

static void check_cpu(unsigned cpu)
{
    for (unsigned kind = 0; kind < KINDS; kind++) {
        unsigned id = event_named(names[kind]);
        uint32_t accounted = walks[cpu].seen[id] + trace_losses[cpu][id];

        if (accounted != caused[cpu][kind]) {
            test_note("cpu %u: %s: %lu caused, %lu read, %lu lost", cpu, names[kind],
                      (unsigned long)caused[cpu][kind], (unsigned long)walks[cpu].seen[id],
                      (unsigned long)trace_losses[cpu][id]);
        }
        CHECK_EQ(accounted, caused[cpu][kind]);
    }
}

/* The kernel counts short paths itself, summed over all CPUs. */
static void check_short_paths(uint32_t taken)
{
    unsigned id = event_named("ipc_short");
    uint32_t accounted = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        accounted += walks[cpu].seen[id] + trace_losses[cpu][id];
    }
    CHECK_EQ(accounted, taken);
    CHECK(taken >= CONFIG_CPUS * rounds / 2); /* not taken while a higher-priority thread is ready */
}

static uint32_t all_lost(void)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sum += trace_rings[cpu].dropped + trace_rings[cpu].overwritten;
    }
    return sum;
}

static void begin(enum spoor_wire_mode mode)
{
    memset((void *)caused, 0, sizeof caused);
    REQUIRE(trace_client_register(&client, "caused") == 0);
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    thread_sleep(5); /* let the boot threads block */
    walk_begin(mode);
}

/* All services are on from before the first event to after the last. @return short paths taken */
static uint32_t cause(unsigned parts_a_turn)
{
    struct timer timer;
    uint32_t short_paths = ipc_short_path_count();

    timer_init(&timer, expired, NULL);
    CHECK_EQ(trace_service_start(&client, TRACE_SERVICES_ALL & ~(uint32_t)TRACE_FUNCTION), 0);
    trace_rings_stop(false);
    timer_start(&timer, 1, 3);
    start_stations();
    while (spoor_atomic_add(&arrived, 0) < CONFIG_CPUS) {
        sleep_for(2);
        allocate();
        read_parts(parts_a_turn);
    }
    timer_stop(&timer);
    CHECK_EQ(trace_client_unregister(&client), 0);
    return ipc_short_path_count() - short_paths;
}

static void cause_and_account(enum spoor_wire_mode mode, unsigned parts_a_turn)
{
    begin(mode);
    uint32_t short_paths = cause(parts_a_turn);

    walk_end(NULL);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        check_cpu(cpu);
    }
    check_short_paths(short_paths);
    end_stations();
}

TEST("events caused at normal load are all read")
{
    rounds = 100;
    rounds_a_rest = 1;
    cause_and_account(SPOOR_WIRE_MODE_STREAM, UINT32_MAX);
    CHECK_EQ(all_lost(), 0);
    CHECK_EQ(caused[0][SENT], rounds);
}

TEST("events caused under overload are read or counted as lost")
{
    rounds = 1000;
    rounds_a_rest = 100;
    cause_and_account(SPOOR_WIRE_MODE_STREAM, 1);
    CHECK(all_lost() > 1000);
}

TEST("events caused in mode overwrite are read or counted as lost")
{
    rounds = 1000;
    rounds_a_rest = 100;
    cause_and_account(SPOOR_WIRE_MODE_OVERWRITE, 0);
    CHECK(all_lost() > 1000);
    trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM);
    trace_rings_stop(false);
}

/* The daemon also waits and is woken. Only kinds that it doesn't cause are compared. */
TEST("events caused under overload are streamed or reported as lost")
{
    static const uint8_t compared[] = {NEW, END, SENT, RECEIVED, REPLIED, EXPIRED, ALLOC, FREE};

    begin(SPOOR_WIRE_MODE_STREAM);
    trace_stream_start(0);
    cause(0);
    trace_stream_stop();
    CHECK(all_lost() > 1000);
    for (unsigned n = 0; n < CONFIG_CPUS * sizeof compared; n++) {
        unsigned cpu = n / sizeof compared, kind = compared[n % sizeof compared];

        test_note("emitted %u %u %s %lu", cpu, event_named(names[kind]), names[kind],
                  (unsigned long)caused[cpu][kind]);
    }
    end_stations();
}
