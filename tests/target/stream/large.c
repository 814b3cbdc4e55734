/* SPDX-License-Identifier: BSD-2-Clause */
/* Records with up to 4096 bytes of data, which the link sends in several packets, among short ones. */
#include <kernel/thread.h>
#include <spoor/core/ring.h>
#include <spoor/event.h>
#include <spoor/stream.h>
#include <test/test.h>

TRACE_DATA_DEF(blob, TRACE_USER, "bytes:hex");
TRACE_EVENT_DEF(after, TRACE_USER, "n");

static const unsigned lengths[] = {0, 1, 191, 192, 193, 194, 240, 250, 1000, 4093, 4096, 5000};

#define LENGTHS (sizeof lengths / sizeof lengths[0])
#define ROUNDS  3

static uint8_t data[5000];

static uint8_t byte_at(unsigned n, unsigned at)
{
    return (uint8_t)(n + at + at / 256);
}

TEST("records of up to 4 KB are sent whole")
{
    trace_stream_stop(); /* boot started it with all services */
    CHECK_EQ(thread_set_affinity(thread_self(), 1), 0);
    trace_stream_start(TRACE_USER);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned n = 0; n < LENGTHS; n++) {
            for (unsigned at = 0; at < lengths[n]; at++) {
                data[at] = byte_at(n, at);
            }
            trace_data(blob, data, lengths[n]);
            trace_event(after, n);
            trace_stream_flush();
        }
    }
    trace_stream_stop();
    CHECK_EQ(trace_rings[0].dropped, 0);
    test_note("emitted 0 %u blob %u", (unsigned)(blob.header >> SPOOR_WIRE_TIME_BITS),
              (unsigned)(ROUNDS * LENGTHS));
    test_note("emitted 0 %u after %u", (unsigned)(after.header >> SPOOR_WIRE_TIME_BITS),
              (unsigned)(ROUNDS * LENGTHS));
    for (unsigned n = 0; n < LENGTHS; n++) {
        test_note("data blob %u %u", n, lengths[n] < TRACE_DATA_MAX ? lengths[n] : TRACE_DATA_MAX);
    }
}
