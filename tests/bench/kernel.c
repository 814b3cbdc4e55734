/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's own costs with its built-in blocks on: the base for the costs of tracing it. */
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/ipc.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <kernel/thread.h>
#include <test/bench.h>

#define ROUNDS 1000

static struct thread partner;
THREAD_STACK(partner_stack, 512);

static void start(void (*entry)(void *), unsigned above)
{
    const struct thread_attr attr = {
        .name = "partner",
        .entry = entry,
        .priority = (uint8_t)(thread_priority(thread_self()) + above),
        .stack = partner_stack,
        .stack_bytes = sizeof partner_stack,
    };

    REQUIRE(thread_create(&partner, &attr) == 0);
}

static void yield_rounds(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        thread_yield();
    }
}

static void yield_entry(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS + 1; i++) {
        thread_yield();
    }
}

TEST("context_switch: a yield to a thread of the same priority")
{
    start(yield_entry, 0);
    thread_yield();
    bench_report("context_switch", "yield", "instructions",
                 (uint32_t)(bench_time(yield_rounds) / (2 * ROUNDS)));
    CHECK_EQ(thread_join(&partner, NULL, 1000), 0);
}

static void ipc_rounds(void)
{
    struct ipc_msg msg = {{1, 2, 3, 4}};

    for (int i = 0; i < ROUNDS; i++) {
        ipc_send(&partner, &msg, WAIT_FOREVER);
    }
}

static void ipc_entry(void *arg)
{
    struct thread *from;
    struct ipc_msg msg;

    (void)arg;
    ipc_receive(&from, &msg, WAIT_FOREVER);
    for (int i = 1; i < ROUNDS; i++) {
        ipc_reply_receive(&from, &msg, WAIT_FOREVER);
    }
    ipc_reply(from, &msg);
}

TEST("ipc_round: send, reply and wait, by the short path")
{
    uint32_t before = ipc_short_path_count();

    start(ipc_entry, 1);
    bench_report("ipc_round", "short_path", "instructions", (uint32_t)(bench_time(ipc_rounds) / ROUNDS));
    CHECK(ipc_short_path_count() - before >= ROUNDS);
    CHECK_EQ(thread_join(&partner, NULL, 1000), 0);
}

static struct sem sem;

static void sem_rounds(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        sem_post(&sem);
    }
}

static void sem_entry(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        sem_wait(&sem, WAIT_FOREVER);
    }
}

TEST("sem_handover: post to a higher-priority waiter, and back when it waits again")
{
    sem_init(&sem, 0, 1);
    start(sem_entry, 1);
    bench_report("sem_handover", "round", "instructions", (uint32_t)(bench_time(sem_rounds) / ROUNDS));
    CHECK_EQ(thread_join(&partner, NULL, 1000), 0);
}

static void post_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    sem_post(&sem);
}

static void irq_rounds(void)
{
    for (int i = 0; i < ROUNDS; i++) {
        irqctl_pend(board.spare_lines[0]);
    }
}

TEST("irq_to_thread: an interrupt that wakes a thread, and back when it waits again")
{
    if (board.spare_lines[0] == 0) {
        test_skip("no spare line");
    }
    sem_init(&sem, 0, 1);
    REQUIRE(irq_attach(board.spare_lines[0], 1, post_isr, NULL, "bench") == 0);
    start(sem_entry, 1);
    bench_report("irq_to_thread", "round", "instructions", (uint32_t)(bench_time(irq_rounds) / ROUNDS));
    CHECK_EQ(thread_join(&partner, NULL, 1000), 0);
    irq_detach(board.spare_lines[0]);
}
