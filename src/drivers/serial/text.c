/* SPDX-License-Identifier: BSD-2-Clause */
/* Polled text and frames. Neither is interleaved with the other. */
#include <drivers/serial.h>
#include <spoor/port/irq.h>

/* Maximum number of bytes of a frame that are sent with interrupts masked. */
#define FRAME_STEP 4

static uint32_t enter(const struct serial *s)
{
    uint32_t state = spoor_irq_save();

    hal_spin_lock(&s->state->polling);
    return state;
}

static void leave(const struct serial *s, uint32_t state)
{
    hal_spin_unlock(&s->state->polling);
    spoor_irq_restore(state);
}

static void finish_frame(const struct serial *s)
{
    struct serial_state *state = s->state;

    if (state->frame_left > 0) {
        serial_write_polled(s, state->frame, state->frame_left);
        state->frame_left = 0;
    }
}

void serial_print_polled(const struct serial *s, const char *text, size_t n)
{
    if (!s->state->opened) {
        return;
    }
    uint32_t state = enter(s);

    finish_frame(s);
    serial_write_polled(s, NULL, 0);
    for (size_t begin = 0, end; begin < n; begin = end) {
        for (end = begin; end < n && text[end] != '\n'; end++) {
        }
        serial_write_polled(s, text + begin, end - begin);
        if (end < n) {
            serial_write_polled(s, "\r\n", 2);
            end++;
        }
    }
    leave(s, state);
}

void serial_frame_begin(const struct serial *s, const void *data, size_t n)
{
    uint32_t state = enter(s);

    s->state->frame = data;
    s->state->frame_left = n;
    leave(s, state);
}

bool serial_frame_push(const struct serial *s)
{
    uint32_t state = enter(s);
    size_t left = s->state->frame_left;
    size_t taken = serial_push(s, s->state->frame, left < FRAME_STEP ? left : FRAME_STEP);

    s->state->frame += taken;
    s->state->frame_left = left - taken;
    leave(s, state);
    return left > taken;
}
