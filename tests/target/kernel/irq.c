/* SPDX-License-Identifier: BSD-2-Clause */
/* Interrupt dispatch, on lines that no device uses, raised by software. */
#include <errno.h>
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <spoor/port/irq.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <spoor/trace.h>
#include <test/jitter.h>
#include <test/test.h>
#include "worker.h"

static void handle_nothing(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
}

static unsigned spare(unsigned n)
{
    test_needs_lines(n + 1);
    return board.spare_lines[n];
}

TEST("irq_attach returns an error for each wrong argument")
{
    unsigned line = spare(0);

    CHECK_EQ(irq_attach(irqctl_lines(), 2, handle_nothing, NULL, "x"), -EINVAL);
    CHECK_EQ(irq_attach(line, SPOOR_IRQ_LEVELS, handle_nothing, NULL, "x"), -EINVAL);
    CHECK_EQ(irq_attach(line, 2, NULL, NULL, "x"), -EINVAL);
    CHECK_EQ(irq_attach(line, 2, handle_nothing, NULL, "x"), 0);
    CHECK_EQ(irq_attach(line, 1, handle_nothing, NULL, "x"), -EBUSY);
    CHECK_EQ(irq_detach(line), 0);
    CHECK_EQ(irq_detach(line), -ENOENT);
}

TEST("irq_attach returns -ENOMEM without a free handler, and a detach frees one")
{
    struct irq_info info;
    unsigned used = 0;
    unsigned lines[CONFIG_IRQ_HANDLERS];
    unsigned attached = 0;
    int result = 0;

    while (irq_get_info(used, &info) == 0) {
        used++;
    }
    for (unsigned line = irqctl_lines(); line > 0 && (result == 0 || result == -EBUSY); line--) {
        result = irq_attach(line - 1, 3, handle_nothing, NULL, "x");
        if (result == 0 && attached < CONFIG_IRQ_HANDLERS) {
            lines[attached++] = line - 1;
        }
    }
    CHECK_EQ(result, -ENOMEM);
    CHECK_EQ(used + attached, CONFIG_IRQ_HANDLERS);
    while (attached > 0) {
        CHECK_EQ(irq_detach(lines[--attached]), 0);
    }
    CHECK_EQ(irq_get_info(used, &info), -ENOENT);
}

static void count_line(unsigned line, void *arg)
{
    CHECK(spoor_in_isr());
    CHECK_EQ(line, board.spare_lines[0]);
    (*(volatile uint32_t *)arg)++;
}

/* Count of irq_get_info() for a line. */
static uint32_t counted(unsigned line)
{
    struct irq_info info;

    for (unsigned n = 0; irq_get_info(n, &info) == 0; n++) {
        if (info.line == line) {
            return info.count;
        }
    }
    return UINT32_MAX;
}

TEST("an interrupt calls its handler with its argument and is counted")
{
    volatile uint32_t n = 0;
    unsigned line = spare(0);
    uint32_t before = irq_count();

    CHECK_EQ(irq_attach(line, 1, count_line, (void *)&n, "test"), 0);
    for (int i = 0; i < 5; i++) {
        irqctl_pend(line);
    }
    CHECK_EQ(n, 5);
    CHECK_EQ(counted(line), 5);
    CHECK(irq_count() - before >= 5);
    CHECK_EQ(irq_detach(line), 0);
}

static void nest(unsigned line, void *arg)
{
    (void)arg;
    if (line == board.spare_lines[0]) {
        log_add('(');
        irqctl_pend(board.spare_lines[1]); /* higher priority: runs at once */
        log_add('-');
        irqctl_pend(board.spare_lines[2]); /* lower priority: runs afterwards */
        log_add(')');
    } else {
        log_add(line == board.spare_lines[1] ? 'u' : 'l');
    }
}

TEST("a higher-priority interrupt nests, a lower-priority one waits")
{
    static const uint8_t levels[] = {1, 0, 2};

    (void)spare(2);
    log_clear();
    for (unsigned i = 0; i < 3; i++) {
        CHECK_EQ(irq_attach(board.spare_lines[i], levels[i], nest, NULL, "nest"), 0);
    }
    irqctl_pend(board.spare_lines[0]);
    CHECK_STR(log_text(), "(u-)l");
    for (unsigned i = 0; i < 3; i++) {
        irq_detach(board.spare_lines[i]);
    }
}

static void log_low(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    log_add('l');
}

static void log_high(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    log_add('h');
}

TEST("of two lines raised while interrupts are masked, the higher-priority one runs first")
{
    static const uint8_t levels[] = {2, 1};
    unsigned first = spare(0), second = spare(1);

    log_clear();
    (void)thread_set_affinity(thread_self(), 1);
    CHECK_EQ(irq_attach(first, levels[0], log_low, NULL, "low"), 0);
    CHECK_EQ(irq_attach(second, levels[1], log_high, NULL, "high"), 0);
    for (unsigned n = 0; n < 3; n++) { /* in either order, and one line twice */
        uint32_t state = spoor_irq_save();

        irqctl_pend(n == 1 ? second : first);
        irqctl_pend(n == 0 ? second : first);
        spoor_irq_restore(state);
    }
    CHECK_STR(log_text(), "hlhll");
    irq_detach(first);
    irq_detach(second);
}

static void expire(unsigned line, void *arg)
{
    const struct timer_dev *t = arg;

    (void)line;
    log_add('(');
    t->ops->ack(t);
    t->ops->stop(t);
    log_add(')');
}

TEST("a raised line doesn't nest in a device's interrupt of a higher priority")
{
    const struct timer_dev *t = board.spare_timer;
    unsigned line = spare(0);

    if (t == NULL) {
        test_skip("no spare timer");
        return;
    }
    log_clear();
    (void)thread_set_affinity(thread_self(), 1);
    CHECK_EQ(irq_attach(line, 1, log_low, NULL, "low"), 0);
    CHECK_EQ(irq_attach(t->line, 0, expire, (void *)t, "timer"), 0);
    uint32_t state = spoor_irq_save();

    t->ops->start(t, 100000);
    for (uint32_t begin = clock_counter_low(); clock_counter_low() - begin < clock_hz() / 1000;) {
    }
    irqctl_pend(line);
    spoor_irq_restore(state);
    CHECK_STR(log_text(), "()l");
    irq_detach(line);
    irq_detach(t->line);
}

static void post(unsigned line, void *arg)
{
    (void)line;
    CHECK_EQ(sem_post(arg), 0);
    log_add('i');
}

static void wait_sem(void *arg)
{
    CHECK_EQ(sem_wait(arg, WAIT_FOREVER), 0);
    log_add('t');
}

TEST("a line raised while disabled interrupts once when it is enabled")
{
    volatile uint32_t n = 0;
    unsigned line = spare(0);
    uint32_t before = irq_count();

    (void)thread_set_affinity(thread_self(), 1);
    CHECK_EQ(irq_attach(line, 1, count_line, (void *)&n, "late"), 0);
    irqctl_disable(line);
    irqctl_pend(line);
    thread_sleep(3); /* other interrupts are taken, this one isn't */
    CHECK(irq_count() > before);
    CHECK_EQ(n, 0);
    irqctl_enable(line);
    thread_sleep(2);
    CHECK_EQ(n, 1);
    CHECK_EQ(irq_detach(line), 0);
}

TEST("a thread woken by an interrupt runs when the interrupt ends, before lower-priority threads")
{
    struct sem s;

    log_clear();
    sem_init(&s, 0, 1);
    CHECK_EQ(irq_attach(spare(0), 1, post, &s, "post"), 0);
    worker_start(0, HIGH, wait_sem, &s);
    irqctl_pend(spare(0));
    log_add('m');
    CHECK_STR(log_text(), "itm");
    irq_detach(spare(0));
    worker_join(0);
}

TEST("an interrupt without a handler is counted, and its line disabled")
{
    uint32_t before = irq_spurious_count();

    irqctl_enable(spare(0));
    irqctl_pend(spare(0));
    CHECK_EQ(irq_spurious_count() - before, 1);
    irqctl_pend(spare(0));
    CHECK_EQ(irq_spurious_count() - before, 1);
    CHECK_EQ(irq_attach(spare(0), 1, handle_nothing, NULL, "x"), 0); /* handles the pending interrupt */
    CHECK_EQ(irq_detach(spare(0)), 0);
}

#if CONFIG_TRACE
TRACE_BLOCK_DEF(outer_tb);
TRACE_BLOCK_DEF(left_open_tb);

static void leave_of_thread(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    trace_block_leave(&outer_tb); /* open in the thread, but not in this context */
    trace_block_enter(&left_open_tb);
}

TEST("an interrupt has its own trace context, which ends with it")
{
    struct trace_block_stats stats;

    CHECK_EQ(irq_attach(spare(0), 1, leave_of_thread, NULL, "trace"), 0);
    trace_block_enter(&outer_tb);
    irqctl_pend(spare(0));
    trace_block_leave(&outer_tb);
    trace_block_get_stats(&outer_tb, &stats);
    CHECK_EQ(stats.count, 1);
    trace_block_get_stats(&left_open_tb, &stats);
    CHECK_EQ(stats.unmatched_enter, 1);
    irq_detach(spare(0));
}
#endif
