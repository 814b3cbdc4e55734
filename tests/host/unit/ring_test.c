/* SPDX-License-Identifier: BSD-2-Clause */
/* A ring with a random mix of records, ticks, idle time and reads in each mode, compared with a list of its
 * records. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>

#define TICK_CYCLES (1u << 21) /* the longest allowed period */
#define LIST_MAX    4096

TRACE_EVENT_DEF(zero, TRACE_USER);
TRACE_EVENT_DEF(one, TRACE_USER, "n");
TRACE_EVENT_DEF(three, TRACE_USER, "a", "b", "c");
TRACE_EVENT_DEF(six, TRACE_USER, "a", "b", "c", "d", "e", "f");
TRACE_DATA_DEF(bytes, TRACE_USER, "bytes:hex");

void spoor_port_wake_drain(void)
{
}

/* Ring buffer of the records that were neither read nor overwritten. */
static struct expected {
    uint64_t time;
    uint32_t first; /* first word */
    unsigned id;
} list[LIST_MAX];
static unsigned list_begin, list_end;

static uint64_t since_tick;
static uint32_t emitted, records_read, overwritten_before;
static uint64_t read_time;
static struct trace_client client;
static struct trace_ring *const ring = &trace_rings[0];

static uint32_t draw(void)
{
    static uint32_t lfsr = 0xACE1u;

    lfsr = lfsr >> 1 ^ (-(lfsr & 1) & 0x80200003u);
    return lfsr;
}

static void pass(uint32_t cycles)
{
    uint32_t before = fake_cycles;

    fake_cycles += cycles;
    fake_wraps += fake_cycles < before;
    since_tick += cycles;
}

/* Advance the time, with a tick at least every TICK_CYCLES. */
static void idle(uint64_t cycles)
{
    while (cycles > 0) {
        uint64_t step = TICK_CYCLES - since_tick;

        step = step < cycles ? step : cycles;
        pass((uint32_t)step);
        cycles -= step;
        if (since_tick == TICK_CYCLES) {
            since_tick = 0;
            trace_ring_tick(false);
        }
    }
}

static void forget_overwritten(void)
{
    list_begin += ring->overwritten - overwritten_before;
    overwritten_before = ring->overwritten;
    assert_true(list_begin <= list_end);
}

static void emit_one(uint32_t n)
{
    static const uint8_t data[TRACE_DATA_MAX] = {1, 2, 3, 4};
    struct trace_event *const cells[] = {&zero, &one, &three, &six, &bytes};
    unsigned kind = draw() % 5;
    uint32_t lost_before = ring->dropped + ring->unrecorded;
    uint32_t length = draw() % (TRACE_DATA_MAX + 1);

    switch (kind) {
    case 0:
        trace_event(zero);
        break;
    case 1:
        trace_event(one, n);
        break;
    case 2:
        trace_event(three, n, ~n, n + 1);
        break;
    case 3:
        trace_event(six, n, 2, 3, 4, 5, 6);
        break;
    default:
        trace_data(bytes, data, length);
        break;
    }
    emitted++;
    if (ring->dropped + ring->unrecorded == lost_before) {
        assert_true(list_end - list_begin < LIST_MAX);
        list[list_end++ % LIST_MAX] = (struct expected){
            .time = spoor_port_time(),
            .first = kind == 4 ? length : n,
            .id = cells[kind]->header >> SPOOR_WIRE_TIME_BITS,
        };
    }
    forget_overwritten();
}

static unsigned length_of(const uint32_t *at, unsigned id)
{
    return trace_words[id] == SPOOR_WIRE_WORDS_DATA ? 1 + (at[1] + 3) / 4 : trace_words[id];
}

static void compare(const uint32_t *at, unsigned id)
{
    const struct expected *e = &list[list_begin++ % LIST_MAX];

    assert_true(list_begin <= list_end);
    assert_int_equal(id, e->id);
    assert_int_equal(read_time, e->time);
    if (trace_words[id] != 0) {
        assert_int_equal(at[1], e->first);
    }
    if (id == three.header >> SPOOR_WIRE_TIME_BITS) {
        assert_int_equal(at[2], ~e->first);
        assert_int_equal(at[3], e->first + 1);
    }
    records_read++;
}

static void read_part(const struct trace_subbuf *p)
{
    const uint32_t *at = p->records;

    assert_int_equal(p->head.magic, SPOOR_WIRE_SUBBUF_MAGIC);
    read_time = (uint64_t)p->head.time_high << 32 | p->head.time_low;
    while (at < p->records + p->head.used_words) {
        unsigned id = *at >> SPOOR_WIRE_TIME_BITS;

        if (id == SPOOR_WIRE_ID_TIME) {
            read_time = (uint64_t)at[2] << 32 | at[1];
        } else {
            read_time += (*at - (uint32_t)read_time) & SPOOR_WIRE_TIME_MASK;
            compare(at, id);
        }
        at += 1 + length_of(at, id);
    }
    assert_ptr_equal(at, p->records + p->head.used_words);
}

static void read_parts(unsigned n)
{
    const struct trace_subbuf *p;

    while (n-- != 0 && (p = trace_ring_oldest(0)) != NULL) {
        read_part(p);
        assert_true(trace_ring_release(0));
    }
}

static uint32_t losses(void)
{
    uint32_t sum = 0;

    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        sum += trace_losses[0][id];
    }
    return sum;
}

static int start(void **state)
{
    static int known;

    (void)state;
    if (!known) {
        trace_rings_init(1);
        trace_client_register(&client, "test");
        trace_service_start(&client, TRACE_USER);
        known = 1;
    }
    trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM);
    trace_rings_stop(false);
    trace_rings_clear();
    list_begin = list_end = emitted = records_read = overwritten_before = 0;
    return 0;
}

static void finish(void)
{
    trace_rings_stop(true);
    read_parts(UINT32_MAX);
    assert_int_equal(list_begin, list_end);
    assert_int_equal(emitted, records_read + ring->dropped + ring->overwritten + ring->unrecorded);
    assert_int_equal(losses(), ring->dropped + ring->overwritten);
}

/* Emit, idle and read at random. `reads` of 16 turns read a sub-buffer. */
static void churn(unsigned reads)
{
    for (uint32_t n = 0; n < 20000; n++) {
        uint32_t r = draw() % 64;

        emit_one(n);
        idle(draw() % 300);
        if (r == 0) {
            idle(draw() % (8 * TICK_CYCLES));
        } else if (r == 1) {
            trace_ring_want_close(0);
        }
        if (draw() % 16 < reads) {
            read_parts(1 + draw() % 2);
        }
    }
}

static void a_ring_read_in_time_loses_nothing(void **state)
{
    (void)state;
    churn(16);
    assert_int_equal(ring->dropped, 0);
    finish();
}

static void times_are_correct_after_long_idle_times(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 40; n++) {
        emit_one(n);
        idle((uint64_t)draw() + (n % 4 == 0 ? UINT64_C(1) << 33 : 0));
        read_parts(1);
    }
    assert_true(fake_wraps > 20);
    assert_int_equal(ring->dropped, 0);
    finish();
}

static void a_full_ring_counts_what_it_drops(void **state)
{
    (void)state;
    churn(1);
    assert_true(ring->dropped > 1000);
    finish();
}

static void overwriting_keeps_the_latest_records_and_counts_the_rest(void **state)
{
    (void)state;
    trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE);
    churn(0);
    assert_true(ring->overwritten > 10000);
    finish();
    assert_true(records_read > 20);
}

static void overwriting_during_a_read_counts_each_record_once(void **state)
{
    (void)state;
    trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE);
    churn(1);
    finish();
}

static void a_subbuf_overwritten_during_a_read_is_counted_as_lost(void **state)
{
    (void)state;
    trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE);
    while (trace_ring_oldest(0) == NULL) {
        emit_one(1);
    }
    for (int n = 0; n < 500; n++) {
        emit_one(2);
    }
    assert_false(trace_ring_release(0));
    finish();
}

static void a_full_ring_in_stop_mode_stops(void **state)
{
    (void)state;
    trace_rings_set_mode(SPOOR_WIRE_MODE_STOP);
    for (uint32_t n = 0; n < 1000; n++) {
        emit_one(n);
    }
    assert_true(ring->paused & TRACE_PAUSED_STOPPED);
    assert_int_equal(ring->dropped, 0);
    finish();
}

static void a_trigger_keeps_records_before_and_after_it(void **state)
{
    (void)state;
    trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE);
    for (uint32_t n = 0; n < 1000; n++) {
        emit_one(n);
    }
    uint64_t triggered = spoor_port_time();

    pass(100);
    trace_rings_trigger(2);
    for (uint32_t n = 0; n < 1000; n++) {
        emit_one(n);
    }
    assert_true(ring->paused & TRACE_PAUSED_STOPPED);
    assert_true(list[list_begin % LIST_MAX].time <= triggered);
    assert_true(list[(list_end - 1) % LIST_MAX].time > triggered);
    finish();
}

static void a_clear_restarts_recording(void **state)
{
    (void)state;
    for (int turn = 0; turn < 50; turn++) {
        for (uint32_t n = draw() % 200; n > 0; n--) {
            emit_one(n);
        }
        (void)trace_ring_oldest(0);
        trace_rings_clear();
        list_begin = list_end;
        emitted = records_read = overwritten_before = 0;
        assert_int_equal(losses(), 0);
    }
    churn(16);
    finish();
}

/* ------------------------------------------------------------------ a reset */

/* The ring's memory keeps its contents over a reset. */
static void after_a_reset_all_records_can_be_read(void **state)
{
    for (int turn = 0; turn < 300; turn++) {
        start(state);
        trace_rings_set_mode(turn % 2 ? SPOOR_WIRE_MODE_OVERWRITE : SPOOR_WIRE_MODE_STREAM);
        for (uint32_t n = draw() % 400; n > 0; n--) {
            emit_one(n);
            idle(draw() % 300);
        }
        read_parts(draw() % 3);
        trace_rings_init(1);
        assert_true(trace_rings_survived());
        read_parts(UINT32_MAX);
        assert_int_equal(list_begin, list_end);
        assert_int_equal(emitted, records_read + ring->dropped + ring->overwritten);
        assert_int_equal(losses(), ring->dropped + ring->overwritten);
        trace_rings_begin();
        assert_false(trace_rings_survived());
        assert_int_equal(losses(), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_ring_read_in_time_loses_nothing, start),
        cmocka_unit_test_setup(times_are_correct_after_long_idle_times, start),
        cmocka_unit_test_setup(a_full_ring_counts_what_it_drops, start),
        cmocka_unit_test_setup(overwriting_keeps_the_latest_records_and_counts_the_rest, start),
        cmocka_unit_test_setup(overwriting_during_a_read_counts_each_record_once, start),
        cmocka_unit_test_setup(a_subbuf_overwritten_during_a_read_is_counted_as_lost, start),
        cmocka_unit_test_setup(a_full_ring_in_stop_mode_stops, start),
        cmocka_unit_test_setup(a_trigger_keeps_records_before_and_after_it, start),
        cmocka_unit_test_setup(a_clear_restarts_recording, start),
        cmocka_unit_test_setup(after_a_reset_all_records_can_be_read, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
