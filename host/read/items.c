/* SPDX-License-Identifier: BSD-2-Clause */
/* The messages of a reader, and the items that don't come from packets of records. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include "reader_priv.h"

/* Messages printed of one kind; later ones are only counted. */
#define SAID_MAX 20

static bool may_say(struct spoor_reader *r, const char *format)
{
    unsigned i = 0;

    while (i < READER_SAID - 1 && r->said[i].format != NULL && r->said[i].format != format) {
        i++;
    }
    r->said[i].format = format;
    return r->said[i].times++ < SAID_MAX;
}

void reader_say(struct spoor_reader *r, const char *format, ...)
{
    char text[512];
    va_list args;
    int n = snprintf(text, sizeof text, "%." MESSAGE_NAME_MAX "s: ", r->name);

    if (r->report.message == NULL || !may_say(r, format)) {
        return;
    }
    va_start(args, format);
    vsnprintf(text + n, sizeof text - (size_t)n, format, args);
    va_end(args);
    message_clean(text);
    r->report.message(r->report.arg, text);
}

void reader_say_rest(struct spoor_reader *r)
{
    for (unsigned i = 0; i < READER_SAID; i++) {
        if (r->said[i].times > SAID_MAX) {
            message_say(&r->report, r->name, "%llu more messages like \"%s\"",
                        (unsigned long long)(r->said[i].times - SAID_MAX), r->said[i].format);
            r->said[i].times = SAID_MAX;
        }
    }
}

void reader_fail(struct spoor_reader *r, int error)
{
    if (r->failed == 0) {
        r->failed = error;
    }
}

struct spoor_item *reader_push(struct spoor_reader *r, enum spoor_kind kind, unsigned cpu, uint64_t time)
{
    static _Thread_local struct spoor_item nowhere;
    struct block *b = lanes_block(&r->lanes, 1, 0);

    if (b == NULL) {
        reader_fail(r, -ENOMEM);
        return &nowhere;
    }
    struct spoor_item *item = &b->items[b->count++];

    *item = (struct spoor_item){.kind = (uint8_t)kind,
                                .cpu = cpu < SPOOR_CPUS_MAX ? (uint8_t)cpu : 0,
                                .offset = r->offset,
                                .time = time};
    lanes_add(&r->lanes, cpu, b);
    return item;
}

void reader_flush_pending(struct spoor_reader *r, int64_t lost)
{
    unsigned frames = r->pending.frames;

    if (frames == 0) {
        return;
    }
    r->pending.frames = 0;
    if (lost >= 0) {
        reader_say(r, "offset %llu: %s, %u packet%s skipped (%lld events lost)",
                   (unsigned long long)r->pending.offset, r->pending.why, frames, frames == 1 ? "" : "s",
                   (long long)lost);
    } else {
        reader_say(r, "offset %llu: %s, %u packet%s skipped", (unsigned long long)r->pending.offset,
                   r->pending.why, frames, frames == 1 ? "" : "s");
    }
}
