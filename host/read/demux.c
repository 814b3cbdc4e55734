/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text and frames on one link: section 1 of docs/wire-format.md. The zero that ends a bad frame may be the
 * one that opens the next; so after damage at most one good frame is lost.
 */
#include <stdbool.h>
#include "demux_priv.h"

/* What a console sends, UTF-8 included; other control characters come from within a frame. */
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
    if (d->used > 0) {
        d->sink.text(d->sink.arg, d->held, d->used, d->begin);
        d->used = 0;
    }
}

static void give_up(struct demux *d, const char *why)
{
    if (all_text(d->held, d->used)) {
        flush_text(d);
        return;
    }
    d->sink.skipped(d->sink.arg, d->used, d->begin, why);
    d->used = 0;
}

static void text_byte(struct demux *d, uint8_t c)
{
    if (c == 0) {
        flush_text(d);
        d->state = DEMUX_FRAME;
    } else if (!is_text(c)) {
        flush_text(d);
        d->state = DEMUX_JUNK;
        d->begin = d->offset;
        d->used = 1;
    } else {
        hold(d, c);
        if (c == '\n' || d->used == sizeof d->held) {
            flush_text(d);
        }
    }
}

static void frame_byte(struct demux *d, uint8_t c)
{
    if (c != 0) {
        hold(d, c);
        if (d->used > DEMUX_FRAME_MAX) {
            give_up(d, "no frame's end");
            d->state = DEMUX_TEXT;
        }
        return;
    }
    if (d->used == 0) {
        return;
    }
    const char *wrong = d->sink.frame(d->sink.arg, d->held, d->used, d->begin);

    if (wrong == NULL) {
        d->used = 0;
        d->state = DEMUX_TEXT;
    } else {
        give_up(d, wrong);
    }
}

/* The inside of a frame whose opening was lost; its closing zero may be taken for an opening one. */
static void junk_byte(struct demux *d, uint8_t c)
{
    if (c != 0 && d->used < DEMUX_FRAME_MAX) {
        d->used++;
        return;
    }
    d->sink.skipped(d->sink.arg, d->used, d->begin, "neither text nor a frame");
    d->used = 0;
    d->state = DEMUX_TEXT;
    text_byte(d, c);
}

void demux_feed(struct demux *d, const uint8_t *bytes, size_t n)
{
    static void (*const by_state[])(struct demux *, uint8_t) = {text_byte, frame_byte, junk_byte};

    for (size_t i = 0; i < n; i++) {
        by_state[d->state](d, bytes[i]);
        d->offset++;
    }
    if (d->state == DEMUX_TEXT) {
        flush_text(d);
    }
}

void demux_end(struct demux *d)
{
    if (d->state == DEMUX_TEXT || d->used == 0) {
        flush_text(d);
    } else if (d->state == DEMUX_FRAME) {
        give_up(d, "cut off");
    } else {
        d->sink.skipped(d->sink.arg, d->used, d->begin, "neither text nor a frame");
    }
    d->used = 0;
    d->state = DEMUX_TEXT;
}
