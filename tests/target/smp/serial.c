/* SPDX-License-Identifier: BSD-2-Clause */
/* A serial port whose interrupt and writers are on different CPUs, and stdio from all of them. */
#include <stdio.h>
#include <string.h>
#include <drivers/serial.h>
#include <spoor/port/atomic.h>
#include <kernel/sync.h>
#include <services/console.h>
#include <test/test.h>
#include "pinned.h"

#define LINES 150

static char wire[32768];
static volatile uint32_t wire_bytes;
static volatile bool room;
static struct serial_state state;
static volatile bool stop;
static struct mutex writer = MUTEX_INIT(writer);

static void fake_open(const struct serial *s, unsigned baud)
{
    (void)s;
    (void)baud;
}

static bool fake_put(const struct serial *s, uint8_t byte)
{
    (void)s;
    room = !room;
    if (room || wire_bytes >= sizeof wire) {
        return false;
    }
    uint32_t at = wire_bytes;

    SPOOR_RELAX();
    wire[at] = (char)byte;
    wire_bytes = at + 1;
    return true;
}

static int fake_get(const struct serial *s)
{
    (void)s;
    return -1;
}

static void fake_tx_irq(const struct serial *s, bool on)
{
    (void)s;
    (void)on;
}

static void fake_ack(const struct serial *s)
{
    (void)s;
}

static const struct serial_ops ops = {fake_open, fake_put, fake_get, fake_tx_irq, fake_ack};
static const struct serial port = {.ops = &ops, .state = &state};

static void drain(void *arg)
{
    (void)arg;
    while (!stop) {
        serial_isr(0, (void *)&port);
    }
}

static void write_lines(void *arg)
{
    char line[32];

    memset(line, 'a' + (int)(uintptr_t)arg, sizeof line - 1);
    line[sizeof line - 1] = '\n';
    for (int i = 0; i < LINES; i++) {
        mutex_lock(&writer, WAIT_FOREVER);
        for (size_t sent = 0; sent < sizeof line;) {
            sent += serial_write(&port, line + sent, sizeof line - sent);
        }
        mutex_unlock(&writer);
    }
}

/* Number of intact lines: 31 equal characters each. */
static unsigned whole_lines(const char *text, size_t bytes)
{
    unsigned whole = 0;

    for (size_t at = 0; at + 32 <= bytes; at += 32) {
        size_t same = 1;

        while (same < 31 && text[at + same] == text[at]) {
            same++;
        }
        whole += same == 31 && text[at + 31] == '\n';
    }
    return whole;
}

TEST("bytes are sent in order while the serial interrupt is handled on another CPU")
{
    static uint8_t rx[16], tx[64];

    CHECK_EQ(serial_open(&port, 115200, rx, sizeof rx, tx, sizeof tx, NULL, NULL), 0);
    wire_bytes = 0;
    stop = false;
    pinned_start(3, ON(CONFIG_CPUS - 1), LOW, drain, NULL);
    for (unsigned i = 0; i < 3; i++) {
        pinned_start(i, ALL_CPUS & ~ON(CONFIG_CPUS - 1), LOW, write_lines, (void *)(uintptr_t)i);
    }
    pinned_join(3);
    while (ring_used(&state.tx) > 0) {
        SPOOR_RELAX();
    }
    stop = true;
    pinned_join(4);
    CHECK_EQ(wire_bytes, 3 * LINES * 32);
    CHECK_EQ(whole_lines(wire, wire_bytes), 3 * LINES);
}

static void capture(const char *data, size_t n)
{
    for (size_t i = 0; i < n && wire_bytes < sizeof wire; i++) {
        wire[wire_bytes] = data[i];
        wire_bytes = wire_bytes + 1;
    }
}

static void print_lines(void *arg)
{
    char filler[31];

    memset(filler, 'a' + (int)(uintptr_t)arg, sizeof filler - 1);
    filler[sizeof filler - 1] = '\0';
    pinned_meet();
    for (int i = 0; i < LINES; i++) {
        printf("%s%c\n", filler, filler[0]);
    }
}

TEST("lines printed from all CPUs at once stay intact")
{
    wire_bytes = 0;
    console_divert(capture);
    pinned_start_each(HIGH, print_lines);
    pinned_join(CONFIG_CPUS);
    console_divert(NULL);
    CHECK_EQ(wire_bytes, CONFIG_CPUS * LINES * 32);
    CHECK_EQ(whole_lines(wire, wire_bytes), CONFIG_CPUS * LINES);
}
