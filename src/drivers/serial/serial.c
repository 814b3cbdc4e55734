/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The part shared by all serial ports: rings, interrupts and polled output. The device driver only moves
 * single bytes. The ring and the device are accessed together with interrupts masked and other CPUs locked
 * out, for one byte at a time.
 */
#include <errno.h>
#include <drivers/serial.h>
#include <spoor/port/irq.h>

static bool power_of_two(size_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

static uint32_t enter(const struct serial *s)
{
    uint32_t state = spoor_irq_save();

    hal_spin_lock(&s->state->lock);
    return state;
}

static void leave(const struct serial *s, uint32_t state)
{
    hal_spin_unlock(&s->state->lock);
    spoor_irq_restore(state);
}

void serial_seize(const struct serial *s)
{
    hal_spin_unlock(&s->state->lock);
    hal_spin_unlock(&s->state->polling);
}

int serial_open(const struct serial *s, unsigned baud, void *rx, size_t rx_bytes, void *tx, size_t tx_bytes,
                void (*notify)(void *arg, unsigned events), void *arg)
{
    if (!power_of_two(rx_bytes) || !power_of_two(tx_bytes)) {
        return -EINVAL;
    }
    ring_init(&s->state->rx, rx, rx_bytes);
    ring_init(&s->state->tx, tx, tx_bytes);
    s->state->rx_lost = 0;
    s->state->notify = notify;
    s->state->arg = arg;
    s->ops->open(s, baud);
    s->state->opened = true;
    return 0;
}

/* Move one byte from the ring to the device. The transmit interrupt stays enabled while bytes are waiting. */
static bool send_one(const struct serial *s)
{
    struct ring *tx = &s->state->tx;
    uint32_t state = enter(s);
    bool sent = false;

    if (ring_used(tx) == 0) {
        s->ops->tx_irq(s, false);
    } else {
        uint8_t byte = tx->data[tx->tail & tx->mask];

        sent = s->ops->put(s, byte);
        if (!sent) {
            s->ops->tx_irq(s, true);
            /* Room that appeared before the interrupt was enabled doesn't raise it. */
            sent = s->ops->put(s, byte);
        }
        tx->tail = tx->tail + sent;
    }
    leave(s, state);
    return sent;
}

size_t serial_write(const struct serial *s, const void *data, size_t n)
{
    const uint8_t *bytes = data;
    size_t taken = 0;

    while (taken < n) {
        uint32_t state = enter(s);
        bool fits = ring_put(&s->state->tx, bytes[taken]);

        leave(s, state);
        if (!fits && !send_one(s)) {
            break;
        }
        taken += fits;
    }
    while (send_one(s)) {
    }
    return taken;
}

size_t serial_read(const struct serial *s, void *data, size_t n)
{
    uint8_t *bytes = data;
    size_t got = 0;

    while (got < n) {
        uint32_t state = enter(s);
        int byte = ring_get(&s->state->rx);

        leave(s, state);
        if (byte < 0) {
            break;
        }
        bytes[got++] = (uint8_t)byte;
    }
    return got;
}

size_t serial_push(const struct serial *s, const void *data, size_t n)
{
    const uint8_t *bytes = data;
    size_t taken = 0;

    if (s->ops->fill != NULL) {
        return s->ops->fill(s, bytes, n);
    }
    while (taken < n && s->ops->put(s, bytes[taken])) {
        taken++;
    }
    return taken;
}

void serial_write_polled(const struct serial *s, const void *data, size_t n)
{
    const uint8_t *bytes = data;
    struct ring *tx = &s->state->tx;
    uint32_t state = enter(s);

    for (int byte; (byte = ring_get(tx)) >= 0;) {
        while (!s->ops->put(s, (uint8_t)byte)) {
        }
    }
    for (size_t i = 0; i < n; i++) {
        while (!s->ops->put(s, bytes[i])) {
        }
    }
    leave(s, state);
}

static unsigned receive(const struct serial *s)
{
    unsigned events = 0;
    uint32_t state = enter(s);

    for (int byte; (byte = s->ops->get(s)) >= 0;) {
        if (!ring_put(&s->state->rx, (uint8_t)byte)) {
            s->state->rx_lost++;
        }
        events = SERIAL_INPUT;
    }
    leave(s, state);
    return events;
}

void serial_isr(unsigned line, void *arg)
{
    const struct serial *s = arg;
    struct ring *tx = &s->state->tx;
    uint32_t half = (tx->mask + 1) / 2;
    bool was_above_half = ring_used(tx) > half;
    unsigned events;

    (void)line;
    s->ops->ack(s);
    events = receive(s);
    while (send_one(s)) {
    }
    if (was_above_half && ring_used(tx) <= half) {
        events |= SERIAL_ROOM;
    }
    if (events != 0 && s->state->notify != NULL) {
        s->state->notify(s->state->arg, events);
    }
}
