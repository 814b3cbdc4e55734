/* SPDX-License-Identifier: BSD-2-Clause */
/* An interrupt whose handler takes much of its CPU. */
#include <inttypes.h>
#include <analysis/findings.h>

static void load_row(struct finder *f, const struct found_row *r)
{
    const char *irq = found_text(r, "irq");
    int64_t run = found_number(r, "run_us"), count = found_number(r, "count");

    if (!found_share(f, run, LIMIT_IRQ_PERCENT) || count < LIMIT_COUNT) {
        return;
    }
    finding_command(f, "stats", "irq", NULL);
    finding_report(f, &(struct finding){.subject = irq, .count = (uint64_t)count, .cost_ns = run},
                   "The handler of %s takes %s of CPU %" PRId64 ": it ran %" PRId64
                   " times, for %s on average and %s in all. Move work from the handler into a thread.",
                   irq, found_percent(found_number(r, "share_percent")).text, found_number(r, "cpu"), count,
                   found_span(found_number(r, "avg_us")).text, found_span(run).text);
}

SPOOR_DETECTOR(irq_load, "irq-load", "irq", "the handler of an interrupt took 20 % of its CPU or more",
               load_row);
