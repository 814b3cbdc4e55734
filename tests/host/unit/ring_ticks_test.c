/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Times that ticks and the scheduler write into a ring, with interrupts at the worst moments; what the reader
 * sees of an open sub-buffer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/trace.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <spoor/core/ring.h>
#include <spoor/core/selection.h>
#include <spoor/port/hooks.h>
#include <spoor/port/irq.h>
#include <spoor/service.h>
#include <spoor/trigger.h>

TRACE_EVENT_DEF(zero, TRACE_USER);
TRACE_EVENT_DEF(one, TRACE_USER, "n");
TRACE_DATA_DEF(bytes, TRACE_USER, "bytes:hex");
TRACE_BLOCK_DEF(block);
TRACE_POINT_DEF(point);

static struct trace_client client;
static struct trace_ring *const ring = &trace_rings[0];
static unsigned woken;

void spoor_port_wake_drain(void)
{
    woken++;
}

static int start(void **state)
{
    static int known;

    (void)state;
    fake_cycles = 1000;
    fake_wraps = 0;
    fake_after_time = fake_interrupt = NULL;
    trace_rings_init(known ? 2 : 1);
    trace_rings_init(1);
    if (!known++) {
        (void)trace_client_register(&client, "test");
        (void)trace_service_start(&client, TRACE_USER);
    }
    trace_rings_streamed = false;
    return trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM);
}

static void blocks_and_points_have_ids_after_events(void **state)
{
    (void)state;
    assert_int_equal(trace_block_id(&block), SPOOR_WIRE_ID_FIRST + SPOOR_ARRAY_SPREAD_SIZE(trace_events));
    assert_int_equal(trace_point_id(&point), trace_block_id(&block) + 1);
    assert_int_equal(trace_words[trace_block_id(&block)], SPOOR_WIRE_BLOCK_WORDS);
    assert_int_equal(trace_words[trace_point_id(&point)], SPOOR_WIRE_POINT_WORDS);
    assert_int_equal(trace_words[trace_ids()], TRACE_WORDS_NONE);
    assert_int_equal(trace_events_beyond(), 0);
}

/* ------------------------------------------------------------------ the scheduler's times */

static uint32_t *words(void)
{
    return ring->open->records;
}

static bool is_time(const uint32_t *at, uint32_t time)
{
    return at[0] == (SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_TIME) | (time & SPOOR_WIRE_TIME_MASK)) &&
           at[1] == time && at[2] == 0;
}

static void tick_late_at(uint32_t time)
{
    fake_cycles = time;
    trace_ring_tick(true);
}

static void a_late_tick_replaces_a_time_but_no_record(void **state)
{
    (void)state;
    trace_event(zero);
    tick_late_at(2000);
    assert_true(is_time(words() + 1, 2000));
    tick_late_at(3000);
    assert_true(is_time(words() + 1, 3000));
    assert_ptr_equal(ring->next, words() + 4);
    trace_event(zero);
    tick_late_at(4000);
    assert_true(is_time(words() + 1, 3000));
    assert_true(is_time(words() + 5, 4000));
    assert_ptr_equal(ring->next, words() + 8);
    assert_ptr_equal(ring->next, ring->tick_next);
}

static void a_late_tick_writes_the_time_in_an_empty_subbuf(void **state)
{
    (void)state;
    trace_event(zero);
    ring->next = words();
    ring->tick_next = NULL;
    tick_late_at(2000);
    assert_true(is_time(words(), 2000));
}

static void record(void)
{
    fake_cycles += 10;
    trace_event(zero);
}

/* A time that precedes the record of the interrupt must not follow it. The next sub-buffer begins with the
 * time. */
static void a_time_before_an_interrupts_record_is_not_written(void **state)
{
    (void)state;
    trace_event(zero);
    fake_after_time = record;
    tick_late_at(2000);
    assert_null(fake_after_time);
    assert_null(ring->open);
    assert_int_equal(trace_ring_oldest(0)->head.used_words, 2);
}

/* A tick in time leaves it to the next one. */
static void a_tick_before_an_interrupts_record_takes_note_of_it(void **state)
{
    (void)state;
    trace_event(zero);
    trace_ring_tick(false);
    fake_after_time = record;
    trace_ring_tick(false);
    assert_null(fake_after_time);
    assert_ptr_equal(ring->next, words() + 2);
    assert_ptr_equal(ring->tick_next, ring->next);
}

static void a_late_tick_needs_an_open_subbuf_with_room(void **state)
{
    (void)state;
    tick_late_at(2000);
    assert_null(ring->open);
    for (unsigned n = 0; n < TRACE_SUBBUF_ROOM - 3; n++) {
        trace_event(zero);
    }
    tick_late_at(3000); /* the last place */
    assert_ptr_equal(ring->next, words() + TRACE_SUBBUF_ROOM);
    trace_rings_clear();
    for (unsigned n = 0; n < TRACE_SUBBUF_ROOM - 2; n++) {
        trace_event(zero);
    }
    tick_late_at(4000);
    assert_null(ring->open);
    assert_int_equal(trace_ring_oldest(0)->head.used_words, TRACE_SUBBUF_ROOM - 2);
}

/* ------------------------------------------------------------------ the reader */

static void close_one(void)
{
    trace_event(zero);
    trace_ring_close(0);
}

static void a_tick_wakes_the_drain_if_there_is_something_to_send(void **state)
{
    (void)state;
    woken = 0;
    trace_ring_tick(false);
    close_one();
    trace_ring_tick(false);
    assert_int_equal(woken, 0); /* nothing is streamed */
    trace_rings_streamed = true;
    trace_ring_tick(false);
    assert_int_equal(woken, 1);
    assert_int_equal(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE), 0);
    trace_ring_tick(false);
    assert_int_equal(woken, 1);
    assert_int_equal(trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM), 0);
    assert_non_null(trace_ring_oldest(0));
    assert_true(trace_ring_release(0));
    trace_ring_tick(false);
    assert_int_equal(woken, 1); /* everything was read */
}

static void close_while_data_are_written(void)
{
    trace_ring_close(0);
    assert_int_equal(ring->closed, 1);
    assert_null(trace_ring_oldest(0));
}

static void a_subbuf_is_lent_when_its_last_record_is_complete(void **state)
{
    (void)state;
    trace_event(zero); /* opens the sub-buffer, so that the next lock is that of the data */
    fake_interrupt = close_while_data_are_written;
    trace_data(bytes, "abcd", 4);
    assert_null(fake_interrupt);
    assert_int_equal(ring->closed, 1);
    assert_non_null(trace_ring_oldest(0));
    assert_int_equal(trace_ring_oldest(0)->head.used_words, 1 + 3);
}

static uint64_t read_until(void)
{
    struct trace_ring_counts counts;

    trace_ring_get_counts(0, &counts);
    return counts.until;
}

static bool opened_empty;

/* Called at the end of each lock until the sub-buffer is open and has no record yet. */
static void look_at_an_empty_subbuf(void)
{
    if (ring->open == NULL) {
        fake_interrupt = look_at_an_empty_subbuf;
        return;
    }
    assert_ptr_equal(ring->next, words());
    opened_empty = true;
    fake_cycles += 100;
    assert_int_equal(read_until(), 1100);
    trace_ring_close(0); /* there is nothing to close */
    assert_ptr_equal(ring->next, words());
    assert_int_equal(ring->closed, 0);
}

static void no_record_before_the_next_ones_time_can_follow(void **state)
{
    (void)state;
    assert_int_equal(read_until(), 1000);
    trace_ring_close(0);
    assert_int_equal(ring->closed, 0);
    fake_interrupt = look_at_an_empty_subbuf;
    trace_event(one, 1);
    assert_true(opened_empty);
    fake_cycles = 5000;
    assert_int_equal(read_until(), 1000); /* that of the open sub-buffer */
    trace_ring_close(0);
    assert_int_equal(ring->closed, 1);
    fake_cycles = 6000;
    trace_event(zero);
    assert_int_equal(read_until(), 1000); /* of the closed one */
    assert_non_null(trace_ring_oldest(0));
    assert_true(trace_ring_release(0));
    assert_int_equal(read_until(), 6000);
    fake_cycles = 7000;
    trace_rings_stop(true);
    assert_non_null(trace_ring_oldest(0));
    assert_true(trace_ring_release(0));
    fake_cycles = 8000;
    assert_int_equal(read_until(), 7000); /* what follows isn't recorded */
    trace_rings_stop(false);
    assert_int_equal(read_until(), 8000);
}

static void a_second_trigger_does_not_postpone_the_stop(void **state)
{
    (void)state;
    assert_int_equal(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE), 0);
    trace_rings_trigger(1);
    assert_int_equal(ring->trigger_subbufs, CONFIG_TRACE_RING_SUBBUFS - 1);
    close_one();
    assert_int_equal(ring->trigger_subbufs, CONFIG_TRACE_RING_SUBBUFS - 2);
    trace_rings_trigger(1);
    assert_int_equal(ring->trigger_subbufs, CONFIG_TRACE_RING_SUBBUFS - 2);
    close_one();
    close_one();
    assert_true(ring->paused & TRACE_PAUSED_STOPPED);
    trace_rings_trigger(1); /* it has stopped */
    assert_int_equal(ring->trigger_subbufs, 0);
    trace_rings_clear();
}

static void a_trigger_keeps_at_most_the_whole_ring(void **state)
{
    (void)state;
    assert_int_equal(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE), 0);
    trace_rings_trigger(100);
    assert_int_equal(ring->trigger_subbufs, 1);
    close_one();
    assert_true(ring->paused & TRACE_PAUSED_STOPPED);
    trace_rings_clear();
}

/* ------------------------------------------------------------------ what is excluded */

static uint32_t recorded_by(bool in_isr)
{
    uint32_t before = ring->unrecorded;

    fake_in_isr = in_isr;
    trace_event(one, 1);
    trace_data(bytes, "abcd", 4);
    fake_in_isr = false;
    return 2 - (ring->unrecorded - before);
}

static void a_filter_by_threads_lets_interrupts_pass(void **state)
{
    (void)state;
    trace_filtering = true;
    assert_int_equal(recorded_by(false), 2);
    trace_ring_filter(TRACE_FILTERED_THREADS);
    assert_int_equal(recorded_by(false), 0);
    assert_int_equal(recorded_by(true), 2);
    trace_ring_filter(TRACE_FILTERED_ALL);
    assert_int_equal(recorded_by(true), 0);
    trace_ring_unfilter(0);
    assert_int_equal(recorded_by(false), 2);
    trace_ring_filter_cpu(0, true);
    assert_int_equal(recorded_by(true), 0);
    trace_ring_filter_cpu(0, false);
    assert_int_equal(recorded_by(false), 2);
    trace_filtering = false;
}

static void the_times_of_a_selection_are_those_of_its_change(void **state)
{
    struct trace_selection s;

    (void)state;
    (void)trace_selection_take(&s);
    fake_cycles = 2000;
    trace_selection_change();
    assert_true(trace_selection_is_new());
    assert_true(trace_selection_take(&s));
    assert_int_equal(s.from, 2000);
    assert_true(s.since == TRACE_SELECTION_CHANGES);
    assert_false(trace_selection_take(&s));
    fake_cycles = 3000;
    trace_selection_changed();
    assert_true(trace_selection_take(&s));
    assert_int_equal(s.since, 3000);
    trace_selection_pause(2500);
    trace_selection_pause(2700); /* the first one counts */
    assert_true(trace_selection_take(&s));
    assert_int_equal(s.from, 2500);
}

/* ------------------------------------------------------------------ records without an event's macro */

static void words_are_recorded_with_any_header(void **state)
{
    static const uint32_t three[] = {7, 8, 9};

    (void)state;
    for (unsigned n = 0; n <= 3; n++) {
        trace_emit_words(SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_ENTER), three, n);
        const uint32_t *at = ring->next - n - 1;

        assert_int_equal(*at >> SPOOR_WIRE_TIME_BITS, SPOOR_WIRE_ID_ENTER);
        assert_memory_equal(at + 1, three, 4 * n);
    }
}

static void an_action_records_the_point_or_block_that_fired(void **state)
{
    struct trace_trigger trigger = {.point = &point, .fired = 3};
    const struct trace_action *action = trace_action_find("record");

    (void)state;
    assert_non_null(action);
    action->run(&trigger);
    assert_int_equal(ring->next[-2], (uint32_t)(uintptr_t)&point);
    assert_int_equal(ring->next[-1], 3);
    trigger.point = NULL;
    trigger.block = &block;
    action->run(&trigger);
    assert_int_equal(ring->next[-2], (uint32_t)(uintptr_t)&block);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(blocks_and_points_have_ids_after_events, start),
        cmocka_unit_test_setup(a_late_tick_replaces_a_time_but_no_record, start),
        cmocka_unit_test_setup(a_late_tick_writes_the_time_in_an_empty_subbuf, start),
        cmocka_unit_test_setup(a_time_before_an_interrupts_record_is_not_written, start),
        cmocka_unit_test_setup(a_tick_before_an_interrupts_record_takes_note_of_it, start),
        cmocka_unit_test_setup(a_late_tick_needs_an_open_subbuf_with_room, start),
        cmocka_unit_test_setup(a_tick_wakes_the_drain_if_there_is_something_to_send, start),
        cmocka_unit_test_setup(a_subbuf_is_lent_when_its_last_record_is_complete, start),
        cmocka_unit_test_setup(no_record_before_the_next_ones_time_can_follow, start),
        cmocka_unit_test_setup(a_second_trigger_does_not_postpone_the_stop, start),
        cmocka_unit_test_setup(a_trigger_keeps_at_most_the_whole_ring, start),
        cmocka_unit_test_setup(a_filter_by_threads_lets_interrupts_pass, start),
        cmocka_unit_test_setup(the_times_of_a_selection_are_those_of_its_change, start),
        cmocka_unit_test_setup(words_are_recorded_with_any_header, start),
        cmocka_unit_test_setup(an_action_records_the_point_or_block_that_fired, start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
