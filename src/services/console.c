/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The console on the board's serial line. Threads share it by a mutex and sleep while it is full; whoever
 * can't sleep (interrupts, boot, a panic, a section that masks interrupts) sends by polling, past the lock.
 */
#include <drivers/board.h>
#include <hal/irq.h>
#include <hal/spinlock.h>
#include <kernel/console.h>
#include <kernel/init.h>
#include <kernel/irq.h>
#include <kernel/sync.h>

#define CONSOLE_LEVEL 3

/* A waiting writer looks again after this long, since polled output makes room without an event. */
#define ROOM_POLL_MS 10

/* Bytes of a frame that are sent with interrupts masked, at most. */
#define FRAME_STRETCH 4

static uint8_t rx_buffer[CONFIG_CONSOLE_RX_BYTES];
static uint8_t tx_buffer[CONFIG_CONSOLE_TX_BYTES];
static bool opened;
static struct hal_spinlock polling; /* between CPUs that poll */

/* What is left of a frame that is going out. Its writer holds `writer`; changed under `polling`. */
static struct {
    const uint8_t *data;
    size_t left;
} frame;

static struct mutex writer = MUTEX_INIT(writer);
static struct sem input = SEM_INIT(input, 0, 1);
static struct sem room = SEM_INIT(room, 0, 1);

static void notify(void *arg, unsigned events)
{
    (void)arg;
    if (events & SERIAL_INPUT) {
        sem_post(&input);
    }
    if (events & SERIAL_ROOM) {
        sem_post(&room);
    }
}

static int console_open(void)
{
    const struct serial *s = board.console;
    int result = serial_open(s, CONFIG_CONSOLE_BAUD, rx_buffer, sizeof rx_buffer, tx_buffer, sizeof tx_buffer,
                             notify, NULL);

    if (result != 0) {
        return result;
    }
    opened = true;
    result = irq_attach(s->rx_line, CONSOLE_LEVEL, serial_isr, (void *)s, "console");
    if (result == 0 && s->tx_line != s->rx_line) {
        result = irq_attach(s->tx_line, CONSOLE_LEVEL, serial_isr, (void *)s, "console tx");
    }
    return result;
}

INIT_HOOK(INIT_DRIVERS, console_open);

static void send_polled(const char *data, size_t n)
{
    if (opened) {
        serial_write_polled(board.console, data, n);
    }
}

static void send_waiting(const char *data, size_t n)
{
    const struct serial *s = board.console;

    while (n > 0) {
        size_t taken = serial_write(s, data, n);

        data += taken;
        n -= taken;
        if (n > 0 && ring_room(&s->state->tx) == 0) {
            (void)sem_wait(&room, ROOM_POLL_MS);
        }
    }
}

/* Send in stretches between line ends, each of which goes out as two characters. */
static void send_lines(const char *data, size_t n, void (*send)(const char *data, size_t n))
{
    while (n > 0) {
        size_t stretch = 0;

        while (stretch < n && data[stretch] != '\n') {
            stretch++;
        }
        send(data, stretch);
        if (stretch < n) {
            send("\r\n", 2);
            stretch++;
        }
        data += stretch;
        n -= stretch;
    }
}

static void finish_frame(void)
{
    if (frame.left > 0) {
        serial_write_polled(board.console, frame.data, frame.left);
        frame.left = 0;
    }
}

/* @return whether there is more of it */
static bool push_frame(void)
{
    uint32_t state = hal_irq_save();

    hal_spin_lock(&polling);
    size_t n = frame.left < FRAME_STRETCH ? frame.left : FRAME_STRETCH;
    size_t taken = serial_push(board.console, frame.data, n);

    frame.data += taken;
    frame.left -= taken;
    bool more = frame.left > 0;

    hal_spin_unlock(&polling);
    hal_irq_restore(state);
    return more;
}

static void begin_frame(const void *data, size_t n)
{
    uint32_t state = hal_irq_save();

    hal_spin_lock(&polling);
    frame.data = data;
    frame.left = n;
    hal_spin_unlock(&polling);
    hal_irq_restore(state);
}

void console_write_frame(const void *data, size_t n)
{
    mutex_lock(&writer, WAIT_FOREVER);
    while (ring_used(&board.console->state->tx) > 0) {
        thread_sleep(1);
    }
    begin_frame(data, n);
    while (push_frame()) {
    }
    mutex_unlock(&writer);
}

void console_write(const char *data, size_t n)
{
    if (!thread_may_wait()) {
        uint32_t state = hal_irq_save();

        hal_spin_lock(&polling);
        finish_frame();
        send_lines(data, n, send_polled);
        hal_spin_unlock(&polling);
        hal_irq_restore(state);
        return;
    }
    mutex_lock(&writer, WAIT_FOREVER);
    send_lines(data, n, send_waiting);
    mutex_unlock(&writer);
}

int console_read(char *data, size_t n, uint32_t timeout_ms)
{
    for (;;) {
        size_t got = serial_read(board.console, data, n);

        if (got > 0) {
            return (int)got;
        }
        int result = sem_wait(&input, timeout_ms);

        if (result != 0) {
            return result;
        }
    }
}

void console_flush(void)
{
    while (thread_may_wait() && ring_used(&board.console->state->tx) > 0) {
        thread_sleep(1);
    }
    send_polled("", 0);
}

void console_seize(void)
{
    hal_spin_unlock(&polling);
    serial_seize(board.console);
}

uint32_t console_input_lost(void)
{
    return board.console->state->rx_lost;
}
