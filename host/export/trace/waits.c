/* SPDX-License-Identifier: BSD-2-Clause */
/* Waits as folded stacks: thread, reason, object. */
#include <errno.h>
#include <stdlib.h>
#include <base/vector.h>
#include <export/trace/exporter.h>

struct wait {
    uint32_t thread, object;
    uint8_t reason;
    uint64_t cycles;
};

struct waits {
    struct wait *waits;
    size_t count;
};

static void take_wait(struct trace_export *e, const struct interval *i)
{
    struct waits *w = e->to.state;
    size_t n = 0;

    if (i->kind != INTERVAL_STATE || i->state != FOLLOW_WAITS) {
        return;
    }
    while (n < w->count && (w->waits[n].thread != i->thread || w->waits[n].object != i->object ||
                            w->waits[n].reason != i->reason)) {
        n++;
    }
    if (n == w->count) {
        if (!VECTOR_GROW(w->waits, w->count)) {
            e->to.error = ENOMEM;
            return;
        }
        w->waits[w->count++] = (struct wait){i->thread, i->object, i->reason, 0};
    }
    w->waits[n].cycles += i->net;
}

static void waits_end(struct trace_export *e)
{
    const struct waits *w = e->to.state;

    for (size_t n = 0; n < w->count; n++) {
        export_frame(e->to.out, export_thread(e, w->waits[n].thread));
        out_char(e->to.out, ';');
        const char *reason = spoor_reason(e->elf, w->waits[n].reason);

        export_frame(e->to.out, reason != NULL ? reason : "waits");
        if (w->waits[n].object != 0) {
            out_char(e->to.out, ';');
            export_frame(e->to.out, export_object(e, w->waits[n].object));
        }
        out_char(e->to.out, ' ');
        out_number(e->to.out, export_ns(e, w->waits[n].cycles), 0);
        out_char(e->to.out, '\n');
    }
    if (w->count == 0) {
        e->to.refusal = "no waits: `trace_stream on switch sync` on the target";
    }
}

static void waits_free(struct trace_export *e)
{
    free(((struct waits *)e->to.state)->waits);
}

static const struct trace_exporter waits_exporter = {
    .format = {"folded-waits", "folded stacks of waits in ns: thread, reason, object", EXPORT_TEXT},
    .state_bytes = sizeof(struct waits),
    .interval = take_wait,
    .end = waits_end,
    .free = waits_free,
};
SPOOR_TRACE_EXPORTER(waits);
