/* SPDX-License-Identifier: BSD-2-Clause */
/* A flight recorder, a reset, and a fault before recording restarts. The notes are for crash.check. */
#include <drivers/power.h>
#include <kernel/init.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/reset.h>
#include <test/test.h>

#define STEPS 1000
#define MAGIC 0x5EEDC4A5u

TRACE_EVENT_DEF(step, TRACE_USER, "n");

static uint32_t lived TEST_KEPT;

static int live(void)
{
    static struct trace_client client;

    if (lived != MAGIC) {
        lived = MAGIC;
        (void)trace_client_register(&client, "flight");
        (void)trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE);
        (void)trace_service_start(&client, TRACE_SERVICES_ALL & ~(uint32_t)TRACE_FUNCTION);
        for (uint32_t n = 1; n <= STEPS; n++) {
            trace_event(step, n);
            if (n % 100 == 0 && n < STEPS) {
                thread_sleep(1);
            }
        }
        power_reset();
    }
    return 0;
}

INIT_HOOK(INIT_APP, live);

TEST("a fault before recording restarts preserves the records from before the reset")
{
    CHECK(trace_rings_survived());
    test_note("last step %u", STEPS);
    test_note("faulting thread none recorded");
    __builtin_trap();
}
