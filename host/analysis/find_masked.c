/* SPDX-License-Identifier: BSD-2-Clause */
/* A function that masks interrupts for long. */
#include <analysis/findings.h>

static void masked_row(struct finder *f, const struct found_row *r)
{
    const char *function = found_text(r, "function");
    int64_t longest = found_number(r, "max_us"), at = found_number(r, "max_at_s");

    if (longest < LIMIT_MASKED_NS) {
        return;
    }
    finding_command_in(f, at, longest, "timeline", NULL);
    finding_report(
        f, &(struct finding){.subject = function, .count = 1, .cost_ns = longest, .timed = true, .at_ns = at},
        "%s masked interrupts for %s at %s. CPU %d took no interrupt in that time: shorten the section, or "
        "mask only the interrupts that share its data.",
        function, found_span(longest).text, found_time(at).text, (int)found_number(r, "cpu"));
}

SPOOR_DETECTOR(masked, "masked", "irq-masked", "a function masked interrupts for 100 us or more", masked_row);
