/* SPDX-License-Identifier: BSD-2-Clause */
/* Conditions and actions on the target, from threads and interrupts. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <hal/cpu.h>
#include <drivers/clock.h>
#include <kernel/irq.h>
#include <kernel/thread.h>
#include <spoor/trace.h>
#include <spoor/trigger.h>
#include <test/jitter.h>
#include <test/test.h>

TRACE_POINT_DEF(watched_point);
TRACE_POINT_DEF(other_point);
TRACE_BLOCK_DEF(watched_block);
TRACE_BLOCK_DEF(other_block);

static struct {
    uint32_t calls, fired;
    const struct trace_point *point;
    const struct trace_block *block;
} noted;

static void note(const struct trace_trigger *w)
{
    noted.calls++;
    noted.fired = w->fired;
    noted.point = w->point;
    noted.block = w->block;
}

TRACE_ACTION("note", note, "note it for the test");

static void clear(void)
{
    trace_trigger_clear(&watched_point, NULL);
    trace_trigger_clear(NULL, &watched_block);
    trace_point_enable(&watched_point, true);
    trace_point_reset(&watched_point);
    trace_point_enable(&other_point, true);
    trace_block_enable(&watched_block, true);
    trace_block_reset(&watched_block);
    trace_block_enable(&other_block, true);
    noted.calls = noted.fired = 0;
}

/* Set a condition on `watched_point`, or on `watched_block` if `on_block`. */
static int set(bool on_block, const char *text, const char *action)
{
    struct trace_condition condition;
    const char *complaint;

    REQUIRE(trace_condition_parse(text, &condition, &complaint) == 0);
    REQUIRE(trace_action_find(action) != NULL);
    return trace_trigger_set(on_block ? NULL : &watched_point, on_block ? &watched_block : NULL, &condition,
                             trace_action_find(action));
}

static void count_point(unsigned times)
{
    while (times-- > 0) {
        trace_point_set(&watched_point);
    }
}

static uint32_t cycles(uint32_t us)
{
    return (uint32_t)((uint64_t)clock_hz() * us / 1000000);
}

TEST("a registered action is called once with its trigger when the count is reached")
{
    clear();
    CHECK_EQ(set(false, "count>=1000", "note"), 0);
    count_point(999);
    CHECK_EQ(noted.calls, 0);
    count_point(1);
    CHECK_EQ(noted.calls, 1);
    CHECK(noted.point == &watched_point && noted.block == NULL);
    count_point(1000);
    CHECK_EQ(noted.calls, 1);
    CHECK_EQ(trace_point_get_value(&watched_point), 2000);
}

TEST("a condition holds on its own side of the threshold only")
{
    static const struct {
        const char *text;
        unsigned calls; /* of visits of 99, 100 and 101 us */
    } cases[] = {
        {"last<100us", 1}, {"last<=100us", 2}, {"last==100us", 1}, {"last>=100us", 2}, {"last>100us", 1}};

    for (unsigned n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        clear();
        CHECK_EQ(set(true, cases[n].text, "note"), 0);
        for (unsigned us = 99; us <= 101; us++) {
            trace_block_record(&watched_block, cycles(us));
        }
        CHECK_EQ(noted.calls, cases[n].calls);
    }
}

TEST("a condition on visits fires for each visit whose wall time meets it")
{
    clear();
    CHECK_EQ(set(true, "last>=100us", "note"), 0);
    for (unsigned us = 50; us <= 200; us += 50) {
        trace_block_record(&watched_block, cycles(us) + 1);
    }
    trace_block_record(&watched_block, cycles(99));
    CHECK_EQ(noted.calls, 3);
    CHECK_EQ(noted.fired, 3);
    CHECK(noted.block == &watched_block);
}

TEST("a condition on the statistics fires when it becomes true, and again only after a reset")
{
    clear();
    CHECK_EQ(set(true, "max>100us", "note"), 0);
    trace_block_record(&watched_block, cycles(50));
    CHECK_EQ(noted.calls, 0);
    trace_block_record(&watched_block, cycles(150));
    trace_block_record(&watched_block, cycles(250));
    CHECK_EQ(noted.calls, 1);
    trace_block_reset(&watched_block);
    CHECK_EQ(noted.calls, 1);
    trace_block_record(&watched_block, cycles(150));
    CHECK_EQ(noted.calls, 2);
}

TEST("the mean is compared exactly")
{
    clear();
    CHECK_EQ(set(true, "avg>100us", "note"), 0);
    trace_block_record(&watched_block, cycles(100));
    trace_block_record(&watched_block, cycles(100));
    CHECK_EQ(noted.calls, 0);
    trace_block_record(&watched_block, cycles(100) + 1); /* a third of a tick above */
    CHECK_EQ(noted.calls, 1);
}

TEST("a threshold between two ticks is compared correctly")
{
    uint32_t tick_ns = clock_resolution_ns();
    struct trace_condition above = {TRACE_QUANTITY_LAST, TRACE_ABOVE, tick_ns * 10 + tick_ns / 2};
    struct trace_condition below = {TRACE_QUANTITY_LAST, TRACE_BELOW, tick_ns * 10 + tick_ns / 2};
    struct trace_condition equal = {TRACE_QUANTITY_LAST, TRACE_EQUAL, tick_ns * 10 + tick_ns / 2};

    clear();
    if (tick_ns < 4 || 1000000000 % tick_ns != 0) {
        test_skip("a tick is too short or not a whole number of ns");
    }
    CHECK_EQ(trace_trigger_set(NULL, &watched_block, &above, trace_action_find("note")), 0);
    trace_block_record(&watched_block, 10);
    CHECK_EQ(noted.calls, 0);
    trace_block_record(&watched_block, 11);
    CHECK_EQ(noted.calls, 1);
    clear();
    CHECK_EQ(trace_trigger_set(NULL, &watched_block, &below, trace_action_find("note")), 0);
    trace_block_record(&watched_block, 11);
    CHECK_EQ(noted.calls, 0);
    trace_block_record(&watched_block, 10);
    CHECK_EQ(noted.calls, 1);
    clear();
    CHECK_EQ(trace_trigger_set(NULL, &watched_block, &equal, trace_action_find("note")), 0);
    trace_block_record(&watched_block, 10);
    trace_block_record(&watched_block, 11);
    CHECK_EQ(noted.calls, 0);
}

static unsigned fires(enum trace_comparison comparison, uint64_t threshold_ns)
{
    struct trace_condition mean = {TRACE_QUANTITY_AVG, comparison, threshold_ns};

    clear();
    trace_block_record(&watched_block, 3);
    CHECK_EQ(trace_trigger_set(NULL, &watched_block, &mean, trace_action_find("note")), 0);
    trace_block_record(&watched_block, 4);
    return noted.calls;
}

TEST("a mean between two ticks is also compared exactly")
{
    uint32_t tick_ns = clock_resolution_ns();
    uint32_t mean_ns = tick_ns * 7 / 2;

    if (tick_ns < 4 || tick_ns % 2 != 0 || 1000000000 % tick_ns != 0) {
        test_skip("a tick is too short, or half a tick is not a whole number of ns");
    }
    for (enum trace_comparison c = TRACE_ABOVE; c <= TRACE_EQUAL; c++) {
        CHECK_EQ(fires(c, mean_ns), c == TRACE_AT_LEAST || c == TRACE_AT_MOST || c == TRACE_EQUAL);
        CHECK_EQ(fires(c, mean_ns - 1), c == TRACE_ABOVE || c == TRACE_AT_LEAST);
        CHECK_EQ(fires(c, mean_ns + 1), c == TRACE_BELOW || c == TRACE_AT_MOST);
        CHECK_EQ(fires(c, UINT64_C(4294967295000000000)), c == TRACE_BELOW || c == TRACE_AT_MOST);
    }
    clear();
}

static uint32_t visits_by_action;

static void visit(const struct trace_trigger *t)
{
    (void)t;
    visits_by_action++;
    trace_block_record(&watched_block, cycles(200));
    trace_point_set(&watched_point);
}

TRACE_ACTION("visit", visit, "visit the block and the point again");

TEST("an action that visits its own block and point terminates, and its visits are counted")
{
    clear();
    visits_by_action = 0;
    CHECK_EQ(set(true, "last>100us", "visit"), 0);
    CHECK_EQ(set(false, "count>=1", "visit"), 0);
    trace_block_record(&watched_block, cycles(150));
    /* The block's action and, within it, the point's, which visits the block. */
    CHECK_EQ(visits_by_action, 2);
    CHECK_EQ(watched_block.count, 3);
    CHECK_EQ(trace_point_get_value(&watched_point), 2);
    trace_block_record(&watched_block, cycles(150));
    CHECK_EQ(visits_by_action, 3);
    CHECK_EQ(watched_block.count, 5);
    clear();
}

TEST("the action disable switches the item off and keeps its numbers")
{
    clear();
    CHECK_EQ(set(false, "count>=10", "disable"), 0);
    CHECK_EQ(set(true, "count==3", "disable"), 0);
    count_point(20);
    CHECK_EQ(trace_point_get_value(&watched_point), 10);
    CHECK(!trace_point_is_on(&watched_point));
    for (int i = 0; i < 5; i++) {
        trace_block_record(&watched_block, 1);
    }
    CHECK_EQ(watched_block.count, 3);
    CHECK(!trace_block_is_on(&watched_block));
    CHECK(trace_point_is_on(&other_point) && trace_block_is_on(&other_block));
}

TEST("the action reset clears the numbers and rearms the condition")
{
    clear();
    CHECK_EQ(set(false, "count>=10", "reset"), 0);
    count_point(35);
    CHECK_EQ(trace_point_get_value(&watched_point), 5);
    CHECK_EQ(set(true, "count>=4", "reset"), 0);
    for (int i = 0; i < 10; i++) {
        trace_block_record(&watched_block, 7);
    }
    CHECK_EQ(watched_block.count, 2);
}

TEST("the action count only counts its firings")
{
    uint32_t fired = 0;

    clear();
    CHECK_EQ(set(true, "last>10us", "count"), 0);
    for (unsigned us = 0; us < 20; us++) {
        trace_block_record(&watched_block, cycles(us) + 1);
    }
    for (unsigned i = 0; i < CONFIG_TRACE_TRIGGERS; i++) {
        fired += trace_triggers[i].block == &watched_block ? trace_triggers[i].fired : 0;
    }
    CHECK_EQ(fired, 10);
    CHECK_EQ(watched_block.count, 20);
}

TEST("the action stop switches all points and blocks off")
{
    unsigned on = 0;

    clear();
    CHECK_EQ(set(false, "count>=5", "stop"), 0);
    count_point(10);
    array_spread_foreach_ptr (p, trace_points) {
        on += trace_point_is_on(p);
    }
    array_spread_foreach_ptr (b, trace_blocks) {
        on += trace_block_is_on(b);
    }
    array_spread_foreach_ptr (p, trace_points) {
        trace_point_enable(p, true);
    }
    array_spread_foreach_ptr (b, trace_blocks) {
        trace_block_enable(b, true);
    }
    CHECK_EQ(on, 0);
    CHECK_EQ(trace_point_get_value(&watched_point), 5);
}

TEST("several conditions on one item are each checked")
{
    clear();
    CHECK_EQ(set(true, "count>=2", "note"), 0);
    CHECK_EQ(set(true, "last>1ms", "note"), 0);
    trace_block_record(&watched_block, 1);
    CHECK_EQ(noted.calls, 0);
    trace_block_record(&watched_block, cycles(2000));
    CHECK_EQ(noted.calls, 2);
    CHECK_EQ(trace_trigger_clear(NULL, &watched_block), 2);
}

TEST("a condition on a block that is off takes effect once the block is on")
{
    clear();
    trace_block_enable(&watched_block, false);
    trace_point_enable(&watched_point, false);
    CHECK_EQ(set(true, "count>=1", "note"), 0);
    CHECK_EQ(set(false, "count>=1", "note"), 0);
    CHECK(!trace_block_is_on(&watched_block) && !trace_point_is_on(&watched_point));
    trace_block_record(&watched_block, 1);
    count_point(1);
    CHECK_EQ(noted.calls, 0);
    trace_block_enable(&watched_block, true);
    trace_point_enable(&watched_point, true);
    trace_block_record(&watched_block, 1);
    count_point(1);
    CHECK_EQ(noted.calls, 2);
}

TEST("a removed condition never fires, and visits take the fast path again")
{
    clear();
    CHECK_EQ(set(true, "count>=1", "note"), 0);
    CHECK_EQ(set(false, "count>=1", "note"), 0);
    CHECK_EQ(trace_trigger_clear(NULL, &watched_block), 1);
    CHECK_EQ(trace_trigger_clear(&watched_point, NULL), 1);
    CHECK_EQ(trace_trigger_clear(&watched_point, NULL), 0);
    trace_block_record(&watched_block, 1);
    count_point(1);
    CHECK_EQ(noted.calls, 0);
    CHECK((watched_block.mode & TRACE_BLOCK_FULL) == 0);
    CHECK(watched_point.hit == trace_point_count);
}

TEST("a condition is refused if the table is full, and a condition on time is refused for a point")
{
    struct trace_condition condition = {TRACE_QUANTITY_MAX, TRACE_ABOVE, 1};

    clear();
    CHECK_EQ(trace_trigger_set(&watched_point, NULL, &condition, trace_action_find("count")), -EINVAL);
    for (int i = 0; i < CONFIG_TRACE_TRIGGERS; i++) {
        CHECK_EQ(set(true, "count>=1", "count"), 0);
    }
    CHECK_EQ(set(true, "count>=1", "count"), -ENOSPC);
    CHECK_EQ(trace_trigger_clear(NULL, &watched_block), CONFIG_TRACE_TRIGGERS);
    CHECK_EQ(set(true, "count>=1", "count"), 0);
    clear();
}

static void isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    trace_point_set(&watched_point);
    trace_block_enter(&watched_block);
    trace_block_leave(&watched_block);
}

TEST("a condition met by a visit in an interrupt fires in the interrupt")
{
    unsigned line = board.spare_lines[0];

    clear();
    if (line == 0) {
        test_skip("no spare line");
    }
    CHECK_EQ(set(false, "count>=3", "note"), 0);
    CHECK_EQ(set(true, "count>=2", "disable"), 0);
    REQUIRE(irq_attach(line, 1, isr, NULL, "watched") == 0);
    for (int i = 0; i < 5; i++) {
        uint64_t until = clock_ns() + 20000;

        irqctl_pend(line);
        while (clock_ns() < until) {
        }
    }
    irq_detach(line);
    CHECK_EQ(noted.calls, 1);
    CHECK_EQ(trace_point_get_value(&watched_point), 5);
    CHECK_EQ(watched_block.count, 2);
    clear();
}

static void count_one(void)
{
    count_point(1);
}

TEST("a condition on a count shared by threads and nested interrupts fires exactly once")
{
    clear();
    CHECK_EQ(set(false, "count==5000", "note"), 0);
    if (jitter_start(20000, count_one, count_one) != 0) {
        test_skip("no spare timer");
    }
    for (int i = 0; i < 20000; i++) {
        count_point(1);
    }
    jitter_stop();
    CHECK_EQ(noted.calls, 1);
    CHECK(jitter_inner_count() > 0);
    clear();
}
