/* SPDX-License-Identifier: BSD-2-Clause */
/* The modes of the ring, on CPU 0, with no events but the test's own. */
#include <string.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/read.h>
#include <spoor/service.h>
#include <spoor/trigger.h>
#include <test/test.h>
#include "walk.h"

TRACE_EVENT_DEF(zero, TRACE_USER);
TRACE_EVENT_DEF(one, TRACE_USER, "n");
TRACE_EVENT_DEF(two, TRACE_USER, "n", "not:x32");
TRACE_EVENT_DEF(six, TRACE_USER, "a", "b", "c", "d", "e", "f");
TRACE_DATA_DEF(text, TRACE_USER, "text:str");
TRACE_RANGE_DEF(phase, TRACE_USER);
TRACE_COUNTER_DEF(level, TRACE_USER);

/* In records: a mix of two and three words, to fill sub-buffers unevenly. */
#define CAPACITY (CONFIG_TRACE_RING_SUBBUFS * TRACE_SUBBUF_ROOM / 2)

static struct trace_client client;

static void begin(enum spoor_wire_mode mode)
{
    static bool known;

    if (!known) {
        REQUIRE(trace_client_register(&client, "ring test") == 0);
        REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
        known = true;
    }
    walk_begin(mode);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
    trace_rings_stop(false);
}

static void end(void (*each)(const struct walk_record *))
{
    CHECK_EQ(trace_service_stop(&client, TRACE_USER), 0);
    walk_end(each);
    CHECK_EQ(trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM), 0);
    trace_rings_stop(false);
}

static uint32_t next_n, first_n, wrong;

static void expect_consecutive(const struct walk_record *r)
{
    if (r->id != event_id_of(&one)) {
        return;
    }
    if (next_n == UINT32_MAX) {
        first_n = r->words[0];
    } else {
        wrong += r->words[0] != next_n;
    }
    next_n = r->words[0] + 1;
}

static void emit(uint32_t from, uint32_t to)
{
    for (uint32_t n = from; n < to; n++) {
        trace_event(one, n);
    }
    next_n = UINT32_MAX;
    wrong = 0;
}

static const struct trace_ring *const ring = &trace_rings[0];

static unsigned evaluated;

static uint32_t evaluate(void)
{
    return ++evaluated;
}

TEST("the words of an event are evaluated only while it is on")
{
    begin(SPOOR_WIRE_MODE_STREAM);
    trace_event_enable(&one, false);
    trace_event_enable(&level, false);
    trace_event_enable(&text, false);
    trace_event(one, evaluate());
    trace_counter(level, evaluate());
    trace_data(text, "", evaluate());
    CHECK_EQ(evaluated, 0);
    trace_event_enable(&one, true);
    trace_event_enable(&level, true);
    trace_event_enable(&text, true);
    trace_event(one, evaluate());
    trace_counter(level, evaluate());
    trace_data(text, "", evaluate() - 3);
    CHECK_EQ(evaluated, 3);
    end(NULL);
}

TEST("records of each length are read back unchanged and in order")
{
    static uint32_t sum;

    begin(SPOOR_WIRE_MODE_STREAM);
    trace_event(zero);
    trace_event(one, 1);
    trace_event(two, 7, ~7u);
    trace_event(six, 1, 2, 3, 4, 5, 6);
    trace_data(text, "hello", 5);
    trace_range_begin(phase);
    trace_counter(level, -3);
    trace_range_end(phase);
    trace_rings_stop(true);

    const struct trace_subbuf *p = trace_ring_oldest(0);

    REQUIRE(p != NULL);
    const uint32_t *at = p->records;

    CHECK_EQ(at[0] >> SPOOR_WIRE_TIME_BITS, event_id_of(&zero));
    CHECK_EQ(at[1] >> SPOOR_WIRE_TIME_BITS, event_id_of(&one));
    CHECK_EQ(at[2], 1);
    CHECK_EQ(at[3] >> SPOOR_WIRE_TIME_BITS, event_id_of(&two));
    CHECK_EQ(at[4], ~at[5]);
    CHECK_EQ(at[6] >> SPOOR_WIRE_TIME_BITS, event_id_of(&six));
    sum = at[7] + at[8] + at[9] + at[10] + at[11] + at[12];
    CHECK_EQ(sum, 21);
    CHECK_EQ(at[13] >> SPOOR_WIRE_TIME_BITS, event_id_of(&text));
    CHECK_EQ(at[14], 5);
    CHECK(memcmp(at + 15, "hello", 5) == 0);
    CHECK_EQ(at[17] >> SPOOR_WIRE_TIME_BITS, event_id_of(&phase));
    CHECK_EQ(at[18], 1);
    CHECK_EQ((int32_t)at[20], -3);
    CHECK_EQ(at[22], 0);
    CHECK_EQ(p->head.used_words, 23);
    end(NULL);
    CHECK_EQ(walks[0].total, 8);
}

TEST("data longer than the maximum is truncated")
{
    static const char long_text[TRACE_DATA_MAX + 9] = {0};

    begin(SPOOR_WIRE_MODE_STREAM);
    trace_data(text, long_text, sizeof long_text);
    trace_rings_stop(true);
    REQUIRE(trace_ring_oldest(0) != NULL);
    CHECK_EQ(trace_ring_oldest(0)->records[1], TRACE_DATA_MAX);
    end(NULL);
}

TEST("at normal load every record is read, in order and intact")
{
    uint32_t n = 0;

    begin(SPOOR_WIRE_MODE_STREAM);
    next_n = UINT32_MAX;
    wrong = 0;
    for (int round = 0; round < 100; round++) {
        for (int i = 0; i < 50; i++) {
            trace_event(one, n++);
        }
        walk_parts(0, UINT32_MAX, expect_consecutive);
    }
    end(expect_consecutive);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(first_n, 0);
    CHECK_EQ(walks[0].seen[event_id_of(&one)], n);
    CHECK_EQ(ring->dropped, 0);
}

TEST("a full ring in mode stream drops new records, counted in total and by ID")
{
    begin(SPOOR_WIRE_MODE_STREAM);
    emit(0, 2 * CAPACITY);
    for (int i = 0; i < 10; i++) {
        trace_event(six, 1, 2, 3, 4, 5, 6);
        trace_data(text, "lost", 4);
    }
    end(expect_consecutive);

    uint32_t seen = walks[0].seen[event_id_of(&one)];

    CHECK_EQ(wrong, 0);
    CHECK_EQ(first_n, 0);
    CHECK(seen >= CAPACITY - CONFIG_TRACE_RING_SUBBUFS && seen <= CAPACITY);
    CHECK_EQ(seen + trace_losses[0][event_id_of(&one)], 2 * CAPACITY);
    CHECK_EQ(trace_losses[0][event_id_of(&six)], 10);
    CHECK_EQ(trace_losses[0][event_id_of(&text)], 10);
    CHECK_EQ(ring->dropped, trace_losses[0][event_id_of(&one)] + 20);
    CHECK_EQ(ring->overwritten, 0);
}

TEST("the sub-buffer after a loss holds the number of records lost before it")
{
    begin(SPOOR_WIRE_MODE_STREAM);
    emit(0, CAPACITY + 7);
    uint32_t dropped = ring->dropped;

    CHECK(dropped >= 7);
    CHECK_EQ(walk_parts(0, 1, NULL), 1);
    trace_event(one, 1);
    trace_rings_stop(true);
    walk_parts(0, CONFIG_TRACE_RING_SUBBUFS - 1, NULL);
    const struct trace_subbuf *p = trace_ring_oldest(0);

    REQUIRE(p != NULL);
    CHECK_EQ(p->head.dropped, dropped);
    CHECK_EQ(p->head.used_words, 2);
    end(NULL);
}

TEST("mode overwrite keeps the latest records and counts evicted records by ID")
{
    const uint32_t emitted = 3 * CAPACITY + 5;

    begin(SPOOR_WIRE_MODE_OVERWRITE);
    emit(0, emitted);
    end(expect_consecutive);

    uint32_t seen = walks[0].seen[event_id_of(&one)];

    CHECK_EQ(wrong, 0);
    CHECK_EQ(next_n, emitted);
    CHECK_EQ(first_n, emitted - seen);
    CHECK(seen > CAPACITY - 2 * TRACE_SUBBUF_ROOM);
    CHECK_EQ(seen + trace_losses[0][event_id_of(&one)], emitted);
    CHECK_EQ(ring->overwritten, trace_losses[0][event_id_of(&one)]);
    CHECK_EQ(ring->dropped, 0);
}

TEST("mode stop keeps the first records and then stops recording")
{
    begin(SPOOR_WIRE_MODE_STOP);
    emit(0, 2 * CAPACITY);
    CHECK(ring->paused & TRACE_PAUSED_STOPPED);
    end(expect_consecutive);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(first_n, 0);
    CHECK_EQ(walks[0].seen[event_id_of(&one)] + ring->unrecorded, 2 * CAPACITY);
    CHECK_EQ(ring->dropped, 0);
}

TEST("a trigger keeps the requested part of the past and stops when the rest of the ring is full")
{
    const unsigned pre = CONFIG_TRACE_RING_SUBBUFS / 4;
    const uint32_t at = 2 * CAPACITY;

    begin(SPOOR_WIRE_MODE_OVERWRITE);
    emit(0, at);
    trace_rings_trigger(pre);
    emit(at, 2 * at);
    CHECK(ring->paused & TRACE_PAUSED_STOPPED);
    end(expect_consecutive);
    CHECK_EQ(wrong, 0);
    CHECK(first_n <= at - (pre - 1) * TRACE_SUBBUF_ROOM / 2 &&
          first_n >= at - (pre + 1) * TRACE_SUBBUF_ROOM / 2);
    CHECK(next_n >= at + (CONFIG_TRACE_RING_SUBBUFS - pre - 1) * TRACE_SUBBUF_ROOM / 2);
    CHECK(next_n <= at + (CONFIG_TRACE_RING_SUBBUFS - pre) * TRACE_SUBBUF_ROOM / 2);
}

TRACE_POINT_DEF(crashes);

static void set_action(const char *name)
{
    const struct trace_condition at_once = {TRACE_QUANTITY_COUNT, TRACE_AT_LEAST, 1};

    trace_point_reset(&crashes);
    CHECK_EQ(trace_trigger_set(&crashes, NULL, &at_once, trace_action_find(name)), 0);
}

TEST("the action freeze keeps half a ring of history and stops")
{
    const uint32_t at = 2 * CAPACITY;

    begin(SPOOR_WIRE_MODE_OVERWRITE);
    set_action("freeze");
    emit(0, at);
    trace_point_set(&crashes);
    CHECK(!(ring->paused & TRACE_PAUSED_STOPPED));
    emit(at, 2 * at);
    CHECK(ring->paused & TRACE_PAUSED_STOPPED);
    CHECK_EQ(trace_trigger_clear(&crashes, NULL), 1);
    end(expect_consecutive);
    CHECK_EQ(wrong, 0);
    CHECK(first_n < at && next_n >= at + CAPACITY / 4);
}

TRACE_BLOCK_DEF(slow);

TEST("freeze keeps the history of its first firing and stops, even if its condition keeps holding")
{
    const struct trace_condition each_time = {TRACE_QUANTITY_LAST, TRACE_AT_LEAST, 0};
    const uint32_t at = 2 * CAPACITY;

    begin(SPOOR_WIRE_MODE_OVERWRITE);
    CHECK_EQ(trace_trigger_set(NULL, &slow, &each_time, trace_action_find("freeze")), 0);
    emit(0, at);
    for (uint32_t n = at; n < 2 * at; n++) {
        trace_block_record(&slow, 1);
        emit(n, n + 1);
    }
    CHECK(ring->paused & TRACE_PAUSED_STOPPED);
    CHECK_EQ(trace_trigger_clear(NULL, &slow), 1);
    end(expect_consecutive);
    CHECK_EQ(wrong, 0);
    CHECK(first_n < at && next_n >= at + CAPACITY / 4);
}

TEST("a trigger on a stopped ring has no effect after a restart")
{
    begin(SPOOR_WIRE_MODE_OVERWRITE);
    trace_rings_stop(true);
    trace_rings_trigger(1);
    trace_rings_stop(false);
    emit(0, 2 * CAPACITY);
    CHECK(!(ring->paused & TRACE_PAUSED_STOPPED));
    end(expect_consecutive);
    CHECK_EQ(wrong, 0);
}

TEST("the action record records the point that fired and its count")
{
    uint32_t before = ring->dropped, triggered = 0;

    begin(SPOOR_WIRE_MODE_STREAM);
    set_action("record");
    array_spread_foreach_ptr (d, trace_event_names) {
        triggered = strcmp(d->name, "triggered") == 0 ? event_id_of(d->event) : triggered;
    }
    trace_point_set(&crashes);
    trace_point_set(&crashes); /* no edge */
    CHECK_EQ(trace_trigger_clear(&crashes, NULL), 1);
    end(expect_consecutive);
    CHECK_EQ(walks[0].seen[triggered], 1);
    CHECK_EQ(ring->dropped, before);
}

TEST("idling uses no space: one time record is rewritten, and later times are right")
{
    begin(SPOOR_WIRE_MODE_STREAM);
    trace_event(one, 1);
    thread_sleep(500); /* several wraps of a record's time bits */
    trace_event(one, 2);
    uint64_t time = spoor_port_time();

    trace_rings_stop(true);
    const struct trace_subbuf *p = trace_ring_oldest(0);

    REQUIRE(p != NULL);
    CHECK_EQ(p->head.used_words, 7);
    CHECK_EQ(p->records[2] >> SPOOR_WIRE_TIME_BITS, SPOOR_WIRE_ID_TIME);
    end(NULL);
    CHECK_EQ(walks[0].total, 2);
    CHECK(time - walks[0].time < spoor_port_cycles_hz() / 1000);
}

TEST("the tick closes a sub-buffer that the reader asked for, if it holds a record")
{
    begin(SPOOR_WIRE_MODE_STREAM);
    trace_ring_want_close(0);
    thread_sleep(5);
    CHECK(trace_ring_oldest(0) == NULL);
    trace_event(one, 1);
    trace_ring_want_close(0);
    thread_sleep(5);
    CHECK(trace_ring_oldest(0) != NULL);
    uint32_t closed = trace_rings[0].closed;

    trace_event(one, 2);
    thread_sleep(5);
    CHECK_EQ(trace_rings[0].closed, closed); /* the reader asked for one */
    end(NULL);
}

TEST("clearing takes the sub-buffer from the reader, whose release then fails")
{
    begin(SPOOR_WIRE_MODE_STREAM);
    emit(0, CAPACITY);
    CHECK(trace_ring_oldest(0) != NULL);
    trace_rings_clear();
    CHECK(!trace_ring_release(0));
    CHECK(trace_ring_oldest(0) == NULL);
    emit(0, 10);
    end(expect_consecutive);
    CHECK_EQ(walks[0].total, 10);
}

TEST("an overwriting ring takes the sub-buffer from the reader and counts it as lost")
{
    begin(SPOOR_WIRE_MODE_OVERWRITE);
    emit(0, CAPACITY);
    CHECK(trace_ring_oldest(0) != NULL);
    emit(CAPACITY, 2 * CAPACITY);
    CHECK(!trace_ring_release(0));
    end(NULL);
    CHECK_EQ(walks[0].total + ring->overwritten, 2 * CAPACITY);
}
