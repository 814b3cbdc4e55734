/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each operation on points, blocks, conditions and events, interrupted at each of its instructions by each
 * other operation, once and twice, with fresh statistics (cold) and with statistics that already have their
 * extremes (warm). After each shot the numbers are compared with a model. Counts must be exact unless one of
 * the two operations resets or switches; then they must be between none and all. Records must always be
 * exact.
 */
#include <arch/delay.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/trace.h>
#include <spoor/trigger.h>
#include <test/test.h>
#include "../events/walk.h"
#include "shots.h"

TRACE_BLOCK_DEF(outer);
TRACE_BLOCK_DEF(inner);
TRACE_POINT_DEF(point);
TRACE_EVENT_DEF(none, TRACE_USER);
TRACE_EVENT_DEF(word, TRACE_USER, "n");
TRACE_EVENT_DEF(two, TRACE_USER, "n", "m");
TRACE_EVENT_DEF(three, TRACE_USER, "n", "m", "k");
TRACE_DATA_DEF(bytes, TRACE_USER, "text:str");

/* The model: the effect of one operation. */
struct effect {
    const char *name;
    void (*run)(void);
    uint32_t outer, inner, point, words, datas;
    uint32_t lengths; /* records of each other length */
    bool resets;      /* the blocks and the point */
    bool switches;    /* the outer block, off and on */
    bool flips;       /* the outer block, to off if it was on, or to on */
    bool thread;      /* runs in threads only */
    bool handler;     /* runs in interrupts only */
};

static void pair(void)
{
    trace_block_enter(&outer);
    trace_block_enter(&inner);
    trace_block_leave(&inner);
    trace_block_leave(&outer);
}

static void scope(void)
{
    TRACE_BLOCK_SCOPE(&outer);
    {
        TRACE_BLOCK_SCOPE(&inner);
    }
}

static void record(void)
{
    trace_block_record(&outer, 3);
}

static void count(void)
{
    trace_point_set(&point);
}

static void event(void)
{
    trace_event(word, 7);
}

static void lengths(void)
{
    trace_event(none);
    trace_event(two, 1, 2);
    trace_event(three, 1, 2, 3);
}

static void data(void)
{
    trace_data(bytes, "swept", 5);
}

static void reset(void)
{
    trace_block_reset(&outer);
    trace_block_reset(&inner);
    trace_point_reset(&point);
}

static void reset_and_pair(void)
{
    reset();
    pair();
}

static void off_and_on(void)
{
    trace_block_enable(&outer, false);
    trace_block_enable(&outer, true);
}

static void flip(void)
{
    trace_block_enable(&outer, !trace_block_is_on(&outer));
}

static void nothing(const struct trace_trigger *t)
{
    (void)t;
}

static const struct trace_action no_action = {"none", nothing, ""};
static const struct trace_condition always = {TRACE_QUANTITY_LAST, TRACE_AT_LEAST, 0};

static void condition(void)
{
    CHECK_EQ(trace_trigger_set(NULL, &outer, &always, &no_action), 0);
    CHECK_EQ(trace_trigger_clear(NULL, &outer), 1);
}

/*
 * A pair in a handler that doesn't announce itself to the profiler: it runs in the interrupted context, and
 * its time counts as that context's.
 */
static void unannounced(void)
{
    struct trace_context *own = spoor_port_context(), *interrupted = own->interrupted;

    trace_context_resume(interrupted, interrupted->out_cycles);
    trace_now.context[0] = interrupted;
    pair();
    trace_now.context[0] = own;
    trace_context_suspend(interrupted, spoor_port_cycles());
}

static const struct effect effects[] = {
    {.name = "enter and leave", .run = pair, .outer = 1, .inner = 1},
    {.name = "scope", .run = scope, .outer = 1, .inner = 1},
    {.name = "record", .run = record, .outer = 1},
    {.name = "point", .run = count, .point = 1},
    {.name = "event", .run = event, .words = 1},
    {.name = "events of other lengths", .run = lengths, .lengths = 1},
    {.name = "data", .run = data, .datas = 1},
    {.name = "reset", .run = reset, .resets = true},
    {.name = "reset and visit", .run = reset_and_pair, .outer = 1, .inner = 1, .resets = true},
    {.name = "off and on", .run = off_and_on, .switches = true},
    {.name = "off, or on again", .run = flip, .switches = true, .flips = true},
    {.name = "condition", .run = condition, .thread = true},
    {.name = "a pair in an unannounced handler", .run = unannounced, .outer = 1, .inner = 1, .handler = true},
};

enum {
    PAIR,
    SCOPE,
    RECORD,
    POINT,
    EVENT,
    LENGTHS,
    DATA,
    RESET,
    RESET_AND_PAIR,
    SWITCH,
    FLIP,
    CONDITION,
    UNANNOUNCED,
    EFFECTS
};

_Static_assert(sizeof effects / sizeof effects[0] == EFFECTS, "one effect for each number");

static struct {
    const struct effect *op, *interrupt;
    uint32_t interrupts; /* in the current shot */
    bool warm;
    uint32_t shots, words, datas, lengths; /* since the rings were emptied */
    uint32_t wrong_outer, wrong_inner, wrong_point, wrong_times, wrong_open, wrong_switch;
} sweep;

#define WARM_VISITS 3

/* After a flip. A visit that ended while its block was off is still in the context, which must not count it.
 */
static void switch_on(void)
{
    trace_block_enable(&outer, true);
    trace_context_end(spoor_port_context());
}

static void prepare(void)
{
    switch_on();
    reset();
    for (unsigned n = 0; sweep.warm && n < WARM_VISITS; n++) {
        pair();
        scope();
        count();
    }
    if (sweep.shots % 16 == 0) {
        walk_parts(0, UINT32_MAX, NULL);
    }
    sweep.shots++;
}

static void interrupt(void)
{
    sweep.words += sweep.interrupt->words;
    sweep.datas += sweep.interrupt->datas;
    sweep.lengths += sweep.interrupt->lengths;
    sweep.interrupt->run();
}

static void op(void)
{
    sweep.op->run();
}

/* True if a count is outside the model's bounds. */
static bool is_wrong(uint32_t value, uint32_t warm, uint32_t by_op, uint32_t by_interrupt, bool switched)
{
    uint32_t most = (sweep.warm ? warm : 0) + by_op + by_interrupt * sweep.interrupts;
    bool reset_too = sweep.op->resets || sweep.interrupt->resets;

    return value > most || (!reset_too && !switched && value < most) ||
           (!reset_too && value < (sweep.warm ? warm : 0));
}

static void check_block(const struct trace_block *b)
{
    struct trace_block_stats s;

    trace_block_get_stats(b, &s);
    if (s.count != 0) {
        sweep.wrong_times += s.last_ns > s.max_ns || s.last_ns < s.min_ns || s.avg_ns > s.max_ns ||
                             s.avg_ns < s.min_ns || s.net_last_ns > s.net_max_ns ||
                             s.net_last_ns < s.net_min_ns || s.net_sum_ns > s.sum_ns ||
                             s.self_sum_ns > s.net_sum_ns || s.max_ns > 1000000;
    } else {
        sweep.wrong_times += b->sum_cycles + b->stolen_sum_cycles + b->children_sum_cycles != 0;
    }
    sweep.wrong_open += s.unmatched_enter + s.unmatched_leave + s.too_long;
}

static void check(void)
{
    const struct effect *o = sweep.op, *i = sweep.interrupt;
    bool switched = o->switches || i->switches;

    if (i->flips) {
        switch_on();
    }

    sweep.wrong_outer += is_wrong(outer.count, 2 * WARM_VISITS, o->outer, i->outer, switched);
    sweep.wrong_inner += is_wrong(inner.count, 2 * WARM_VISITS, o->inner, i->inner, false);
    sweep.wrong_point += is_wrong(trace_point_get_value(&point), WARM_VISITS, o->point, i->point, false);
    sweep.wrong_switch += !trace_block_is_on(&outer) || !trace_block_is_on(&inner);
    sweep.wrong_open += spoor_port_context()->top != spoor_port_context()->open;
    check_block(&outer);
    check_block(&inner);
}

/*
 * An interrupt that takes longer than the visit. Its time must not be part of the visit's net time, except
 * for the instructions outside of the interrupt's hooks.
 */
#define LONG_NS 2000

static void last_long(void)
{
    arch_delay(LONG_NS);
}

static const struct effect long_interrupt = {.name = "a long interrupt", .run = last_long};

static void check_net(void)
{
    struct trace_block_stats o, i;

    check();
    trace_block_get_stats(&outer, &o);
    trace_block_get_stats(&inner, &i);
    sweep.wrong_times += o.net_max_ns > LONG_NS / 2 || i.net_max_ns > LONG_NS / 2;
}

static uint32_t seen(const struct trace_event *e)
{
    return walks[0].seen[event_id_of(e)] + trace_losses[0][event_id_of(e)];
}

static bool lengths_are_wrong(const struct effect *o)
{
    uint32_t expected = sweep.lengths + sweep.shots * o->lengths;

    return seen(&none) != expected || seen(&two) != expected || seen(&three) != expected;
}

static void sweep_one(const struct effect *o, const struct effect *i, bool warm, bool twice)
{
    const struct shots shots = {prepare, op, interrupt, i == &long_interrupt ? check_net : check, twice};

    sweep = (typeof(sweep)){.op = o, .interrupt = i, .interrupts = twice ? 2 : 1, .warm = warm};
    walk_begin(SPOOR_WIRE_MODE_STREAM);
    trace_rings_stop(false);
    uint32_t hits = shots_take(&shots);

    walk_end(NULL);
    bool records_wrong = seen(&word) != sweep.words + sweep.shots * o->words ||
                         seen(&bytes) != sweep.datas + sweep.shots * o->datas || lengths_are_wrong(o);
    uint32_t wrong = sweep.wrong_outer + sweep.wrong_inner + sweep.wrong_point + sweep.wrong_times +
                     sweep.wrong_open + sweep.wrong_switch + records_wrong;

    test_note("%s, interrupted%s by %s, %s: %lu hits", o->name, twice ? " twice" : "", i->name,
              warm ? "warm" : "cold", (unsigned long)hits);
    CHECK(hits > 3);
    if (wrong != 0) {
        test_note("wrong: outer %lu, inner %lu, point %lu, times %lu, open %lu, off %lu, records %u",
                  (unsigned long)sweep.wrong_outer, (unsigned long)sweep.wrong_inner,
                  (unsigned long)sweep.wrong_point, (unsigned long)sweep.wrong_times,
                  (unsigned long)sweep.wrong_open, (unsigned long)sweep.wrong_switch, records_wrong);
        CHECK_EQ(wrong, 0);
    }
}

static struct trace_client client;

TEST("only the sweeps' events are recorded, on this CPU")
{
    REQUIRE(thread_set_affinity(thread_self(), 1) == 0);
    CHECK_EQ(trace_client_register(&client, "swept"), 0);
    CHECK_EQ(trace_service_start(&client, TRACE_USER), 0);
}

static void sweep_all(const struct effect *o)
{
    for (const struct effect *i = effects; i < effects + EFFECTS; i++) {
        if (!i->thread) {
            sweep_one(o, i, false, false);
            sweep_one(o, i, true, false);
        }
    }
}

#define SWEPT(number, name)                                                                                  \
    TEST(name " is exact when interrupted at each instruction by each other operation")                      \
    {                                                                                                        \
        sweep_all(&effects[number]);                                                                         \
    }

SWEPT(PAIR, "a pair of enter and leave")
SWEPT(SCOPE, "a scope")
SWEPT(RECORD, "a record of a duration")
SWEPT(POINT, "a point")
SWEPT(EVENT, "an event")
SWEPT(LENGTHS, "events of no, two and three words")
SWEPT(DATA, "a data event")
SWEPT(RESET, "a reset")
SWEPT(RESET_AND_PAIR, "a reset and a visit")
SWEPT(SWITCH, "switching off and on")
SWEPT(CONDITION, "setting and removing a condition")

TEST("operations are exact when interrupted twice")
{
    static const unsigned ops[] = {PAIR, SCOPE, EVENT, RESET},
                          interrupts[] = {PAIR, RESET_AND_PAIR, EVENT, SWITCH, FLIP, UNANNOUNCED};

    for (unsigned o = 0; o < sizeof ops / sizeof ops[0]; o++) {
        for (unsigned i = 0; i < sizeof interrupts / sizeof interrupts[0]; i++) {
            sweep_one(&effects[ops[o]], &effects[interrupts[i]], i % 2 != 0, true);
        }
    }
}

TEST("net times exclude an interrupt at each instruction")
{
    sweep_one(&effects[PAIR], &long_interrupt, false, false);
    sweep_one(&effects[PAIR], &long_interrupt, true, false);
    sweep_one(&effects[SCOPE], &long_interrupt, false, false);
    sweep_one(&effects[SCOPE], &long_interrupt, true, false);
}

/* Visits with a condition whose action changes the same block, or records. */
static void sweep_with_action(const char *name)
{
    const struct trace_action *action = trace_action_find(name);

    REQUIRE(action != NULL);
    REQUIRE(trace_trigger_set(NULL, &outer, &always, action) == 0);
    for (unsigned o = PAIR; o <= RECORD; o++) {
        struct effect e = effects[o], i = effects[PAIR];

        e.resets = action == trace_action_find("reset");
        e.inner = effects[o].inner;
        sweep_one(&e, &i, false, false);
    }
    CHECK_EQ(trace_trigger_clear(NULL, &outer), 1);
}

TEST("visits with the action count are exact when interrupted by visits")
{
    sweep_with_action("count");
}

TEST("visits with the action reset are exact when interrupted by visits")
{
    sweep_with_action("reset");
}
