/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace link over the board's second serial port with interrupts. The daemon sleeps while the port
 * sends. The port's interrupts aren't recorded, because each record would cause more of them.
 */
#if CONFIG_TRACE && CONFIG_TRACE_LINK_IRQ && CONFIG_TRACE_EVENTS

#include <errno.h>
#include <drivers/board.h>
#include <kernel/irq.h>
#include <kernel/sync.h>
#include <services/trace_link.h>

#define ISR_LEVEL 3

static struct sem room = SEM_INIT(room, 0, 1);

/* The buffer has drained to half. */
static void notify(void *arg, unsigned events)
{
    (void)arg;
    if (events & SERIAL_ROOM) {
        sem_post(&room);
    }
}

static int irq_open(void)
{
    static uint8_t unused, out[CONFIG_TRACE_LINK_BYTES];

    if (board.trace == NULL) {
        return -ENODEV;
    }
    int result = serial_open(board.trace, CONFIG_TRACE_BAUD, &unused, 1, out, sizeof out, notify, NULL);

    if (result == 0) {
        irq_untraced_line = board.trace->tx_line;
        result = irq_attach(board.trace->tx_line, ISR_LEVEL, serial_isr, (void *)board.trace, "trace link");
    }
    return result;
}

static void irq_send(const uint8_t *frame, size_t n)
{
    if (board.trace == NULL) {
        return;
    }
    for (;;) {
        size_t taken = serial_write(board.trace, frame, n);

        frame += taken;
        n -= taken;
        if (n == 0) {
            return;
        }
        sem_wait(&room, 1000);
    }
}

const struct trace_link trace_link = {.name = "uart, by interrupts", .open = irq_open, .send = irq_send};

#endif
