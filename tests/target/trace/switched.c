/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A block that is switched off and on at random during its visits, by threads and interrupts, on all CPUs.
 * Each context keeps its own tally. The blocks around it and inside it must be exact.
 */
#include <kernel/thread.h>
#include <spoor/trace.h>
#include <test/jitter.h>
#include <test/test.h>

#define VISITS      20000u /* by each thread, and by main */
#define MEAN_HZ     50000
#define PEERS       2 /* threads of main's priority on each CPU */
#define STACK_BYTES 448

struct tally {
    uint32_t visits, seed;
};

struct peer {
    struct thread thread;
    struct tally tally;
    uint8_t stack[THREAD_STACK_BYTES(STACK_BYTES)] __attribute__((aligned(8)));
};

static struct peer peers[CONFIG_CPUS][PEERS];
static struct tally of_main, of_outer, of_inner;

TRACE_BLOCK_DEF(around);
TRACE_BLOCK_DEF(switched);
TRACE_BLOCK_DEF(inside);

static uint32_t draw(struct tally *t)
{
    t->seed = t->seed * 1664525u + 1013904223u;
    return t->seed >> 16;
}

static void flip(struct tally *t)
{
    if (draw(t) % 8 == 0) {
        trace_block_enable(&switched, draw(t) % 2 != 0);
    }
}

static void visit(struct tally *t)
{
    trace_block_enter(&around);
    flip(t);
    trace_block_enter(&switched);
    trace_block_enter(&inside);
    flip(t);
    trace_block_leave(&inside);
    trace_block_leave(&switched);
    trace_block_leave(&around);
    t->visits++;
}

static void peer_entry(void *arg)
{
    for (uint32_t i = 0; i < VISITS; i++) {
        visit(arg);
    }
    /* The thread ends with the entry. */
    trace_block_enter(&switched);
    trace_block_enable(&switched, false);
    trace_block_leave(&switched);
}

static void outer(void)
{
    visit(&of_outer);
}

static void inner(void)
{
    visit(&of_inner);
}

static void start(struct peer *p, unsigned cpu)
{
    const struct thread_attr attr = {
        .name = "peer",
        .entry = peer_entry,
        .arg = &p->tally,
        .priority = CONFIG_MAIN_PRIORITY,
        .affinity = (uint8_t)(1u << cpu),
        .stack = p->stack,
        .stack_bytes = sizeof p->stack,
    };

    p->tally.seed = cpu * PEERS + (unsigned)(p - peers[cpu]);
    REQUIRE(thread_create(&p->thread, &attr) == 0);
}

TEST("a block is switched off and on while all contexts visit it")
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        for (unsigned n = 0; n < PEERS; n++) {
            start(&peers[cpu][n], cpu);
        }
    }
    REQUIRE(jitter_start(MEAN_HZ, outer, inner) == 0);
    for (uint32_t i = 0; i < VISITS; i++) {
        visit(&of_main);
    }
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        for (unsigned n = 0; n < PEERS; n++) {
            CHECK_EQ(thread_join(&peers[cpu][n].thread, NULL, WAIT_FOREVER), 0);
        }
    }
    jitter_stop();
}

static uint32_t visits_made(void)
{
    uint32_t sum = of_main.visits + of_outer.visits + of_inner.visits;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        for (unsigned n = 0; n < PEERS; n++) {
            sum += peers[cpu][n].tally.visits;
        }
    }
    return sum;
}

static uint64_t net_cycles(const struct trace_block *b)
{
    return b->sum_cycles - b->stolen_sum_cycles;
}

TEST("the blocks around it and inside it are exact, and it counted some visits")
{
    uint32_t made = visits_made();

    test_note("%lu visits, %lu of them counted; %lu interrupts", (unsigned long)made,
              (unsigned long)switched.count, (unsigned long)(jitter_outer_count() + jitter_inner_count()));
    CHECK_EQ(around.count, made);
    CHECK_EQ(inside.count, made);
    CHECK(switched.count > made / 10 && switched.count < made - made / 10);
    CHECK_EQ(around.unmatched_enter + switched.unmatched_enter + inside.unmatched_enter, 0);
    CHECK_EQ(around.unmatched_leave + inside.unmatched_leave, 0);
    /* A leave that was interrupted by a switch may have used up the one that isn't counted. */
    CHECK(switched.unmatched_leave <= made / 10000);
}

/* The time of a visit whose block is switched off while its end is counted belongs to no block. */
TEST("self times add up to the net time of the block around")
{
    uint64_t net = net_cycles(&around);
    uint64_t selfs = net - around.children_sum_cycles + net_cycles(&switched) - switched.children_sum_cycles +
                     net_cycles(&inside) - inside.children_sum_cycles;

    test_note("%lu cycles, %lu of them in no block", (unsigned long)net, (unsigned long)(net - selfs));
    CHECK(selfs <= net && net - selfs <= net / 1000);
}

TEST("no entry is left, and the block counts again")
{
    uint32_t before = switched.count, unmatched = switched.unmatched_leave;

    trace_context_end(spoor_port_context());
    CHECK_EQ(switched.unmatched_enter, 0);
    trace_block_enable(&switched, true);
    for (unsigned i = 0; i < CONFIG_TRACE_DEPTH; i++) {
        trace_block_enter(&switched);
    }
    for (unsigned i = 0; i < CONFIG_TRACE_DEPTH; i++) {
        trace_block_leave(&switched);
    }
    CHECK_EQ(switched.count, before + CONFIG_TRACE_DEPTH);
    CHECK_EQ(switched.unmatched_enter, 0);
    CHECK_EQ(switched.unmatched_leave, unmatched);
}
