/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The example of docs/events.md, unchanged. The test prints its counts, and decoded.check compares them with
 * the decoded ones.
 */
#include <kernel/thread.h>
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <test/test.h>

/* example begins */
#include <spoor/event.h>
#include <spoor/service.h>

TRACE_EVENT_DEF(sample, TRACE_USER, "channel", "value:i32");
TRACE_EVENT_DEF(valve, TRACE_USER, "to:closed|ajar|open/2+number"); /* two fields in a word */
TRACE_RANGE_DEF(upload, TRACE_USER);
TRACE_COUNTER_DEF(backlog, TRACE_USER);
TRACE_DATA_DEF(reply, TRACE_USER, "text:str");

static struct trace_client client;

static void work(const char *text, size_t bytes)
{
    trace_client_register(&client, "pump");
    trace_service_start(&client, TRACE_USER | TRACE_SWITCH);
    trace_event(sample, 3, -41);
    trace_event(valve, 2 | 7 << 2); /* valve 7 is open */
    trace_range_begin(upload);
    trace_counter(backlog, 12);
    trace_data(reply, text, bytes);
    trace_range_end(upload);
    trace_service_stop(&client, TRACE_USER | TRACE_SWITCH);
}
/* example ends */

static void print_count(const struct trace_event *e, const char *name, unsigned count)
{
    test_note("emitted 0 %u %s %u", (unsigned)(e->header >> SPOOR_WIRE_TIME_BITS), name, count);
}

TEST("the guide's example streams the events that it counts")
{
    trace_stream_start(0); /* enables no services itself */
    work("200 OK", 6);
    trace_stream_stop();
    print_count(&sample, "sample", 1);
    print_count(&valve, "valve", 1);
    print_count(&upload, "upload", 2);
    print_count(&backlog, "backlog", 1);
    print_count(&reply, "reply", 1);

    uint32_t packets, records;

    CHECK(trace_stream_get_sent(0, &packets, &records));
    CHECK(records >= 6);
    CHECK_EQ(trace_rings[0].dropped, 0);
    trace_event(sample, 0, 0); /* off: no client wants it any more */
    CHECK_EQ(trace_event_is_on(sample), false);
}
