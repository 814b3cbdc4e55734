/* SPDX-License-Identifier: BSD-2-Clause */
/* The rings are cleared repeatedly while they are streamed, in the middle of records and under overload. This
 * test emits all of a CPU's records, so their number is known:
 *
 *     # emitted_in_all CPU COUNT
 */
#include <hal/cpu.h>
#include <spoor/port/irq.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/core/ring.h>
#include <spoor/stream.h>
#include <test/jitter.h>
#include <test/test.h>

#define ROUNDS 3000

TRACE_EVENT_DEF(step, TRACE_USER, "n");
TRACE_EVENT_DEF(beat, TRACE_USER);
TRACE_DATA_DEF(note, TRACE_USER, "text:str");

static volatile uint32_t emitted[CONFIG_CPUS];
static volatile uint32_t clears;

static void count(void)
{
    uint32_t state = spoor_irq_save();

    emitted[hal_cpu_id()]++;
    spoor_irq_restore(state);
}

static void from_interrupt(void)
{
    count();
    trace_event(beat);
    if (emitted[0] % 97 == 0) {
        trace_rings_clear();
        clears++;
    }
}

TEST("events are emitted while the rings are cleared")
{
    trace_stream_start(TRACE_USER);
    (void)jitter_start(3000, from_interrupt, NULL);
    for (unsigned n = 0; n < ROUNDS; n++) {
        count();
        trace_event(step, n);
        count();
        trace_data(note, "some text of some length", n % 24);
        if (n % 401 == 0) {
            trace_rings_clear();
            clears++;
        }
        if (n % 50 == 0) {
            thread_sleep(1 + n % 3);
        }
    }
    jitter_stop();
    trace_stream_stop();
    CHECK(clears > 5);
    CHECK(trace_rings[0].cleared > 0);
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        test_note("emitted_in_all %u %lu", cpu, (unsigned long)emitted[cpu]);
    }
}
