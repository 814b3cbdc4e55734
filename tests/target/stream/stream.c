/* SPDX-License-Identifier: BSD-2-Clause */
/* A load on every CPU that counts its emitted events independently. At normal load nothing may be lost; under
 * overload an event that isn't sent must be counted as lost. At the end all counts are printed:
 *
 *     # emitted CPU ID NAME COUNT
 *
 * for the host to compare with the decoded events and the reported losses in this run's .trace file.
 */
#include <errno.h>
#include <stdio.h>
#include <hal/cpu.h>
#include <spoor/port/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <spoor/cost.h>
#include <spoor/event.h>
#include <spoor/core/ids.h>
#include <spoor/trace.h>
#include <spoor/visits.h>
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <test/jitter.h>
#include <test/stream.h>
#include <test/test.h>
#include "load.h"

#define NORMAL_ROUNDS   200
#define OVERLOAD_ROUNDS 4000

TRACE_EVENT_DEF(mark, TRACE_USER);
TRACE_EVENT_DEF(work, TRACE_USER, "n", "twice", "address:ptr");
#if CONFIG_TRACE_DATA
TRACE_DATA_DEF(message, TRACE_USER, "text:str");
#endif
TRACE_RANGE_DEF(phase, TRACE_USER);
TRACE_COUNTER_DEF(level, TRACE_USER);
TRACE_POINT_DEF(stream_point);
TRACE_BLOCK_DEF(stream_block);

enum { MARK, WORK, MESSAGE, PHASE, LEVEL, POINT, BLOCK, KINDS };

static volatile uint32_t emitted[CONFIG_CPUS][KINDS];

/* Count an event of the current CPU, from a thread or an interrupt. */
static void count(unsigned kind)
{
    uint32_t state = spoor_irq_save();

    emitted[hal_cpu_id()][kind]++;
    spoor_irq_restore(state);
}

#if CONFIG_TRACE_DATA

static void emit_message(uint32_t n)
{
    static const char text[] = "a message of some length, cut somewhere";

    count(MESSAGE);
    trace_data(message, text, n % sizeof text);
}

#define MESSAGE_ID (message.header >> SPOOR_WIRE_TIME_BITS)

#else

static void emit_message(uint32_t n)
{
    (void)n;
}

#define MESSAGE_ID 0

#endif

#if CONFIG_TRACE_VISITS
#define POINT_ID trace_point_id(&stream_point)
#define BLOCK_ID trace_block_id(&stream_block)
#else
#define POINT_ID 0
#define BLOCK_ID 0
#endif

static void count_visit(unsigned kind)
{
    if (CONFIG_TRACE_VISITS) {
        count(kind);
    }
}

/* Number of events that one emit_all() emits. */
#define EMITTED (4u + CONFIG_TRACE_DATA + 2 * CONFIG_TRACE_VISITS)

static void emit_all(uint32_t n)
{
    count(PHASE);
    trace_range_begin(phase);
    count(WORK);
    trace_event(work, n, 2 * n, (uintptr_t)&emitted);
    emit_message(n);
    count(LEVEL);
    trace_counter(level, (int)(n % 7) - 3);
    count_visit(BLOCK);
    trace_block_enter(&stream_block);
    count_visit(POINT);
    trace_point_set(&stream_point);
    trace_block_leave(&stream_block);
    count(PHASE);
    trace_range_end(phase);
}

static void from_interrupt(void)
{
    count(MARK);
    trace_event(mark);
}

static uint32_t all_emitted(void)
{
    uint32_t sum = 0;

    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        for (unsigned kind = 0; kind < KINDS; kind++) {
            sum += emitted[cpu][kind];
        }
    }
    return sum;
}

/* ------------------------------------------------------------------ tests */

TEST("streaming is on from boot, and the events of boot were sent")
{
    struct trace_stream_info info;

    trace_stream_get_info(&info);
    CHECK(info.on);
    CHECK_EQ(info.services, TRACE_SERVICES_USUAL);
    trace_stream_flush();
    CHECK(test_sent() > 0);
    CHECK_EQ(test_lost(), 0);
}

TEST("points and blocks can be recorded if the settings include it")
{
#if CONFIG_TRACE_BLOCKS
    CHECK_EQ(trace_point_set_recorded(&stream_point, true), CONFIG_TRACE_VISITS ? 0 : -ENOTSUP);
    CHECK_EQ(trace_block_set_recorded(&stream_block, true), CONFIG_TRACE_VISITS ? 0 : -ENOTSUP);
    CHECK_EQ(trace_block_is_recorded(&stream_block), CONFIG_TRACE_VISITS);
#endif
}

TEST("rings have the modes in the settings, and streaming discards earlier records")
{
    CHECK_EQ(trace_rings_set_mode((enum spoor_wire_mode)(SPOOR_WIRE_MODE_STOP + 1)), -EINVAL);
    CHECK_EQ(trace_rings_set_mode(SPOOR_WIRE_MODE_OVERWRITE), CONFIG_TRACE_RING_MODES ? 0 : -ENOTSUP);
    CHECK_EQ(trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM), 0);
    CHECK(!trace_rings_survived()); /* streaming has started a recording */
}

TEST("at normal load nothing is lost")
{
    uint32_t before = all_emitted(), sent_before = test_sent();

    bool jitters = jitter_start(500, from_interrupt, NULL) == 0;

    load_run(emit_all, NORMAL_ROUNDS, 1);
    jitter_stop();
    trace_stream_flush();
    CHECK(all_emitted() - before >= (EMITTED + jitters) * NORMAL_ROUNDS);
    CHECK(test_sent() - sent_before >= all_emitted() - before);
    CHECK_EQ(test_lost(), 0);
}

TEST("console text and frames don't damage each other")
{
    for (unsigned line = 0; line < 20; line++) {
        test_note("line %u: the quick brown fox jumps over the lazy dog", line);
        emit_all(line);
        thread_sleep(7);
    }
}

static struct thread writer;
static uint8_t writer_stack[THREAD_STACK_BYTES(640)] __attribute__((aligned(8)));
static struct sem begun = SEM_INIT(begun, 0, 1);

/* Acts like a writer that is interrupted in the middle of a long record and finishes it two ticks later. */
static void write_slowly(void *arg)
{
    uint32_t *number = arg;
    uint32_t state = spoor_irq_save();
    struct trace_ring *r = &trace_rings[0];

    count(MARK);
    trace_event(mark); /* opens a sub-buffer */
    uint16_t *pending = &r->pending[r->closed % CONFIG_TRACE_RING_SUBBUFS];

    (*pending)++;
    *number = r->closed + 1;
    spoor_irq_restore(state);
    sem_post(&begun);
    thread_sleep(2);
    state = spoor_irq_save();
    (*pending)--;
    spoor_irq_restore(state);
}

TEST("a flush waits for a lower-priority thread to finish its record")
{
    uint32_t number = 0;
    const struct thread_attr attr = {
        .name = "writer",
        .entry = write_slowly,
        .arg = &number,
        .priority = CONFIG_MAIN_PRIORITY - 1,
        .affinity = 1,
        .stack = writer_stack,
        .stack_bytes = sizeof writer_stack,
    };

    REQUIRE(thread_create(&writer, &attr) == 0);
    CHECK_EQ(sem_wait(&begun, WAIT_FOREVER), 0);
    trace_stream_flush();
    CHECK((int32_t)(trace_rings[0].read - number) >= 0);
    CHECK_EQ(thread_join(&writer, NULL, WAIT_FOREVER), 0);
}

TEST("under overload losses are counted, and streaming continues")
{
    load_run(emit_all, OVERLOAD_ROUNDS, 0);
    CHECK(test_lost() > 0);
    trace_stream_flush();
    uint32_t lost_before = test_lost();

    load_run(emit_all, 20, 1);
    trace_stream_flush();
    CHECK_EQ(test_lost(), lost_before);
}

TEST("each record is sent or counted as lost, and the counts are printed")
{
    static const char *const names[KINDS] = {"mark",  "work",         "message",     "phase",
                                             "level", "stream_point", "stream_block"};
    const unsigned ids[KINDS] = {
        mark.header >> SPOOR_WIRE_TIME_BITS,
        work.header >> SPOOR_WIRE_TIME_BITS,
        MESSAGE_ID,
        phase.header >> SPOOR_WIRE_TIME_BITS,
        level.header >> SPOOR_WIRE_TIME_BITS,
        POINT_ID,
        BLOCK_ID,
    };

    trace_stream_stop();
    CHECK(test_sent() + test_lost() >= all_emitted());
    for (unsigned cpu = 0; cpu < CONFIG_CPUS; cpu++) {
        for (unsigned kind = 0; kind < KINDS; kind++) {
            test_note("emitted %u %u %s %lu", cpu, ids[kind], names[kind], (unsigned long)emitted[cpu][kind]);
        }
#if !CONFIG_TRACE_LOSSES_BY_ID
        test_note("lost %u %lu", cpu, (unsigned long)trace_rings[cpu].dropped);
#else
        uint32_t sum = 0;

        for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
            sum += trace_losses[cpu][id];
        }
        CHECK_EQ(sum, trace_rings[cpu].dropped);
#endif
    }
    test_note("costs %u", CONFIG_TRACE_COSTS ? TRACE_RECORD_COSTS : 0);
    test_note("idle_threads %u", CONFIG_CPUS);
}

TEST("streaming can be started again and stopped")
{
    struct trace_stream_info before, after;

    trace_stream_get_info(&before);
    CHECK(!before.on);
    thread_sleep(250);
    trace_stream_get_info(&after);
    CHECK_EQ(after.bytes_sent, before.bytes_sent);
    trace_stream_start(0);
    trace_stream_stop();
    trace_stream_get_info(&after);
    CHECK(after.bytes_sent > before.bytes_sent);
}
