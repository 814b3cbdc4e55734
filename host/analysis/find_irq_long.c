/* SPDX-License-Identifier: BSD-2-Clause */
/* A handler that blocks everything else for long. */
#include <analysis/findings.h>

static void long_row(struct finder *f, const struct found_row *r)
{
    const char *irq = found_text(r, "irq");
    int64_t longest = found_number(r, "max_us"), at = found_number(r, "max_at_s");

    if (longest < LIMIT_IRQ_NS) {
        return;
    }
    finding_command_in(f, at, longest, "timeline", NULL);
    finding_report(
        f, &(struct finding){.subject = irq, .count = 1, .cost_ns = longest, .timed = true, .at_ns = at},
        "The handler of %s ran for %s at %s (%s on average). No thread of its CPU ran in that time: move "
        "work "
        "from the handler into a thread.",
        irq, found_span(longest).text, found_time(at).text, found_span(found_number(r, "avg_us")).text);
}

SPOOR_DETECTOR(irq_long, "irq-long", "irq", "an interrupt's handler ran for 1 ms or more", long_row);
