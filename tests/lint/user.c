/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every macro as a user writes it. scripts/lintlib/headers.py compiles this file in each language standard
 * with many warnings.
 */
#include <spoor/event.h>
#include <spoor/trace.h>
#include <spoor/trigger.h>

TRACE_POINT_DEF(packets);
TRACE_POINT_DEF(errors, "receive errors");
TRACE_BLOCK_DEF(parse);
TRACE_BLOCK_DEF(send, "send a packet");
TRACE_EVENT_DEF(reset, TRACE_USER);
TRACE_EVENT_DEF(door, TRACE_USER, "number", "state:closed|ajar|open");
TRACE_EVENT_DEF(six, TRACE_USER, "a", "b:i32", "c:x32", "d:ptr", "e", "f");
TRACE_RANGE_DEF(upload, TRACE_USER);
TRACE_COUNTER_DEF(backlog, TRACE_USER);
TRACE_DATA_DEF(reply, TRACE_USER, "text:str");

/* Two words in a macro. */
#define OPENED(n) (n), 2

static void blink(const struct trace_trigger *t)
{
    (void)t;
}

TRACE_ACTION("blink", blink, "toggle the red LED");

void user(const char *text, unsigned n);

void user(const char *text, unsigned n)
{
    TRACE_POINT_DEF(inside);
    TRACE_BLOCK_DEF(within);
    TRACE_BLOCK_SCOPED(whole);
    TRACE_BLOCK_SCOPE(&send);

    trace_point("anonymous");
    trace_point_set(&packets);
    trace_point_set(&errors);
    trace_point_set(&inside);
    trace_block_enter(&parse);
    trace_block_enter(&within);
    trace_event(reset);
    trace_event(door, n, 2);
    trace_event(door, OPENED(n));
    trace_event(six, n, -1, 3, text, 5, 6);
    trace_range_begin(upload);
    trace_counter(backlog, -7);
    trace_data(reply, text, n);
    trace_range_end(upload);
    trace_block_leave(&within);
    trace_block_leave(&parse);
}

void set(const char *name, const char *text, bool on);

/* The parameters must count as used when tracing is off. */
void set(const char *name, const char *text, bool on)
{
    struct trace_condition condition;
    const char *complaint;
    const struct trace_action *action = trace_action_find(name);

    if (trace_condition_parse(text, &condition, &complaint) == 0) {
        trace_trigger_set(NULL, &parse, &condition, action);
    }
    trace_point_enable(&packets, on);
    trace_block_enable(&parse, on);
}
