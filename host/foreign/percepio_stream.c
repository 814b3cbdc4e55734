/* SPDX-License-Identifier: BSD-2-Clause */
/* The stream of Percepio's recorder: its header, events, and times. */
#include <string.h>
#include "percepio_priv.h"

#define VERSION   14
#define IS_64_BIT (1u << 3) /* in the options */

enum { COUNTS_UP = 1, COUNTS_DOWN, TICKS_UP, TICKS_DOWN, CUSTOM_UP, CUSTOM_DOWN }; /* kinds of clocks */

uint64_t percepio_take(const struct percepio *p, struct part *rest, unsigned bytes)
{
    struct part taken = part_take(rest, bytes);
    uint64_t value = 0;

    for (unsigned n = 0; n < taken.left; n++) {
        value |= (uint64_t)taken.at[p->big ? taken.left - 1 - n : n] << 8 * n;
    }
    return value;
}

const char *percepio_header(struct percepio *p, struct part *rest)
{
    p->big = rest->at[0] == 'P';
    (void)part_take(rest, 4);
    unsigned version = (unsigned)percepio_take(p, rest, 2);

    (void)part_take(rest, 2);
    uint32_t options = (uint32_t)percepio_take(p, rest, 4);

    p->cores = (unsigned)percepio_take(p, rest, 4) & 0xFF;
    p->word = (options & IS_64_BIT) != 0 ? 8 : 4;
    (void)part_take(rest, 8);
    struct part kernel = part_take(rest, 8);

    p->is_freertos = kernel.left == 8 && memcmp(kernel.at, "FreeRTOS", 8) == 0;
    p->kind = (uint32_t)percepio_take(p, rest, 4);
    p->period = (uint32_t)percepio_take(p, rest, 4);
    p->hz = percepio_take(p, rest, p->word);
    (void)part_take(rest, 16);
    return version != VERSION                             ? "its version isn't 14"
           : rest->failed                                 ? "it is cut in its header"
           : p->kind < COUNTS_UP || p->kind > CUSTOM_DOWN ? "the kind of its clock is unknown"
           : p->cores == 0 || p->cores > FOREIGN_CPUS     ? "its number of cores isn't supported"
                                                          : NULL;
}

/* The number of the core is in the count, if there are several. */
bool percepio_next(const struct percepio *p, struct part *rest, struct percepio_event *e)
{
    struct part before = *rest;

    if (rest->left == 0) {
        return false;
    }
    unsigned id = (unsigned)percepio_take(p, rest, 2), count = (unsigned)percepio_take(p, rest, 2);

    e->id = id & 0xFFF;
    e->words = id >> 12;
    e->core = p->cores > 1 ? count >> 12 : 0;
    e->count = p->cores > 1 ? count & 0xFFF : count;
    e->time = (uint32_t)percepio_take(p, rest, 4);
    e->bytes = rest->at;
    for (unsigned n = 0; n < e->words; n++) {
        e->word[n] = percepio_take(p, rest, p->word);
    }
    if (rest->failed) {
        *rest = before;
        return false;
    }
    return true;
}

struct part percepio_text(const struct percepio *p, const struct percepio_event *e, unsigned from)
{
    struct part text = {e->bytes + (size_t)from * p->word,
                        from < e->words ? (size_t)(e->words - from) * p->word : 0, false};

    text.left = strnlen((const char *)text.at, text.left);
    return text;
}

/* Times begin with the first event's, and go on after the end of the clock. */
uint64_t percepio_time(struct percepio_clock *c, const struct percepio *p, uint32_t now)
{
    if (p->kind == TICKS_UP || p->kind == TICKS_DOWN) { /* 8 bits of ticks, 24 bits in the tick */
        uint32_t in_tick = now & 0xFFFFFF, ticks = now >> 24;

        c->ticks = c->some ? c->ticks + ((ticks - c->last) & 0xFF) : ticks;
        c->last = ticks;
        c->time = c->ticks * p->period + (p->kind == TICKS_UP ? in_tick : p->period - in_tick);
    } else {
        bool down = p->kind == COUNTS_DOWN || p->kind == CUSTOM_DOWN;
        uint32_t from = down ? now : c->last, to = down ? c->last : now, since = to - from;

        since += p->kind >= CUSTOM_UP && to < from ? p->period : 0;
        c->time = c->some ? c->time + since : down ? 0 : now;
        c->last = now;
    }
    c->some = true;
    return c->time;
}
