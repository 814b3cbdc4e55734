/* SPDX-License-Identifier: BSD-2-Clause */
/* Waits as folded stacks: thread, reason, object. */
#include <errno.h>
#include <stdlib.h>
#include <export/export.h>

struct wait {
    uint32_t thread, object;
    uint8_t reason;
    uint64_t cycles;
};

struct waits {
    struct wait *waits;
    size_t count, room;
};

static void take_wait(struct export *e, const struct interval *i)
{
    struct waits *w = e->state;
    size_t n = 0;

    if (i->kind != INTERVAL_STATE || i->state != FOLLOW_WAITS) {
        return;
    }
    while (n < w->count && (w->waits[n].thread != i->thread || w->waits[n].object != i->object ||
                            w->waits[n].reason != i->reason)) {
        n++;
    }
    if (n == w->room) {
        size_t room = w->room != 0 ? 2 * w->room : 64;
        struct wait *grown = realloc(w->waits, room * sizeof *grown);

        if (grown == NULL) {
            e->error = ENOMEM;
            return;
        }
        w->waits = grown;
        w->room = room;
    }
    if (n == w->count) {
        w->waits[w->count++] = (struct wait){i->thread, i->object, i->reason, 0};
    }
    w->waits[n].cycles += i->net;
}

static void offcpu_end(struct export *e)
{
    const struct waits *w = e->state;

    for (size_t n = 0; n < w->count; n++) {
        export_frame(e->out, export_thread(e, w->waits[n].thread));
        out_char(e->out, ';');
        const char *reason = spoor_reason(e->elf, w->waits[n].reason);

        export_frame(e->out, reason != NULL ? reason : "waits");
        if (w->waits[n].object != 0) {
            out_char(e->out, ';');
            export_frame(e->out, export_object(e, w->waits[n].object));
        }
        out_char(e->out, ' ');
        out_number(e->out, export_ns(e, w->waits[n].cycles), 0);
        out_char(e->out, '\n');
    }
    if (w->count == 0) {
        e->refusal = "no waits: `trace_stream on switch sync` on the target";
    }
}

static void offcpu_free(struct export *e)
{
    free(((struct waits *)e->state)->waits);
}

static const struct exporter offcpu_exporter = {
    .name = "folded-waits",
    .summary = "folded stacks of waits in ns: thread, reason, object",
    .state_bytes = sizeof(struct waits),
    .interval = take_wait,
    .end = offcpu_end,
    .free = offcpu_free,
};
SPOOR_EXPORTER(offcpu);
