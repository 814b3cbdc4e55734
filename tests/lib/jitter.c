/* SPDX-License-Identifier: BSD-2-Clause */
/* Jittered, nested interrupts from the board's spare timer. */
#include <stddef.h>
#include <errno.h>
#include <drivers/board.h>
#include <drivers/irqctl.h>
#include <kernel/irq.h>
#include <test/jitter.h>
#include <test/test.h>

static struct {
    uint32_t mean_hz, lfsr;
    volatile uint32_t outer_count, inner_count;
    void (*outer)(void);
    void (*inner)(void);
    bool runs;
} jitter;

/* Galois LFSR, 32 bits, maximal (taps 32, 22, 2, 1). */
static uint32_t draw(void)
{
    jitter.lfsr = jitter.lfsr >> 1 ^ (-(jitter.lfsr & 1) & 0x80200003u);
    return jitter.lfsr;
}

static void inner_isr(unsigned line, void *arg)
{
    (void)line;
    (void)arg;
    jitter.inner_count++;
    jitter.inner();
}

static void outer_isr(unsigned line, void *arg)
{
    const struct timer_dev *t = arg;
    uint32_t r = draw();

    (void)line;
    t->ops->ack(t);
    t->ops->start(t, jitter.mean_hz * 2 / 3 + r % (jitter.mean_hz * 4 / 3));
    jitter.outer_count++;
    if (jitter.inner != NULL && (r >> 16 & 1)) {
        irqctl_pend(board.spare_lines[0]);
    }
    jitter.outer();
}

int jitter_start(uint32_t mean_hz, void (*outer)(void), void (*inner)(void))
{
    const struct timer_dev *t = board.spare_timer;
    int err;

    if (t == NULL || (inner != NULL && board.spare_lines[0] == 0)) {
        return -ENODEV;
    }
    jitter.mean_hz = mean_hz;
    jitter.lfsr = 0xACE1u;
    jitter.outer_count = jitter.inner_count = 0;
    jitter.outer = outer;
    jitter.inner = inner;
    if (inner != NULL) {
        err = irq_attach(board.spare_lines[0], 0, inner_isr, NULL, "jitter inner");
        if (err != 0) {
            return err;
        }
    }
    err = irq_attach(t->line, 1, outer_isr, (void *)t, "jitter outer");
    if (err != 0) {
        return err;
    }
    t->ops->start(t, mean_hz);
    jitter.runs = true;
    return 0;
}

void jitter_stop(void)
{
    const struct timer_dev *t = board.spare_timer;

    if (!jitter.runs) {
        return;
    }
    jitter.runs = false;
    t->ops->stop(t);
    irq_detach(t->line);
    if (jitter.inner != NULL) {
        irq_detach(board.spare_lines[0]);
    }
}

void test_needs_lines(unsigned lines)
{
    for (unsigned n = 0; n < lines; n++) {
        if (board.spare_lines[n] == 0) {
            test_skip("too few spare interrupt lines");
        }
    }
}

uint32_t jitter_outer_count(void)
{
    return jitter.outer_count;
}

uint32_t jitter_inner_count(void)
{
    return jitter.inner_count;
}
