/* SPDX-License-Identifier: BSD-2-Clause */
/* Floating point in threads of equal priority that take turns, in a thread woken by interrupts, and in two
 * levels of jittered interrupts. Each of these loads its own values into all registers and later compares the
 * registers with them.
 */
#include <string.h>
#include <arch/float.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <test/jitter.h>
#include <test/test.h>

#define PEERS       (2 + CONFIG_CPUS)
#define ROUNDS      400u
#define SPINS_MAX   50000u /* up to one and a half slices */
#define MEAN_HZ     20000
#define STACK_BYTES 1024

struct context {
    uint32_t seed;
    volatile uint32_t rounds, changed, misrounded;
};

static struct peer {
    struct thread thread;
    struct context context;
    uint8_t stack[THREAD_STACK_BYTES(STACK_BYTES)] __attribute__((aligned(8)));
} peers[PEERS], urgent;

static struct context outer, inner;
static struct sem wake;
static volatile bool stop;
static volatile float three = 3.0f;

static uint32_t draw(struct context *c)
{
    c->seed = c->seed * 1664525u + 1013904223u;
    return c->seed;
}

static void hold(struct context *c, uint32_t spins)
{
    uint32_t given[ARCH_FLOAT_WORDS], found[ARCH_FLOAT_WORDS];

    for (unsigned n = 0; n < ARCH_FLOAT_WORDS; n++) {
        given[n] = draw(c);
    }
    arch_float_hold(given, 1); /* some bits of the status register can't be set */
    memcpy(found, given, sizeof found);
    arch_float_hold(found, spins);
    c->changed += memcmp(given, found, sizeof found) != 0;
    c->rounds++;
}

static void peer(void *arg)
{
    struct peer *p = arg;

    for (unsigned round = 0; round < ROUNDS; round++) {
        hold(&p->context, 1 + draw(&p->context) % SPINS_MAX);
    }
    thread_exit(0);
}

static void urgent_peer(void *arg)
{
    struct peer *p = arg;

    while (sem_wait(&wake, WAIT_FOREVER) == 0 && !stop) {
        hold(&p->context, 50);
    }
    thread_exit(0);
}

/* A handler rounds to nearest, regardless of the rounding mode of the context that it interrupts. */
static void handle(struct context *c)
{
    c->misrounded += (float)1 / three != 0x1.555556p-2f || (float)-1 / three != -0x1.555556p-2f;
    hold(c, 20);
}

static void outer_isr(void)
{
    handle(&outer);
    if (outer.rounds % 4 == 0) {
        sem_post(&wake);
    }
}

static void inner_isr(void)
{
    handle(&inner);
}

static void start(struct peer *p, uint32_t seed, void (*entry)(void *), unsigned priority)
{
    const struct thread_attr attr = {
        .name = "float",
        .entry = entry,
        .arg = p,
        .priority = (uint8_t)priority,
        .stack = p->stack,
        .stack_bytes = sizeof p->stack,
    };

    p->context.seed = seed;
    REQUIRE(thread_create(&p->thread, &attr) == 0);
}

TEST("each context has its own floating-point registers and modes")
{
    sem_init(&wake, 0, UINT32_MAX);
    outer.seed = 7;
    inner.seed = 8;
    start(&urgent, 9, urgent_peer, 20);
    REQUIRE(jitter_start(MEAN_HZ, outer_isr, inner_isr) == 0);
    for (unsigned n = 0; n < PEERS; n++) {
        start(&peers[n], n + 1, peer, 5);
    }
    for (unsigned n = 0; n < PEERS; n++) {
        REQUIRE(thread_join(&peers[n].thread, NULL, WAIT_FOREVER) == 0);
    }
    jitter_stop();
    stop = true;
    sem_post(&wake);
    REQUIRE(thread_join(&urgent.thread, NULL, WAIT_FOREVER) == 0);
    for (unsigned n = 0; n < PEERS; n++) {
        CHECK_EQ(peers[n].context.changed, 0);
        CHECK_EQ(peers[n].context.rounds, ROUNDS);
    }
    CHECK_EQ(urgent.context.changed, 0);
    CHECK_EQ(outer.changed, 0);
    CHECK_EQ(inner.changed, 0);
    CHECK_EQ(outer.misrounded, 0);
    CHECK_EQ(inner.misrounded, 0);
    CHECK(urgent.context.rounds > 100);
    CHECK(outer.rounds > 400);
    CHECK(inner.rounds > 200);
}

/* Compiled floating-point code: products and sums with known results, in registers that are preserved across
 * calls. */
TEST("sums and quotients with an exact result are exact")
{
    double sum = 0;

    for (int n = 1; n <= 1000; n++) {
        sum += (double)n / 8 - (double)three;
    }
    CHECK(sum == 500500.0 / 8 - 3000.0);
    CHECK((float)1 / three == 0x1.555556p-2f);
}
