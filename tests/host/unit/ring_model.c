/* SPDX-License-Identifier: BSD-2-Clause */
/* See ring_model.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include "ring_priv.h"
#include "ring_model.h"

#define TICK_CYCLES ((1u << 21) - 5000) /* the longest allowed period, minus the duration of a tick */
#define LOG_MAX     4096
#define DATA_WORDS  5

TRACE_EVENT_DEF(zero, TRACE_USER);
TRACE_EVENT_DEF(one, TRACE_USER, "n");
TRACE_EVENT_DEF(three, TRACE_USER, "a", "b", "c");
TRACE_EVENT_DEF(six, TRACE_USER, "a", "b", "c", "d", "e", "f");
TRACE_DATA_DEF(bytes, TRACE_USER, "bytes:hex");

void spoor_port_wake_drain(void)
{
}

/* The emitted records by number. The number is stored in the record. */
static struct emission {
    uint32_t id;
    uint32_t begin, end; /* times of the call; NEVER: still running */
    unsigned cpu;        /* whose ring */
    bool seen;
} emissions[LOG_MAX];
static uint32_t emission_count, records_read;
static uint32_t clear_begin, clear_end; /* times of the clear; 0: none */

static uint32_t taking_since;           /* when the current sub-buffer was requested */
static uint64_t last_time[CONFIG_CPUS]; /* time of the last record read */

static struct emission *begin_emission(uint32_t *n, const struct trace_event *e)
{
    *n = emission_count++;
    assert_true(*n < LOG_MAX);
    emissions[*n] = (struct emission){e->header >> SPOOR_WIRE_TIME_BITS, fake_cycles, NEVER, fake_cpu, false};
    return &emissions[*n];
}

void emit_one(void)
{
    uint32_t n;
    struct emission *e = begin_emission(&n, &one);

    trace_event(one, n);
    e->end = fake_cycles;
}

void emit_three(void)
{
    uint32_t n;
    struct emission *e = begin_emission(&n, &three);

    trace_event(three, n, ~n, n + 1);
    e->end = fake_cycles;
}

void emit_six(void)
{
    uint32_t n;
    struct emission *e = begin_emission(&n, &six);

    trace_event(six, n, ~n, n + 1, n + 2, n + 3, n + 4);
    e->end = fake_cycles;
}

void emit_bytes(void)
{
    uint32_t n, data[DATA_WORDS];
    struct emission *e = begin_emission(&n, &bytes);

    for (unsigned i = 0; i < DATA_WORDS; i++) {
        data[i] = n + i;
    }
    trace_emit_bytes(bytes.header, data, sizeof data); /* trace_data() may be limited to less */
    e->end = fake_cycles;
}

/* More records than fit into a sub-buffer. */
void emit_some(void)
{
    for (unsigned i = 0; i < PART_SHORT; i++) {
        emit_one();
    }
    emit_bytes();
}

/* More records than fit into the ring. */
void emit_many(void)
{
    for (unsigned i = 0; i < CONFIG_TRACE_RING_SUBBUFS; i++) {
        emit_some();
    }
}

void tick(void)
{
    trace_ring_tick(false);
}

void tick_and_close(void)
{
    trace_ring_want_close(0);
    trace_ring_tick(false);
    emit_one();
}

/* Almost a wrap of the times in records. */
void tick_for_long(void)
{
    for (unsigned i = 0; i < 3; i++) {
        fake_cycles += TICK_CYCLES;
        trace_ring_tick(false);
    }
    emit_one();
}

static bool may_pause; /* records may have been excluded by a filter or a stop */

void trigger(void)
{
    may_pause = true;
    trace_rings_trigger(1);
    emit_some();
}

void stop_rings(void)
{
    may_pause = true;
    trace_rings_stop(true);
}

void restart_rings(void)
{
    trace_rings_stop(false);
}

void stop_and_restart(void)
{
    stop_rings();
    emit_one();
    restart_rings();
    emit_one();
}

void clear(void)
{
    clear_begin = fake_cycles;
    trace_rings_clear();
    clear_end = fake_cycles;
}

static uint32_t number_of(const uint32_t *at, uint32_t id)
{
    if (id == one.header >> SPOOR_WIRE_TIME_BITS) {
        return at[1];
    }
    if (id == three.header >> SPOOR_WIRE_TIME_BITS) {
        assert_int_equal(at[2], ~at[1]);
        assert_int_equal(at[3], at[1] + 1);
        return at[1];
    }
    if (id == six.header >> SPOOR_WIRE_TIME_BITS) {
        for (unsigned i = 0; i < 4; i++) {
            assert_int_equal(at[3 + i], at[1] + 1 + i);
        }
        assert_int_equal(at[2], ~at[1]);
        return at[1];
    }
    assert_int_equal(id, bytes.header >> SPOOR_WIRE_TIME_BITS);
    assert_int_equal(at[1], 4 * DATA_WORDS);
    for (unsigned i = 0; i < DATA_WORDS; i++) {
        assert_int_equal(at[2 + i], at[2] + i);
    }
    return at[2];
}

static void compare(const uint32_t *at, uint32_t id, uint64_t time, unsigned cpu)
{
    uint32_t n = number_of(at, id);

    assert_true(n < emission_count);
    struct emission *e = &emissions[n];

    assert_int_equal(e->id, id);
    assert_int_equal(e->cpu, cpu);
    assert_false(e->seen);
    assert_true(time >= e->begin && time <= e->end);
    assert_true(clear_end == 0 || taking_since <= clear_end || e->end >= clear_begin);
    e->seen = true;
    records_read++;
}

static void read_part(const struct trace_subbuf *p, unsigned cpu)
{
    const uint32_t *at = p->records, *end = p->records + p->head.used_words;
    uint64_t time = (uint64_t)p->head.time_high << 32 | p->head.time_low;

    assert_int_equal(p->head.magic, SPOOR_WIRE_SUBBUF_MAGIC);
    assert_true(time >= last_time[cpu]);
    while (at < end) {
        uint32_t id = *at >> SPOOR_WIRE_TIME_BITS;
        bool data = trace_words[id] == SPOOR_WIRE_WORDS_DATA;

        time += (*at - (uint32_t)time) & SPOOR_WIRE_TIME_MASK;
        assert_true(time <= fake_cycles);
        if (id == SPOOR_WIRE_ID_TIME) {
            uint64_t now = (uint64_t)at[2] << 32 | at[1];

            assert_true(now >= time && now <= fake_cycles);
            time = now;
        } else {
            compare(at, id, time, cpu);
        }
        at += data ? 2 + (at[1] + 3) / 4 : 1u + trace_words[id];
    }
    assert_ptr_equal(at, end);
    last_time[cpu] = time;
}

bool read_one(unsigned cpu)
{
    struct trace_subbuf copy;

    taking_since = fake_cycles;
    if (!trace_ring_take(cpu, &copy)) {
        return false;
    }
    read_part(&copy, cpu);
    return true;
}

void read_all(void)
{
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        while (read_one(cpu)) {
        }
    }
}

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
    uint32_t lost = 0, unrecorded = 0, cleared = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        uint32_t lost_by_id = 0, lost_here = trace_rings[cpu].dropped + trace_rings[cpu].overwritten;

        for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
            lost_by_id += trace_losses[cpu][id];
        }
        assert_int_equal(lost_by_id, lost_here);
        lost += lost_here;
        unrecorded += trace_rings[cpu].unrecorded;
        cleared += trace_rings[cpu].cleared;
    }
    if (clear_begin == 0) {
        assert_int_equal(records_read + lost + unrecorded, emission_count);
        for (unsigned id = SPOOR_WIRE_ID_FIRST; id < trace_ids() && unrecorded == 0; id++) {
            uint32_t missing = 0;

            for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
                missing -= trace_losses[cpu][id];
            }
            for (uint32_t n = 0; n < emission_count; n++) {
                missing += emissions[n].id == id && !emissions[n].seen;
            }
            assert_int_equal(missing, 0);
        }
    } else {
        uint32_t accounted = records_read + lost + cleared + unrecorded;

        /* A clear resets the count of excluded records, but no other count. */
        assert_true(accounted <= emission_count);
        assert_true(may_pause || accounted == emission_count);
        for (uint32_t n = records_read = 0; n < emission_count; n++) {
            records_read += emissions[n].seen && emissions[n].end >= clear_begin;
        }
        assert_true(records_read + lost + unrecorded >= begun_after(clear_end));
        assert_true(records_read + lost + unrecorded <= ended_after(clear_begin));
    }
}

/* All records can be read: an incomplete record doesn't block its sub-buffer forever. */
void model_finish(void)
{
    assert_int_equal(fake_lock_depth, 0);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        assert_true(trace_rings[cpu].closed - trace_rings[cpu].read <= CONFIG_TRACE_RING_SUBBUFS);
    }
    trace_rings_stop(true);
    read_all();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        assert_int_equal(trace_rings[cpu].closed, trace_rings[cpu].read);
        for (unsigned n = 0; n < CONFIG_TRACE_RING_SUBBUFS; n++) {
            assert_int_equal(trace_rings[cpu].pending[n], 0);
        }
    }
    check_counts();
}

uint32_t model_emissions(void)
{
    return emission_count;
}

bool model_was_read(uint32_t number)
{
    return emissions[number].seen;
}

uint32_t model_read_from(unsigned cpu)
{
    uint32_t count = 0;

    for (uint32_t n = 0; n < emission_count; n++) {
        count += emissions[n].cpu == cpu && emissions[n].seen;
    }
    return count;
}

bool model_records(unsigned id)
{
    return id == six.header >> SPOOR_WIRE_TIME_BITS || id == bytes.header >> SPOOR_WIRE_TIME_BITS;
}

void model_start(void)
{
    static struct trace_client client;

    fake_cycles = 1;
    trace_rings_init(1);
    trace_client_register(&client, "test");
    trace_service_start(&client, TRACE_USER);
}

static struct trace_ring kept_ring;
static uint32_t kept_count, kept_losses[CONFIG_TRACE_IDS];
static uint32_t kept_cycles;

void model_prepare(enum spoor_wire_mode mode, unsigned filled)
{
    trace_rings_set_mode(mode);
    trace_rings_stop(false);
    trace_rings_clear();
    emission_count = records_read = 0;
    clear_begin = clear_end = 0;
    may_pause = mode == SPOOR_WIRE_MODE_STOP;
    ring->cleared = 0;
    memset(last_time, 0, sizeof last_time);
    fake_cycles = 1; /* doesn't wrap in this test */
    for (unsigned n = 0; n < filled; n++) {
        fake_cycles++;
        emit_one();
    }
    kept_ring = *ring;
    kept_count = emission_count;
    kept_cycles = fake_cycles;
    memcpy(kept_losses, trace_losses, sizeof kept_losses);
}

void model_restore(void)
{
    *ring = kept_ring;
    may_pause = ring->mode == SPOOR_WIRE_MODE_STOP;
    emission_count = kept_count;
    fake_cycles = kept_cycles;
    memcpy(trace_losses, kept_losses, sizeof kept_losses);
    for (uint32_t n = 0; n < emission_count; n++) {
        emissions[n].seen = false;
    }
    records_read = 0;
    memset(last_time, 0, sizeof last_time);
    clear_begin = clear_end = 0;
}

/* Check the ring as a memory dump taken now: only complete records may have a number. */
void model_check_image(void)
{
    for (unsigned n = 0; n < CONFIG_TRACE_RING_SUBBUFS; n++) {
        const struct trace_subbuf *p = &ring->subbufs[n];

        if (p->head.number == 0) {
            continue;
        }
        assert_int_equal((p->head.number - 1) % CONFIG_TRACE_RING_SUBBUFS, n);
        if (p->head.used_words == SPOOR_WIRE_SUBBUF_OPEN) {
            assert_ptr_equal(ring->open, p);
            assert_in_range(ring->next - p->records, 0, TRACE_SUBBUF_ROOM);
        } else {
            assert_in_range(p->head.used_words, 0, TRACE_SUBBUF_ROOM);
        }
    }
}
