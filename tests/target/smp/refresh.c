/* SPDX-License-Identifier: BSD-2-Clause */
/* An action switches points and blocks off on one CPU while another CPU sets and removes conditions on them.
 */
#include <spoor/trace.h>
#include <spoor/trigger.h>
#include <test/test.h>
#include "pinned.h"

#define ROUNDS 3000

TRACE_POINT_DEF(refreshed_point);
TRACE_BLOCK_DEF(refreshed_block);

static volatile uint32_t round_begun, round_over;

/* The visit that fires the action is a little later in each round. */
static void visit(void *arg)
{
    (void)arg;
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        while (round_begun != round) {
        }
        for (volatile uint32_t n = round % 97; n > 0; n--) {
        }
        trace_point_set(&refreshed_point);
        trace_block_enter(&refreshed_block);
        trace_block_leave(&refreshed_block);
        round_over = round;
    }
}

static void set(const char *text, const char *action)
{
    struct trace_condition condition;
    const char *complaint;

    REQUIRE(trace_condition_parse(text, &condition, &complaint) == 0);
    REQUIRE(trace_trigger_set(&refreshed_point, NULL, &condition, trace_action_find(action)) == 0);
    REQUIRE(trace_trigger_set(NULL, &refreshed_block, &condition, trace_action_find(action)) == 0);
}

static void clear(void)
{
    trace_trigger_clear(&refreshed_point, NULL);
    trace_trigger_clear(NULL, &refreshed_block);
}

TEST("a point or block that an action switches off stays off while another CPU changes its conditions")
{
    uint32_t points_on = 0, blocks_on = 0;

    thread_set_affinity(thread_self(), ON(0));
    pinned_start(0, ON(1), HIGH, visit, NULL);
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        clear();
        trace_point_reset(&refreshed_point);
        trace_block_reset(&refreshed_block);
        trace_point_enable(&refreshed_point, true);
        trace_block_enable(&refreshed_block, true);
        set("count>=1", "disable");
        round_begun = round;
        while (round_over != round) { /* each call sets a condition and reselects the handler */
            if (trace_trigger_set(&refreshed_point, NULL,
                                  &(struct trace_condition){TRACE_QUANTITY_COUNT, TRACE_ABOVE, 1000000},
                                  trace_action_find("count")) != 0 ||
                trace_trigger_set(NULL, &refreshed_block,
                                  &(struct trace_condition){TRACE_QUANTITY_COUNT, TRACE_ABOVE, 1000000},
                                  trace_action_find("count")) != 0) {
                break; /* the table is full */
            }
        }
        while (round_over != round) {
        }
        points_on += trace_point_is_on(&refreshed_point);
        blocks_on += trace_block_is_on(&refreshed_block);
    }
    pinned_join(1);
    clear();
    thread_set_affinity(thread_self(), ALL_CPUS);
    CHECK_EQ(points_on, 0);
    CHECK_EQ(blocks_on, 0);
}
