/* SPDX-License-Identifier: BSD-2-Clause */
/* One round of IPC, send and reply by the short path, with different services on. Without transfer, the
 * records stay in the ring, or the ring overwrites old records as a flight recorder. With transfer, all
 * records are sent over the link, and the daemon's work is included in the cost of the rounds; idle time is
 * not.
 */
#include <string.h>
#include <drivers/clock.h>
#include <kernel/ipc.h>
#include <kernel/thread.h>
#include <spoor/event.h>
#include <spoor/stream.h>
#include <spoor/core/ring.h>
#include <spoor/service.h>
#include <spoor/session.h>
#include <test/bench.h>

#define ROUNDS 1000
/* Rounds whose records fit into the ring, without and with function tracing. */
#define STRETCH           40
#define STRETCH_FUNCTIONS 8

static struct thread partner;
THREAD_STACK(partner_stack, 768);
static struct trace_client client;
static uint32_t off; /* instructions of a round with all services off */

static void serve(void *arg)
{
    struct thread *from = NULL;
    struct ipc_msg msg;

    (void)arg;
    while (ipc_reply_receive(&from, &msg, WAIT_FOREVER) == 0 && msg.word[0] != 0) {
    }
    ipc_reply(from, &msg);
}

static void start(void)
{
    const struct thread_attr attr = {
        .name = "server",
        .entry = serve,
        .priority = (uint8_t)(thread_priority(thread_self()) + 1),
        .affinity = 1,
        .stack = partner_stack,
        .stack_bytes = sizeof partner_stack,
    };

    REQUIRE(thread_create(&partner, &attr) == 0);
}

static void stop(void)
{
    struct ipc_msg msg = {{0}};

    ipc_send(&partner, &msg, WAIT_FOREVER);
    CHECK_EQ(thread_join(&partner, NULL, WAIT_FOREVER), 0);
}

static void send(unsigned n)
{
    struct ipc_msg msg = {{1, 2, 3, 4}};

    while (n-- > 0) {
        ipc_send(&partner, &msg, WAIT_FOREVER);
    }
}

static unsigned stretch;

static void send_stretch(void)
{
    send(stretch);
}

/* Functions are instrumented even if they are not traced. The dense encoding applies to streamed records. */
#if CONFIG_TRACE_FUNCTION
#define BUILT "instrumented_"
#elif CONFIG_TRACE_DENSE
#define BUILT "dense_"
#else
#define BUILT ""
#endif

/*
 * Report a round in instructions, in percent of a round with all services off, and as additional
 * instructions. Only the last has a budget: a budget for the percentage would get tighter whenever the kernel
 * gets faster.
 */
static void report(const char *variant, uint32_t value)
{
    bench_report("ipc_round", variant, "instructions", value);
    bench_report("ipc_round", variant, "percent", (value * 100 + off / 2) / off);
    bench_report("ipc_round_more", variant, "instructions", value - off);
}

/* ------------------------------------------------------------------ without transfer */

static uint32_t lost(void)
{
    return trace_rings[0].dropped + trace_rings[0].overwritten;
}

static uint32_t measure(uint32_t services, bool overwriting)
{
    uint32_t before = ipc_short_path_count();
    uint64_t sum = 0;

    REQUIRE(trace_rings_set_mode(overwriting ? SPOOR_WIRE_MODE_OVERWRITE : SPOOR_WIRE_MODE_STOP) == 0);
    CHECK_EQ(trace_service_start(&client, services), 0);
    stretch = overwriting ? ROUNDS : services & TRACE_FUNCTION ? STRETCH_FUNCTIONS : STRETCH;
    start();
    send_stretch(); /* overwriting: fills the ring; else a warm-up */
    for (unsigned n = 0; n < ROUNDS; n += stretch) {
        if (!overwriting) {
            trace_rings_clear();
        }
        sum += bench_time(send_stretch);
        CHECK(overwriting ? services == 0 || lost() > ROUNDS : lost() + trace_rings[0].unrecorded == 0);
    }
    stop();
    CHECK_EQ(trace_service_stop(&client, TRACE_SERVICES_ALL), 0);
    CHECK(ipc_short_path_count() - before >= 2 * ROUNDS);
    return (uint32_t)(sum / ROUNDS);
}

static uint32_t measure_kept(uint32_t services)
{
    return measure(services, false);
}

TEST("ipc_round: with all services off")
{
    REQUIRE(trace_client_register(&client, "bench") == 0);
    off = measure_kept(0);
    report(BUILT "off", off);
}

TEST("ipc_round: with the events of IPC")
{
    report(BUILT "ipc", measure_kept(TRACE_IPC));
}

TEST("ipc_round: with the events of switches")
{
    report(BUILT "switch", measure_kept(TRACE_SWITCH));
}

TEST("ipc_round: with the events of IPC and switches")
{
    report(BUILT "both", measure_kept(TRACE_IPC | TRACE_SWITCH));
}

TEST("ipc_round: with the events of IPC and switches, overwriting the oldest")
{
    report(BUILT "both_overwriting", measure(TRACE_IPC | TRACE_SWITCH, true));
}

#if CONFIG_TRACE_FUNCTION
TEST("ipc_round: with functions")
{
    report(BUILT "functions", measure_kept(TRACE_FUNCTION));
}

TEST("ipc_round: with functions and the events of IPC and switches")
{
    report(BUILT "functions_both", measure_kept(TRACE_FUNCTION | TRACE_IPC | TRACE_SWITCH));
}
#endif

/* ------------------------------------------------------------------ with transfer */

static uint64_t idle_cycles(void)
{
    struct thread_info info;
    uint64_t sum = 0;

    for (unsigned n = 0; thread_get_brief(n, &info) == 0; n++) {
        if (info.cpu == 0 && strcmp(info.name, "idle") == 0) {
            sum += info.run_cycles;
        }
    }
    return sum;
}

/* Waits for closed sub-buffers only; the next rounds continue the open one. */
static void wait_for_drain(void)
{
    do {
        thread_sleep(1);
    } while (trace_rings[0].read != trace_rings[0].closed);
}

static uint32_t measure_streamed(uint32_t services)
{
    uint32_t dropped = trace_rings[0].dropped;

    stretch = services & TRACE_FUNCTION ? STRETCH_FUNCTIONS : STRETCH;
    trace_stream_start(services);
    start();
    uint64_t idle = idle_cycles(), begin = clock_cycles();

    for (unsigned n = 0; n < ROUNDS; n += stretch) {
        send(stretch);
        wait_for_drain();
    }
    uint64_t spent = clock_cycles() - begin - (idle_cycles() - idle);

    stop();
    trace_stream_stop();
    CHECK_EQ(trace_rings[0].dropped, dropped);
    return (uint32_t)(spent * 1000000000 / clock_hz() / ROUNDS);
}

TEST("ipc_round: streamed, with all services off")
{
    trace_rings_clear();
    REQUIRE(trace_rings_set_mode(SPOOR_WIRE_MODE_STREAM) == 0);
    report(BUILT "off_streamed", measure_streamed(0));
}

TEST("ipc_round: streamed, with the events of IPC")
{
    report(BUILT "ipc_streamed", measure_streamed(TRACE_IPC));
}

TEST("ipc_round: streamed, with the events of switches")
{
    report(BUILT "switch_streamed", measure_streamed(TRACE_SWITCH));
}

TEST("ipc_round: streamed, with the events of IPC and switches")
{
    report(BUILT "both_streamed", measure_streamed(TRACE_IPC | TRACE_SWITCH));
}

#if CONFIG_TRACE_FUNCTION
TEST("ipc_round: streamed, with functions and the events of IPC and switches")
{
    report(BUILT "functions_both_streamed", measure_streamed(TRACE_FUNCTION | TRACE_IPC | TRACE_SWITCH));
}
#endif

/* A fast link, like memory that a debugger reads. Must be last, because the usual link is not restored. */
static void send_to_memory(const uint8_t *bytes, size_t n)
{
    static uint32_t buffer[512];
    static size_t at;
    size_t room = sizeof buffer - at;

    at = n <= room ? at : 0;
    memcpy((char *)buffer + at, bytes, n < sizeof buffer ? n : sizeof buffer);
    at = (at + n + 3) & ~(size_t)3;
    at = at < sizeof buffer ? at : 0;
}

TEST("ipc_round: streamed uncompressed to memory, with the events of IPC and switches")
{
    trace_session_init(send_to_memory);
    trace_session_set_raw(true);
    report(BUILT "both_streamed_raw", measure_streamed(TRACE_IPC | TRACE_SWITCH));
}
