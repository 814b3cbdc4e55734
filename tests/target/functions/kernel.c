/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel with each of its functions traced, in the ring (mode overwrite) and in the table, while threads
 * exchange messages and interrupts nest. The kernel must still work, and all visits must be counted exactly.
 */
#include <kernel/ipc.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/fiasco.h>
#include <spoor/function.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <test/jitter.h>
#include <test/test.h>

#define ROUNDS 500u
#define STOP   UINT32_MAX

static uint32_t lasted_cycles; /* run time of the table */
static struct thread server;
THREAD_STACK(server_stack, 2048);

static void serve(void *arg)
{
    struct thread *from = NULL;
    struct ipc_msg msg = {{0}};

    (void)arg;
    while (ipc_reply_receive(&from, &msg, WAIT_FOREVER) == 0 && msg.word[0] != STOP) {
        msg.word[0]++;
    }
    ipc_reply(from, &msg);
}

static const struct thread_attr server_attr = {
    .name = "server",
    .entry = serve,
    .priority = CONFIG_MAIN_PRIORITY + 1,
    .stack = server_stack,
    .stack_bytes = sizeof server_stack,
};

static struct sem posted = SEM_INIT(posted, 0, 1);

static void post(void)
{
    (void)sem_post(&posted);
}

static void nothing(void)
{
}

static uint32_t visits(const void *fn)
{
    struct trace_function f;

    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, &f) == 0 && (f.fn & ~1u) == ((uint32_t)fn & ~1u)) {
            return f.count;
        }
    }
    return 0;
}

static void exchange(void)
{
    struct ipc_msg msg = {{0}};

    for (uint32_t i = 0; i < ROUNDS; i++) {
        msg.word[0] = i;
        CHECK_EQ(ipc_send(&server, &msg, WAIT_FOREVER), 0);
        CHECK_EQ(msg.word[0], i + 1);
    }
}

TEST("a kernel traced by its functions still works")
{
    struct ipc_msg stop = {{STOP}};
    bool jittered;

    CHECK_EQ(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE), 0);
    CHECK_EQ(trace_init(TRACE_NO_FLAGS, "test"), 0);
    CHECK_EQ(thread_create(&server, &server_attr), 0);
    trace_function_table_reset();
    trace_function_table_run(true);
    lasted_cycles = spoor_port_cycles();
    CHECK_EQ(trace_start(), 0);
    jittered = jitter_start(5000, post, nothing) == 0;
    exchange();
    if (jittered) {
        jitter_stop();
    }
    CHECK_EQ(trace_stop(), 0);
    trace_function_table_run(false);
    lasted_cycles = spoor_port_cycles() - lasted_cycles;
    CHECK_EQ(ipc_send(&server, &stop, WAIT_FOREVER), 0);
    CHECK_EQ(thread_join(&server, NULL, WAIT_FOREVER), 0);
    CHECK_EQ(trace_done(), 0);
    test_note("%u interrupts, %u nested", (unsigned)jitter_outer_count(), (unsigned)jitter_inner_count());
    CHECK_EQ(visits((void *)post), jitter_outer_count());
    CHECK_EQ(visits((void *)nothing), jitter_inner_count());
    CHECK_EQ(visits((void *)sem_post), jitter_outer_count());
}

TEST("the table counts every call of the kernel's functions")
{
    struct trace_function_losses l;

    trace_function_table_losses(&l);
    CHECK_EQ(l.full, 0);
    CHECK_EQ(l.too_deep, 0);
    CHECK_EQ(visits((void *)ipc_send), ROUNDS);
    CHECK_EQ(visits((void *)exchange), 1);
    /* One visit may have begun before the table ran. */
    CHECK(visits((void *)ipc_reply_receive) >= ROUNDS - 1);
}

TEST("no function took longer than the run, and self time is at most total time")
{
    struct trace_function f;

    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, &f) == 0) {
            bool ok = f.max_cycles <= lasted_cycles && f.self_cycles <= f.total_cycles &&
                      f.total_cycles <= (uint64_t)CONFIG_CPUS * lasted_cycles;

            if (!CHECK(ok)) {
                test_note("0x%lx: %lu visits, at most %lu, total %lu, self %lu, of %lu cycles",
                          (unsigned long)f.fn, (unsigned long)f.count, (unsigned long)f.max_cycles,
                          (unsigned long)f.total_cycles, (unsigned long)f.self_cycles,
                          (unsigned long)lasted_cycles);
            }
        }
    }
}

static struct thread emptier;
THREAD_STACK(emptier_stack, 2048);
static volatile bool enough;
static volatile uint32_t emptied;

static void empty(void *arg)
{
    (void)arg;
    while (!enough) {
        for (unsigned i = 0; i < 20; i++) {
            trace_function_table_reset();
            emptied++;
        }
        thread_yield();
    }
}

static const struct thread_attr emptier_attr = {
    .name = "emptier",
    .entry = empty,
    .priority = CONFIG_MAIN_PRIORITY,
    .stack = emptier_stack,
    .stack_bytes = sizeof emptier_stack,
};

/* Number of entries for the function of entry `n`, which is in use. */
static unsigned places_of_same(unsigned n)
{
    struct trace_function f, other;
    unsigned same = 0;

    trace_function_table_get(n, &f);
    for (unsigned i = 0; i < CONFIG_TRACE_FUNCTION_TABLE; i++) {
        same += trace_function_table_get(i, &other) == 0 && other.fn == f.fn;
    }
    return same;
}

TEST("a table that is reset while it fills has one entry per function and no wrong time")
{
    struct ipc_msg stop = {{STOP}};
    uint32_t begin_cycles;
    struct trace_function f;

    CHECK_EQ(thread_create(&server, &server_attr), 0);
    CHECK_EQ(thread_create(&emptier, &emptier_attr), 0);
    trace_function_table_run(true);
    begin_cycles = spoor_port_cycles();
    for (unsigned round = 0; round < 20; round++) {
        exchange();
        thread_yield();
    }
    enough = true;
    CHECK_EQ(thread_join(&emptier, NULL, WAIT_FOREVER), 0);
    exchange();
    trace_function_table_run(false);
    uint32_t took_cycles = spoor_port_cycles() - begin_cycles;
    CHECK_EQ(ipc_send(&server, &stop, WAIT_FOREVER), 0);
    CHECK_EQ(thread_join(&server, NULL, WAIT_FOREVER), 0);
    test_note("emptied %u times", (unsigned)emptied);
    CHECK(emptied >= 200);
    for (unsigned n = 0; n < CONFIG_TRACE_FUNCTION_TABLE; n++) {
        if (trace_function_table_get(n, &f) == 0) {
            CHECK_EQ(places_of_same(n), 1);
            CHECK(f.max_cycles <= took_cycles);
        }
    }
    CHECK_EQ(visits((void *)exchange), 1);
}

/* Counts the entries and exits of each function among the records in the ring. */
TEST("a ring in mode overwrite holds intact records of functions")
{
    unsigned records = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        const struct trace_subbuf *p;

        trace_rings_stop(true);
        while ((p = trace_ring_oldest(cpu)) != NULL) {
            for (const uint32_t *at = p->records; at < p->records + p->head.used_words;) {
                unsigned id = *at >> SPOOR_WIRE_TIME_BITS, words = trace_words[id];

                records += id == SPOOR_WIRE_ID_ENTER || id == SPOOR_WIRE_ID_LEAVE;
                at += 1 + (words == SPOOR_WIRE_WORDS_DATA ? 1 + (at[1] + 3) / 4 : words);
            }
            trace_ring_release(cpu);
        }
    }
    CHECK(records > 100);
    CHECK(trace_rings[0].overwritten > 1000);
}
