/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Separates text and frames on a link: section 1 of docs/wire-format.md. The zero that ends a bad frame may
 * be the beginning of the next, so at most one good frame is lost after damage.
 */
#include <stdbool.h>
#include <string.h>
#include "demux_priv.h"

/* Characters that a console may send, including UTF-8. Other control characters must be part of a frame. */
static bool is_text(uint8_t c)
{
    return c >= 0x20 ? c != 0x7f : (c >= '\a' && c <= '\r') || c == 0x1b;
}

static bool all_text(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!is_text(bytes[i])) {
            return false;
        }
    }
    return true;
}

static void hold(struct demux *d, uint8_t c)
{
    if (d->used == 0) {
        d->begin = d->offset;
    }
    d->held[d->used++] = c;
}

static void flush_text(struct demux *d)
{
    if (d->used > d->shown) {
        d->sink.text(d->sink.arg, d->held + d->shown, d->used - d->shown, d->begin + d->shown);
        d->shown = d->used;
    }
}

static void forget(struct demux *d, enum demux_state next)
{
    d->used = d->shown = 0;
    d->too_long = false;
    d->state = next;
}

static void give_up(struct demux *d, const char *why)
{
    if (all_text(d->held, d->used)) {
        flush_text(d);
    } else {
        d->sink.skipped(d->sink.arg, d->used - d->shown, d->begin + d->shown, why);
    }
}

/* A zero was received: the bytes before it may be a frame. */
static void end_frame(struct demux *d)
{
    const char *wrong = d->sink.frame(d->sink.arg, d->held, d->used, d->begin);

    if (wrong == NULL) {
        forget(d, DEMUX_TEXT);
    } else {
        give_up(d, wrong);
        forget(d, DEMUX_FRAME);
    }
}

static void text_byte(struct demux *d, uint8_t c)
{
    if (c == 0) {
        flush_text(d);
        forget(d, DEMUX_FRAME);
        return;
    }
    if (d->used > DEMUX_FRAME_MAX) {
        flush_text(d);
        forget(d, DEMUX_TEXT);
        d->too_long = true;
    }
    if (!is_text(c)) {
        flush_text(d);
        d->state = DEMUX_JUNK;
    }
    hold(d, c);
    if (c == '\n') {
        flush_text(d);
    }
}

static void frame_byte(struct demux *d, uint8_t c)
{
    if (c != 0) {
        hold(d, c);
        if (d->used > DEMUX_FRAME_MAX) {
            give_up(d, "end of frame missing");
            forget(d, DEMUX_TEXT);
            d->too_long = true;
        }
    } else if (d->used > 0) {
        end_frame(d);
    }
}

static const char junk[] = "neither text nor a frame";

/* Hold the bytes: they may be the inside of a frame whose first zero was lost. */
static void junk_byte(struct demux *d, uint8_t c)
{
    if (c == 0 && !d->too_long) {
        end_frame(d);
    } else if (c == 0 || d->used > DEMUX_FRAME_MAX) {
        give_up(d, junk);
        forget(d, DEMUX_TEXT);
        d->too_long = true;
        text_byte(d, c);
    } else {
        hold(d, c);
    }
}

/*
 * Fast path: take a whole frame after its first zero.
 *
 * @return the number of bytes up to and including the last zero; 0 if there is no whole frame or it is bad
 */
static size_t take_whole_frame(struct demux *d, const uint8_t *bytes, size_t n)
{
    const uint8_t *end = memchr(bytes + 1, 0, n - 1 < DEMUX_FRAME_MAX + 1 ? n - 1 : DEMUX_FRAME_MAX + 1);
    size_t length = end != NULL ? (size_t)(end - bytes) - 1 : 0;

    if (length == 0 || d->sink.frame(d->sink.arg, bytes + 1, length, d->offset + 1) != NULL) {
        return 0;
    }
    return length + 2;
}

size_t demux_feed(struct demux *d, const uint8_t *bytes, size_t n)
{
    static void (*const by_state[])(struct demux *, uint8_t) = {text_byte, frame_byte, junk_byte};
    size_t i = 0;

    d->stop = false;
    while (i < n && !d->stop) {
        size_t taken = 0;

        if (d->raw_left != 0) {
            taken = n - i < d->raw_left ? n - i : d->raw_left;
            d->raw_left -= taken;
            d->offset += taken;
            d->sink.raw(d->sink.arg, bytes + i, taken);
            i += taken;
            continue;
        }

        if (bytes[i] == 0 && d->state == DEMUX_TEXT && n - i > 1) {
            flush_text(d);
            taken = take_whole_frame(d, bytes + i, n - i);
        }
        if (taken != 0) {
            forget(d, DEMUX_TEXT);
        } else {
            by_state[d->state](d, bytes[i]);
            taken = 1;
        }
        d->offset += taken;
        i += taken;
    }
    if (d->state == DEMUX_TEXT) {
        flush_text(d);
    }
    return i;
}

void demux_expect_raw(struct demux *d, size_t n)
{
    d->raw_left = n;
}

void demux_end(struct demux *d)
{
    if (d->state != DEMUX_TEXT && d->used > 0) { /* demux_feed() holds no text */
        give_up(d, d->state == DEMUX_FRAME ? "cut off" : junk);
    }
    forget(d, DEMUX_TEXT);
}
