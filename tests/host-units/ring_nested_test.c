/* SPDX-License-Identifier: BSD-2-Clause */
// sources: src/profiler/stream/ring.c src/profiler/stream/ring_setup.c src/profiler/stream/ring_read.c
// src/profiler/stream/emit.c src/profiler/stream/service.c
// src/profiler/stream/filter.c src/profiler/stream/stack.c src/profiler/stream/unwind.c
// src/profiler/tracing/point.c src/profiler/tracing/block.c src/profiler/tracing/context.c
// src/profiler/tracing/cycles.c src/profiler/tracing/watch.c src/profiler/tracing/condition.c
// src/profiler/tracing/record.c tests/host-units/port/port.c
// config: TRACE_EVENTS=1 TRACE_RING_BYTES=456 TRACE_RING_PARTS=3 TRACE_IDS=32
// coverage: trace-pc
/*
 * Two contexts on one ring, each stopped by the other at every branch where interrupts aren't masked: the
 * first one up to its k-th branch, the second one up to its j-th, then the first one to its end, then the
 * second. With j beyond its end the second one is an interrupt. Against a list of what was recorded, which
 * says what must be read, lost and counted, and in which order of time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <cmocka.h>
#include <profiler/filter.h>
#include <profiler/ring.h>
#include <profiler/service.h>

#define TICK_CYCLES ((1u << 21) - 5000) /* the longest that is allowed, less what happens at a tick */
#define STACK_BYTES 65536
#define LOG_MAX     4096
#define NEVER       UINT32_MAX
#define ENDLESS     100000                /* branches: nothing here takes as many */
#define PART_SHORT  (TRACE_PART_ROOM / 2) /* records of one word that a part takes */

TRACE_EVENT_DEF(zero, TRACE_USER);
TRACE_EVENT_DEF(one, TRACE_USER, "n");
TRACE_EVENT_DEF(three, TRACE_USER, "a", "b", "c");
TRACE_DATA_DEF(bytes, TRACE_USER, "bytes:hex");

void port_wake_drain(void)
{
}

/* What was recorded, by its number, which is in the record. */
static struct emission {
    uint32_t id;
    uint32_t begin, end; /* time; NEVER: it's under way */
    bool seen;
} emissions[LOG_MAX];
static uint32_t emission_count, came_out;
static uint32_t clear_begin, clear_end; /* time; 0: nothing was cleared */

static struct trace_ring *const ring = &trace_rings[0];
static struct trace_client client;
static uint32_t taking_since; /* time when the part in hand was asked for */
static uint64_t last_time;    /* of what was read */

/* ------------------------------------------------------------------ two contexts */

enum { MAIN, FIRST, SECOND, CONTEXTS };

static struct {
    ucontext_t at;
    uint32_t branches, stop_at;
    void (*op)(void);
    bool ended;
    char stack[STACK_BYTES];
} contexts[CONTEXTS];
static int running = MAIN;

__attribute__((no_sanitize_coverage)) static void go_to(int to)
{
    int from = running;

    running = to;
    swapcontext(&contexts[from].at, &contexts[to].at);
}

void __sanitizer_cov_trace_pc(void);

/* Called by the compiler's doing at each branch of all that is built with this test. */
__attribute__((no_sanitize_coverage)) void __sanitizer_cov_trace_pc(void)
{
    if (running == MAIN || fake_lock_depth != 0) {
        return;
    }
    fake_cycles++;
    assert_true(contexts[running].branches < ENDLESS);
    if (contexts[running].branches++ == contexts[running].stop_at) {
        go_to(MAIN);
    }
}

static void run_op(void)
{
    contexts[running].op();
    contexts[running].ended = true;
    contexts[running].stop_at = NEVER;
    go_to(MAIN);
}

static void make(int n, void (*op)(void), uint32_t stop_at)
{
    getcontext(&contexts[n].at);
    contexts[n].at.uc_stack.ss_sp = contexts[n].stack;
    contexts[n].at.uc_stack.ss_size = STACK_BYTES;
    contexts[n].at.uc_link = NULL;
    makecontext(&contexts[n].at, run_op, 0);
    contexts[n].branches = 0;
    contexts[n].stop_at = stop_at;
    contexts[n].op = op;
    contexts[n].ended = false;
}

/* ------------------------------------------------------------------ what they do */

static struct emission *begin_emission(uint32_t *n, const struct trace_event_cell *e)
{
    *n = emission_count++;
    assert_true(*n < LOG_MAX);
    emissions[*n] = (struct emission){e->header >> WIRE_TIME_BITS, fake_cycles, NEVER, false};
    return &emissions[*n];
}

static void emit_one(void)
{
    uint32_t n;
    struct emission *e = begin_emission(&n, &one);

    trace_event(one, n);
    e->end = fake_cycles;
}

static void emit_three(void)
{
    uint32_t n;
    struct emission *e = begin_emission(&n, &three);

    trace_event(three, n, ~n, n + 1);
    e->end = fake_cycles;
}

static void emit_bytes(void)
{
    uint32_t n, data[6];
    struct emission *e = begin_emission(&n, &bytes);

    for (unsigned i = 0; i < 6; i++) {
        data[i] = n + i;
    }
    trace_data(bytes, data, sizeof data);
    e->end = fake_cycles;
}

/* More than a part, and more than all. */
static void emit_some(void)
{
    for (unsigned i = 0; i < PART_SHORT; i++) {
        emit_one();
    }
    emit_bytes();
}

static void emit_many(void)
{
    for (unsigned i = 0; i < CONFIG_TRACE_RING_PARTS; i++) {
        emit_some();
    }
}

static void tick(void)
{
    trace_ring_tick();
}

static void tick_and_close(void)
{
    trace_ring_want_close(0);
    trace_ring_tick();
    emit_one();
}

/* Long enough for times to be short of a wrap. */
static void tick_for_long(void)
{
    for (unsigned i = 0; i < 3; i++) {
        fake_cycles += TICK_CYCLES;
        trace_ring_tick();
    }
    emit_one();
}

static void trigger(void)
{
    trace_rings_trigger(1);
    emit_some();
}

static void stop_and_go(void)
{
    trace_rings_stop(true);
    emit_one();
    trace_rings_stop(false);
    emit_one();
}

static void clear(void)
{
    clear_begin = fake_cycles;
    trace_rings_clear();
    clear_end = fake_cycles;
}

static uint32_t number_of(const uint32_t *at, uint32_t id)
{
    if (id == one.header >> WIRE_TIME_BITS) {
        return at[1];
    }
    if (id == three.header >> WIRE_TIME_BITS) {
        assert_int_equal(at[2], ~at[1]);
        assert_int_equal(at[3], at[1] + 1);
        return at[1];
    }
    assert_int_equal(id, bytes.header >> WIRE_TIME_BITS);
    assert_int_equal(at[1], 24);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(at[2 + i], at[2] + i);
    }
    return at[2];
}

static void compare(const uint32_t *at, uint32_t id, uint64_t time)
{
    uint32_t n = number_of(at, id);

    assert_true(n < emission_count);
    struct emission *e = &emissions[n];

    assert_int_equal(e->id, id);
    assert_false(e->seen);
    assert_true(time >= e->begin && time <= e->end);
    assert_true(clear_end == 0 || taking_since <= clear_end || e->end >= clear_begin);
    e->seen = true;
    came_out++;
}

static void read_part(const struct trace_part *p)
{
    const uint32_t *at = p->records, *end = p->records + p->head.used_words;
    uint64_t time = (uint64_t)p->head.time_high << 32 | p->head.time_low;

    assert_int_equal(p->head.magic, WIRE_PART_MAGIC);
    assert_true(time >= last_time);
    while (at < end) {
        uint32_t id = *at >> WIRE_TIME_BITS;
        bool data = trace_words[id] == WIRE_WORDS_DATA;

        time += (*at - (uint32_t)time) & WIRE_TIME_MASK;
        assert_true(time <= fake_cycles);
        if (id == WIRE_ID_TIME) {
            uint64_t now = (uint64_t)at[2] << 32 | at[1];

            assert_true(now >= time && now <= fake_cycles);
            time = now;
        } else {
            compare(at, id, time);
        }
        at += data ? 2 + (at[1] + 3) / 4 : 1u + trace_words[id];
    }
    assert_ptr_equal(at, end);
    last_time = time;
}

static void read_all(void)
{
    struct trace_part copy;

    for (;;) {
        taking_since = fake_cycles;
        if (!trace_ring_take(0, &copy)) {
            return;
        }
        read_part(&copy);
    }
}

/* ------------------------------------------------------------------ at the end */

static uint32_t begun_after(uint32_t time)
{
    uint32_t count = 0;

    for (uint32_t n = 0; n < emission_count; n++) {
        count += emissions[n].begin >= time;
    }
    return count;
}

static uint32_t ended_after(uint32_t time)
{
    uint32_t count = 0;

    for (uint32_t n = 0; n < emission_count; n++) {
        count += emissions[n].end >= time;
    }
    return count;
}

static void check_counts(void)
{
    uint32_t lost_by_id = 0, lost = ring->dropped + ring->overwritten;

    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        lost_by_id += trace_losses[0][id];
    }
    assert_int_equal(lost_by_id, lost);
    if (clear_begin == 0) {
        assert_int_equal(came_out + lost + ring->unrecorded, emission_count);
        for (unsigned id = WIRE_ID_FIRST; id < trace_ids() && ring->unrecorded == 0; id++) {
            uint32_t missing = 0;

            for (uint32_t n = 0; n < emission_count; n++) {
                missing += emissions[n].id == id && !emissions[n].seen;
            }
            assert_int_equal(missing, trace_losses[0][id]);
        }
    } else {
        for (uint32_t n = came_out = 0; n < emission_count; n++) {
            came_out += emissions[n].seen && emissions[n].end >= clear_begin;
        }
        assert_true(came_out + lost + ring->unrecorded >= begun_after(clear_end));
        assert_true(came_out + lost + ring->unrecorded <= ended_after(clear_begin));
    }
}

/* All that was recorded comes out: no part is held back by a record that nobody finishes. */
static void finish(void)
{
    assert_int_equal(fake_lock_depth, 0);
    assert_true(ring->closed - ring->read <= CONFIG_TRACE_RING_PARTS);
    trace_rings_stop(true);
    read_all();
    assert_int_equal(ring->closed, ring->read);
    for (unsigned n = 0; n < CONFIG_TRACE_RING_PARTS; n++) {
        assert_int_equal(ring->pending[n], 0);
    }
    check_counts();
}

/* ------------------------------------------------------------------ every pair of points */

/* What is tried, to be told when it goes wrong. */
static struct {
    enum wire_mode mode;
    unsigned filled;
    const char *names[2];
    uint32_t branches[2];
    bool right;
} at;

struct op {
    const char *name;
    void (*run)(void);
};

static struct trace_ring kept_ring;
static uint32_t kept_count, kept_losses[CONFIG_TRACE_IDS];
static uint32_t kept_cycles;

static void prepare(enum wire_mode mode, unsigned filled)
{
    at.mode = mode;
    at.filled = filled;
    trace_rings_set_mode(mode);
    trace_rings_stop(false);
    trace_rings_clear();
    emission_count = came_out = 0;
    clear_begin = clear_end = 0;
    last_time = 0;
    fake_cycles = 1; /* it never wraps here */
    for (unsigned n = 0; n < filled; n++) {
        fake_cycles++;
        emit_one();
    }
    kept_ring = *ring;
    kept_count = emission_count;
    kept_cycles = fake_cycles;
    memcpy(kept_losses, trace_losses, sizeof kept_losses);
}

static void restore(void)
{
    *ring = kept_ring;
    emission_count = kept_count;
    fake_cycles = kept_cycles;
    memcpy(trace_losses, kept_losses, sizeof kept_losses);
    for (uint32_t n = 0; n < emission_count; n++) {
        emissions[n].seen = false;
    }
    came_out = 0;
    last_time = 0;
    clear_begin = clear_end = 0;
}

/* What a memory image would show now: only what is whole has a number. */
static void check_image(void)
{
    for (unsigned n = 0; n < CONFIG_TRACE_RING_PARTS; n++) {
        const struct trace_part *p = &ring->parts[n];

        if (p->head.number == 0) {
            continue;
        }
        assert_int_equal((p->head.number - 1) % CONFIG_TRACE_RING_PARTS, n);
        if (p->head.used_words == WIRE_PART_OPEN) {
            assert_ptr_equal(ring->part, p);
            assert_in_range(ring->next - p->records, 0, TRACE_PART_ROOM);
        } else {
            assert_in_range(p->head.used_words, 0, TRACE_PART_ROOM);
        }
    }
}

/* @return whether it goes on after that */
static bool run(int n)
{
    if (!contexts[n].ended) {
        go_to(n);
        check_image();
    }
    return !contexts[n].ended;
}

enum { FIRST_STOPPED = 1 << 0, SECOND_STOPPED = 1 << 1 };

static unsigned run_pair(const struct op *first, const struct op *second, uint32_t k, uint32_t j)
{
    unsigned stopped;

    at.names[0] = first->name;
    at.names[1] = second->name;
    at.branches[0] = k;
    at.branches[1] = j;
    at.right = false;
    restore();
    make(FIRST, first->run, k);
    make(SECOND, second->run, j);
    stopped = run(FIRST) ? FIRST_STOPPED : 0;
    stopped |= run(SECOND) ? SECOND_STOPPED : 0;
    (void)run(FIRST);
    (void)run(SECOND);
    finish();
    at.right = true;
    return stopped;
}

#define OP(name)                                                                                             \
    {                                                                                                        \
#name, name                                                                                          \
    }

static const struct op ops[] = {
    OP(emit_one),       OP(emit_three),    OP(emit_bytes), OP(emit_some),   OP(emit_many), OP(tick),
    OP(tick_and_close), OP(tick_for_long), OP(trigger),    OP(stop_and_go), OP(read_all),  OP(clear),
};
#define OPS        (sizeof ops / sizeof ops[0])
#define SHORT_OPS  3 /* the first ones */
#define RECORD_OPS 5
#define STRIDE     31

/* One ticks, one reads and one clears. */
static bool may_pair(const struct op *first, const struct op *second)
{
    return first != second || first < ops + RECORD_OPS;
}

/* With the ring empty, a part full and all of them, and two and four words short of that or beyond. */
static void each_state(enum wire_mode mode, void (*each)(enum wire_mode mode, unsigned filled))
{
    for (unsigned part = 0; part <= CONFIG_TRACE_RING_PARTS;
         part += part == 0 ? 1 : CONFIG_TRACE_RING_PARTS - 1) {
        each(mode, part * PART_SHORT);
        each(mode, part * PART_SHORT + 1);
        each(mode, part * PART_SHORT + PART_SHORT - 1);
    }
}

static void interrupt_each(enum wire_mode mode, unsigned filled)
{
    for (unsigned pair = 0; pair < OPS * OPS; pair++) {
        const struct op *first = &ops[pair / OPS], *second = &ops[pair % OPS];

        if (!may_pair(first, second)) {
            continue;
        }
        prepare(mode, filled);
        for (uint32_t k = 0; run_pair(first, second, k, NEVER) & FIRST_STOPPED; k++) {
        }
    }
}

/* A first one that is short; the second one is stopped at every so manieth branch. */
static void alternate_each(enum wire_mode mode, unsigned filled)
{
    for (unsigned pair = 0; pair < SHORT_OPS * OPS; pair++) {
        const struct op *first = &ops[pair / OPS], *second = &ops[pair % OPS];

        prepare(mode, filled);
        for (uint32_t k = 0, stopped = FIRST_STOPPED; stopped & FIRST_STOPPED; k++) {
            stopped = SECOND_STOPPED | FIRST_STOPPED;
            for (uint32_t j = k % STRIDE; (stopped & SECOND_STOPPED) && (stopped & FIRST_STOPPED);
                 j += STRIDE) {
                stopped = run_pair(first, second, k, j);
            }
        }
    }
}

static void hide(void)
{
    trace_ring_hide(TRACE_HIDE_ALL);
}

static int start(void **state)
{
    static bool known;

    (void)state;
    if (!known) {
        fake_cycles = 1;
        trace_rings_init(1);
        trace_client_register(&client, "test");
        trace_service_start(&client, TRACE_USER);
        known = true;
    }
    return 0;
}

/* Where it went wrong, if it did; perhaps in one of the contexts, which is left for good. */
__attribute__((no_sanitize_coverage)) static int end(void **state)
{
    (void)state;
    running = MAIN;
    fake_lock_depth = 0;
    if (!at.right) {
        print_message("mode %u, %u records: %s up to branch %u, %s up to branch %u\n", (unsigned)at.mode,
                      at.filled, at.names[0], at.branches[0], at.names[1], at.branches[1]);
    }
    return 0;
}

static void streaming_an_interrupt_anywhere_is_right(void **state)
{
    (void)state;
    each_state(WIRE_MODE_STREAM, interrupt_each);
}

static void overwriting_an_interrupt_anywhere_is_right(void **state)
{
    (void)state;
    each_state(WIRE_MODE_OVERWRITE, interrupt_each);
}

static void stopping_an_interrupt_anywhere_is_right(void **state)
{
    (void)state;
    each_state(WIRE_MODE_STOP, interrupt_each);
}

static void streaming_two_threads_may_alternate_anywhere(void **state)
{
    (void)state;
    each_state(WIRE_MODE_STREAM, alternate_each);
}

static void overwriting_two_threads_may_alternate_anywhere(void **state)
{
    (void)state;
    each_state(WIRE_MODE_OVERWRITE, alternate_each);
}

/* On another CPU: nobody asks at a switch any more, so what is hidden then would stay so. */
static void a_filter_that_goes_while_a_switch_hides_the_ring_hides_nothing(void **state)
{
    static const struct op first = OP(hide), second = {"trace_filter_clear", trace_filter_clear};

    (void)state;
    prepare(WIRE_MODE_STREAM, 0);
    for (uint32_t k = 0, stopped = FIRST_STOPPED; stopped & FIRST_STOPPED; k++) {
        assert_int_equal(trace_filter_thread(1, true), 0);
        stopped = run_pair(&first, &second, k, NEVER);
        assert_int_equal(ring->quiet & (TRACE_QUIET_HIDDEN | TRACE_QUIET_THREADS), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(streaming_an_interrupt_anywhere_is_right, start, end),
        cmocka_unit_test_setup_teardown(overwriting_an_interrupt_anywhere_is_right, start, end),
        cmocka_unit_test_setup_teardown(stopping_an_interrupt_anywhere_is_right, start, end),
        cmocka_unit_test_setup_teardown(streaming_two_threads_may_alternate_anywhere, start, end),
        cmocka_unit_test_setup_teardown(overwriting_two_threads_may_alternate_anywhere, start, end),
        cmocka_unit_test_setup_teardown(a_filter_that_goes_while_a_switch_hides_the_ring_hides_nothing, start,
                                        end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
