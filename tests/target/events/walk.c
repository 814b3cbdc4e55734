/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <spoor/core/ids.h>
#include <spoor/core/read.h>
#include <test/test.h>
#include "walk.h"

struct walk walks[CONFIG_CPUS];

void walk_begin(enum spoor_wire_mode mode)
{
    trace_rings_stop(true);
    CHECK_EQ(trace_rings_set_mode(mode), 0);
    trace_rings_clear();
    memset(walks, 0, sizeof walks);
}

static unsigned length_of(const uint32_t *at, unsigned id)
{
    return trace_words[id] == SPOOR_WIRE_WORDS_DATA ? 1 + (at[1] + 3) / 4 : trace_words[id];
}

/* Full time of a record. Records are less than half a wrap apart; a larger step is a step back. */
static uint64_t time_of(uint64_t before, uint32_t header)
{
    uint32_t step = (header - (uint32_t)before) & SPOOR_WIRE_TIME_MASK;

    CHECK(step <= SPOOR_WIRE_TIME_MASK / 2);
    return before + step;
}

static void walk_part(unsigned cpu, const struct trace_subbuf *p, void (*each)(const struct walk_record *))
{
    struct walk *w = &walks[cpu];
    uint64_t opened = (uint64_t)p->head.time_high << 32 | p->head.time_low;
    const uint32_t *at = p->records;
    const uint32_t *end = at + p->head.used_words;

    CHECK_EQ(p->head.magic, SPOOR_WIRE_SUBBUF_MAGIC);
    CHECK(p->head.used_words <= TRACE_SUBBUF_ROOM);
    CHECK(opened >= w->time);
    w->time = opened;
    while (at < end) {
        unsigned id = *at >> SPOOR_WIRE_TIME_BITS;
        struct walk_record r = {.cpu = cpu, .id = id, .words = at + 1};

        REQUIRE(id < trace_ids() && id < CONFIG_TRACE_IDS);
        r.count = length_of(at, id);
        if (id == SPOOR_WIRE_ID_TIME) {
            uint64_t time = (uint64_t)at[2] << 32 | at[1];

            CHECK(time >= w->time);
            CHECK_EQ(time & SPOOR_WIRE_TIME_MASK, *at & SPOOR_WIRE_TIME_MASK);
            w->time = time;
        } else {
            r.time = w->time = time_of(w->time, *at);
            w->seen[id]++;
            w->total++;
            if (each != NULL) {
                each(&r);
            }
        }
        at += 1 + r.count;
    }
    CHECK(at == end);
    CHECK(w->time <= spoor_port_time());
}

unsigned walk_parts(unsigned cpu, unsigned parts, void (*each)(const struct walk_record *))
{
    const struct trace_subbuf *p;
    unsigned n = 0;

    while (n < parts && (p = trace_ring_oldest(cpu)) != NULL) {
        walk_part(cpu, p, each);
        CHECK(trace_ring_release(cpu));
        n++;
    }
    return n;
}

void walk_end(void (*each)(const struct walk_record *))
{
    trace_rings_stop(true);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        walk_parts(cpu, UINT32_MAX, each);
    }
}

unsigned event_named(const char *name)
{
    array_spread_foreach_ptr (d, trace_event_names) {
        if (strcmp(d->name, name) == 0) {
            return event_id_of(d->event);
        }
    }
    return 0;
}
