/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that only records and streams, to measure the least that a recorder takes. It records numbers,
 * and prints how many.
 */
#include <hal/cpu.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/port/irq.h>
#include <spoor/stream.h>
#include <test/test.h>

TRACE_EVENT_DEF(number, TRACE_USER, "n");

#define NUMBERS 500

TEST("each number is recorded")
{
    unsigned recorded[CONFIG_CPUS] = {0};

    for (unsigned n = 0; n < NUMBERS; n++) {
        uint32_t state = spoor_irq_save(); /* stay on the CPU */

        trace_event(number, n);
        recorded[hal_cpu_id()]++;
        spoor_irq_restore(state);
        if (n % 10 == 0) {
            thread_sleep(1);
        }
    }
    trace_stream_stop();
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        test_note("emitted %u %u number %u", cpu, (unsigned)(number.header >> SPOOR_WIRE_TIME_BITS),
                  recorded[cpu]);
    }
}
