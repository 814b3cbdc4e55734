/* SPDX-License-Identifier: BSD-2-Clause */
/* Three lives that send their records, by streaming from boot or by dumps. The first runs as a flight
 * recorder until its reset, the second ends with unsent records. The last one prints the recordings that the
 * host must find:
 *     # recording NAME FIRST LAST
 *
 * where NAME is an event with an increasing number.
 */
#include <drivers/power.h>
#include <spoor/port/irq.h>
#include <kernel/init.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/reset.h>
#include <test/test.h>

#define MAGIC 0x5EED57E9u

/* More than fits: a step takes two words. */
#define MANY   (2 * CONFIG_TRACE_RING_SUBBUFS * TRACE_SUBBUF_ROOM)
#define SENT   40
#define UNSENT 25
#define NEW    30

TRACE_EVENT_DEF(step, TRACE_USER, "n");

static struct {
    uint32_t magic, life, first;
    uint32_t not_forgotten; /* lives in which records that were already sent could be sent again */
} kept TEST_KEPT;

static void emit(uint32_t from, uint32_t to)
{
    for (uint32_t n = from; n <= to; n++) {
        trace_event(step, n);
    }
}

static void record(enum spoor_wire_mode mode)
{
    static struct trace_client client;

    (void)trace_client_register(&client, "recorder");
    (void)trace_rings_set_mode(mode);
    (void)trace_service_start(&client, TRACE_SERVICES_ALL);
}

static void send(void)
{
    if (CONFIG_TRACE_STREAM) {
        trace_stream_flush();
    } else {
        trace_stream_dump();
    }
}

static void record_flight(void)
{
    trace_stream_stop();
    record(SPOOR_WIRE_MODE_OVERWRITE);
    emit(1, MANY);
    (void)spoor_irq_save();
    emit(MANY + 1, MANY + UNSENT);
    kept.first = trace_losses[0][step.header >> SPOOR_WIRE_TIME_BITS] + 1;
}

/* With streaming from boot, the previous life's records have already been sent; without it, they are dumped
 * here. */
static void begin(void)
{
    if (!CONFIG_TRACE_STREAM) {
        trace_stream_dump();
    }
    kept.not_forgotten += trace_rings_survived() || trace_rings[0].overwritten != 0;
    if (!CONFIG_TRACE_STREAM) {
        record(SPOOR_WIRE_MODE_STREAM);
    }
}

/* With interrupts masked, the daemon doesn't run on this CPU, and a daemon on another CPU doesn't see the
 * sub-buffer closed in time. */
static void record_unsent(void)
{
    emit(1, SENT);
    send();
    (void)spoor_irq_save();
    emit(SENT + 1, SENT + UNSENT);
}

static int live(void)
{
    (void)thread_set_affinity(thread_self(), 1); /* keeps all steps in one ring */
    if (kept.magic != MAGIC) {
        kept.magic = MAGIC;
        kept.life = kept.not_forgotten = 0;
        record_flight();
        power_reset();
    }
    begin();
    if (++kept.life == 1) {
        record_unsent();
        power_reset();
    }
    return 0;
}

INIT_HOOK(INIT_APP, live);

TEST("records from before a reset are sent once, and later records after them")
{
    CHECK_EQ(kept.life, 2);
    CHECK(kept.first > 1);
    CHECK_EQ(kept.not_forgotten, 0);
    emit(1, NEW);
    send();
    trace_stream_stop();
    test_note("recording step %lu %u", (unsigned long)kept.first, (unsigned)(MANY + UNSENT));
    test_note("recording step 1 %u", SENT);
    test_note("recording step %u %u", SENT + 1, SENT + UNSENT);
    test_note("recording step 1 %u", NEW);
}
