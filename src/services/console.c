/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The console on the board's serial line. Threads share it by a mutex and sleep while it is full. A caller
 * that can't sleep (in an interrupt, boot, a panic, or with interrupts masked) sends by polling without the
 * mutex.
 */
#include <drivers/board.h>
#include <services/console.h>
#include <kernel/init.h>
#include <kernel/irq.h>
#include <kernel/sync.h>

#define CONSOLE_LEVEL 3

/* A waiting writer checks again after this time, because polled output makes room without an event. */
#define ROOM_POLL_MS 10

static uint8_t rx_buffer[CONFIG_CONSOLE_RX_BYTES];
static uint8_t tx_buffer[CONFIG_CONSOLE_TX_BYTES];
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
    result = irq_attach(s->rx_line, CONSOLE_LEVEL, serial_isr, (void *)s, "console");
    if (result == 0 && s->tx_line != s->rx_line) {
        result = irq_attach(s->tx_line, CONSOLE_LEVEL, serial_isr, (void *)s, "console tx");
    }
    return result;
}

INIT_HOOK(INIT_DRIVERS, console_open);

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

/* Send line by line, because each line end is sent as two characters. */
static void send_lines(const char *data, size_t n)
{
    while (n > 0) {
        size_t line = 0;

        while (line < n && data[line] != '\n') {
            line++;
        }
        send_waiting(data, line);
        if (line < n) {
            send_waiting("\r\n", 2);
            line++;
        }
        data += line;
        n -= line;
    }
}

static void wait_until_sent(void)
{
    while (ring_used(&board.console->state->tx) > 0) {
        thread_sleep(1);
    }
}

void console_write_frame(const void *data, size_t n)
{
    mutex_lock(&writer, WAIT_FOREVER);
    wait_until_sent();
    serial_frame_begin(board.console, data, n);
    while (serial_frame_push(board.console)) {
    }
    mutex_unlock(&writer);
}

static void (*volatile divert)(const char *data, size_t n);

void console_divert(void (*write)(const char *data, size_t n))
{
    divert = write;
}

void console_write(const char *data, size_t n)
{
    void (*write)(const char *data, size_t n) = divert;

    if (write != NULL) {
        write(data, n);
        return;
    }
    if (!thread_may_wait()) {
        serial_print_polled(board.console, data, n);
        return;
    }
    mutex_lock(&writer, WAIT_FOREVER);
    send_lines(data, n);
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

int console_wait(uint32_t timeout_ms)
{
    return sem_wait(&input, timeout_ms);
}

bool console_take(char byte)
{
    const struct ring *rx = &board.console->state->rx;
    char dropped;

    for (uint32_t at = rx->tail; at != rx->head; at++) {
        if ((char)rx->data[at & rx->mask] == byte) {
            while (serial_read(board.console, &dropped, 1) == 1 && dropped != byte) {
            }
            return true;
        }
    }
    return false;
}

void console_flush(void)
{
    if (thread_may_wait()) {
        wait_until_sent();
    }
    serial_print_polled(board.console, "", 0);
}

uint32_t console_input_lost(void)
{
    return board.console->state->rx_lost;
}
