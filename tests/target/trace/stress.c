/* SPDX-License-Identifier: BSD-2-Clause */
/* Everything at once: the main thread, threads of its priority that take turns with it, higher-priority
 * threads woken by interrupts, threads that end inside a block, and two levels of jittered interrupts, all
 * using the same points and blocks. Each context keeps its own tally in plain variables, and the profiler's
 * counts must equal the sums. Every CPU has such threads.
 */
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/trace.h>
#include <test/jitter.h>
#include <test/test.h>

#define OPERATIONS_MIN 1000000u
#define INTERRUPTS_MIN (CONFIG_CPUS == 1 ? 500u : 100u) /* fewer in real time, where the host is fast */
#define VISITS         12000u                           /* by each thread, and by main */
#define MEAN_HZ        100000
#define BURST          16 /* points in a row, so that most interrupts hit one */
#define RECURSION      3
#define KNOWN_MAX      1000u /* ticks */
#define ENDINGS        200

#define PEERS       2 /* threads of main's priority on each CPU */
#define STACK_BYTES 448

/* The counted items. */
enum {
    NAMED,
    ANONYMOUS,
    PAIR,
    SCOPED,
    CROSSED,
    RECURSIVE,
    KNOWN,
    KNOWN_SUM,
    BUCKETED,
    LEFT_OPEN, /* an enter without a leave */
    UNENTERED, /* a leave without an enter */
    TOO_DEEP,
    KINDS
};

struct tally {
    uint32_t n[KINDS];
    uint32_t seed;
};

struct peer {
    struct thread thread;
    struct tally tally;
    uint8_t stack[THREAD_STACK_BYTES(STACK_BYTES)] __attribute__((aligned(8)));
};

static struct {
    struct peer peers[PEERS];
    struct peer urgent;
    struct sem wake;
} cpus_of[CONFIG_CPUS];

static struct peer ending;
static struct tally of_main, of_outer, of_inner;
static volatile bool stop;

TRACE_POINT_DEF(named);
TRACE_BLOCK_DEF(pair);
TRACE_BLOCK_DEF(scoped);
TRACE_BLOCK_DEF(crossed);
TRACE_BLOCK_DEF(recursive);
TRACE_BLOCK_DEF(known);
TRACE_BLOCK_DEF(bucketed);
TRACE_BLOCK_DEF(left_open);
TRACE_BLOCK_DEF(unentered);
TRACE_BLOCK_DEF(too_deep);

static uint32_t draw(struct tally *t)
{
    t->seed = t->seed * 1664525u + 1013904223u;
    return t->seed >> 16;
}

static void visit_points(struct tally *t)
{
    for (int i = 0; i < BURST; i++) {
        trace_point_set(&named);
        t->n[NAMED]++;
    }
    trace_point("stress_anonymous");
    t->n[ANONYMOUS]++;
}

static uint32_t visit_scoped(struct tally *t)
{
    TRACE_BLOCK_SCOPE(&scoped);
    t->n[SCOPED]++;
    if (draw(t) & 1) {
        return 1;
    }
    TRACE_BLOCK_SCOPE(&scoped);
    t->n[SCOPED]++;
    return 2;
}

static void visit_recursive(struct tally *t, int depth)
{
    trace_block_enter(&recursive);
    t->n[RECURSIVE]++;
    if (depth > 1) {
        visit_recursive(t, depth - 1);
    }
    trace_block_leave(&recursive);
}

/* Left in the order of entry. */
static void visit_crossed(struct tally *t)
{
    trace_block_enter(&pair);
    trace_block_enter(&crossed);
    trace_block_leave(&pair);
    trace_block_leave(&crossed);
    t->n[PAIR]++;
    t->n[CROSSED]++;
}

/* Records given durations, so that their sum is also known. */
static void visit_known(struct tally *t)
{
    uint32_t cycles = 1 + draw(t) % KNOWN_MAX;

    trace_block_record(&known, cycles);
    t->n[KNOWN]++;
    t->n[KNOWN_SUM] += cycles;
}

static void visit_some(struct tally *t)
{
    visit_points(t);
    trace_block_enter(&pair);
    visit_known(t);
    trace_block_leave(&pair);
    t->n[PAIR]++;
    visit_crossed(t);
}

static void visit_all(struct tally *t)
{
    visit_some(t);
    (void)visit_scoped(t);
    visit_recursive(t, RECURSION);
    trace_block_enter(&bucketed);
    trace_block_leave(&bucketed);
    t->n[BUCKETED]++;
    if (draw(t) % 64 == 0) {
        trace_block_leave(&unentered);
        t->n[UNENTERED]++;
    }
}

static void peer_entry(void *arg)
{
    for (uint32_t i = 0; i < VISITS; i++) {
        visit_all(arg);
    }
}

static void urgent_entry(void *arg)
{
    unsigned cpu = (unsigned)(uintptr_t)arg;

    while (sem_wait(&cpus_of[cpu].wake, WAIT_FOREVER) == 0 && !stop) {
        visit_all(&cpus_of[cpu].urgent.tally);
    }
}

static void ending_entry(void *arg)
{
    struct tally *t = arg;
    uint32_t open = 1 + draw(t) % RECURSION;

    visit_all(t);
    for (uint32_t i = 0; i < open; i++) {
        trace_block_enter(&left_open);
        t->n[LEFT_OPEN]++;
    }
}

static void outer(void)
{
    static unsigned cpu;

    visit_some(&of_outer);
    cpu = cpu + 1 < CONFIG_CPUS ? cpu + 1 : 0;
    sem_post(&cpus_of[cpu].wake);
    if (draw(&of_outer) % 64 == 0) {
        trace_block_enter(&left_open);
        of_outer.n[LEFT_OPEN]++;
    }
}

static void inner(void)
{
    visit_some(&of_inner);
    (void)visit_scoped(&of_inner);
}

static void start(struct peer *p, void (*entry)(void *), void *arg, unsigned above, unsigned cpu_mask)
{
    const struct thread_attr attr = {
        .name = "peer",
        .entry = entry,
        .arg = arg,
        .priority = (uint8_t)(CONFIG_MAIN_PRIORITY + above),
        .affinity = (uint8_t)cpu_mask,
        .stack = p->stack,
        .stack_bytes = sizeof p->stack,
    };

    REQUIRE(thread_create(&p->thread, &attr) == 0);
}

static void start_all(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sem_init(&cpus_of[cpu].wake, 0, 1);
        start(&cpus_of[cpu].urgent, urgent_entry, (void *)(uintptr_t)cpu, 4, 1u << cpu);
        for (struct peer *p = cpus_of[cpu].peers; p < cpus_of[cpu].peers + PEERS; p++) {
            start(p, peer_entry, &p->tally, 0, 1u << cpu);
        }
    }
}

static void join_all(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        for (struct peer *p = cpus_of[cpu].peers; p < cpus_of[cpu].peers + PEERS; p++) {
            CHECK_EQ(thread_join(&p->thread, NULL, WAIT_FOREVER), 0);
        }
    }
    jitter_stop();
    stop = true;
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sem_post(&cpus_of[cpu].wake);
        CHECK_EQ(thread_join(&cpus_of[cpu].urgent.thread, NULL, WAIT_FOREVER), 0);
    }
}

/* Opens one block too many. Each enter beyond the limit evicts the oldest entry, whose leave is then
 * unmatched. */
static void go_too_deep(void)
{
    for (int i = 0; i < CONFIG_TRACE_DEPTH + 1; i++) {
        trace_block_enter(&too_deep);
    }
    for (int i = 0; i < CONFIG_TRACE_DEPTH + 1; i++) {
        trace_block_leave(&too_deep);
    }
    of_main.n[TOO_DEEP]++;
}

static uint32_t tally_sum(unsigned kind)
{
    uint32_t sum = of_main.n[kind] + of_outer.n[kind] + of_inner.n[kind] + ending.tally.n[kind];

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        sum += cpus_of[cpu].urgent.tally.n[kind];
        for (struct peer *p = cpus_of[cpu].peers; p < cpus_of[cpu].peers + PEERS; p++) {
            sum += p->tally.n[kind];
        }
    }
    return sum;
}

static int32_t lost_counts(const struct trace_point *p, uint32_t expected)
{
    return (int32_t)(expected - trace_point_get_value(p));
}

TEST("a million visits are made from all contexts at once")
{
    struct trace_block *const blocks[] = {&pair, &scoped, &crossed, &recursive, &known};
    const unsigned each = VISITS / ENDINGS;
    uint32_t operations = 0;
    uint32_t woken = 0;

    /* The code path of most visits. Histograms use another path, which bucketed keeps. */
    for (unsigned i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        blocks[i]->mode = (blocks[i]->mode & ~(uintptr_t)TRACE_BLOCK_END) | TRACE_BLOCK_PLAIN;
    }
    start_all();
    REQUIRE(jitter_start(MEAN_HZ, outer, inner) == 0);
    for (unsigned i = 0; i < VISITS || jitter_inner_count() <= INTERRUPTS_MIN; i++) {
        visit_all(&of_main);
        if (i % each == 0) {
            start(&ending, ending_entry, &ending.tally, 2, 0);
            CHECK_EQ(thread_join(&ending.thread, NULL, WAIT_FOREVER), 0);
            go_too_deep();
        }
    }
    join_all();
    for (unsigned kind = 0; kind < KINDS; kind++) {
        operations += kind != KNOWN_SUM ? tally_sum(kind) : 0;
    }
    CHECK(operations >= OPERATIONS_MIN);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        woken += cpus_of[cpu].urgent.tally.n[PAIR];
    }
    CHECK(jitter_inner_count() > INTERRUPTS_MIN && woken > INTERRUPTS_MIN);
    test_note("%lu operations, %lu interrupts, %lu of them nested", (unsigned long)operations,
              (unsigned long)(jitter_outer_count() + jitter_inner_count()),
              (unsigned long)jitter_inner_count());
}

TEST("every visit to a point was counted")
{
    CHECK_EQ(lost_counts(&named, tally_sum(NAMED)), 0);
    CHECK_EQ(lost_counts(trace_point_find("stress_anonymous"), tally_sum(ANONYMOUS)), 0);
}

static void check_block(const struct trace_block *b, uint32_t visits)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    CHECK_EQ(b->count, visits);
    CHECK_EQ(b->unmatched_leave, 0);
    CHECK_EQ(b->unmatched_enter, 0);
    CHECK(s.min_ns <= s.last_ns && s.last_ns <= s.max_ns);
    CHECK(s.min_ns <= s.avg_ns && s.avg_ns <= s.max_ns);
    CHECK(s.net_min_ns <= s.net_avg_ns && s.net_avg_ns <= s.net_max_ns);
    CHECK(s.self_sum_ns <= s.net_sum_ns && s.net_sum_ns <= s.sum_ns);
}

TEST("every visit to a block was counted, also under recursion and when left in order of entry")
{
    check_block(&pair, tally_sum(PAIR));
    check_block(&scoped, tally_sum(SCOPED));
    check_block(&crossed, tally_sum(CROSSED));
    check_block(&recursive, tally_sum(RECURSIVE));
    check_block(&known, tally_sum(KNOWN));
    check_block(&bucketed, tally_sum(BUCKETED));
}

TEST("sum, extremes and histogram of durations are exact")
{
    CHECK_EQ(known.sum_cycles, tally_sum(KNOWN_SUM));
    CHECK_EQ(known.min_cycles, 1);
    CHECK_EQ(known.max_cycles, KNOWN_MAX);
#if CONFIG_TRACE_HISTOGRAM
    uint32_t in_buckets = 0;

    for (unsigned i = 0; i < TRACE_HISTOGRAM_BUCKETS; i++) {
        in_buckets += bucketed.histogram[i];
    }
    CHECK_EQ(in_buckets, bucketed.count);
#endif
}

TEST("mismatches were counted: threads that ended inside a block, leaves without enter, too many open")
{
    CHECK_EQ(left_open.unmatched_enter, tally_sum(LEFT_OPEN));
    CHECK_EQ(left_open.count, 0);
    CHECK_EQ(unentered.unmatched_leave, tally_sum(UNENTERED));
    CHECK_EQ(unentered.count, 0);
    CHECK_EQ(too_deep.unmatched_enter, tally_sum(TOO_DEEP));
    CHECK_EQ(too_deep.unmatched_leave, tally_sum(TOO_DEEP));
    CHECK_EQ(too_deep.count, tally_sum(TOO_DEEP) * CONFIG_TRACE_DEPTH);
}
