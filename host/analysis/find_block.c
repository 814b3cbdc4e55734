/* SPDX-License-Identifier: BSD-2-Clause */
/* A block that takes much longer once than usually. */
#include <inttypes.h>
#include <analysis/findings.h>

static void block_row(struct finder *f, const struct found_row *r)
{
    const char *name = found_text(r, "name");
    int64_t longest = found_number(r, "max_us"), usual = found_number(r, "p50_us"),
            at = found_number(r, "max_at_s");

    if (found_number(r, "count") < LIMIT_COUNT || longest < LIMIT_DELAY_NS ||
        longest < LIMIT_OUTLIER * usual) {
        return;
    }
    finding_command_in(f, at, longest, "timeline", NULL);
    finding_report(f,
                   &(struct finding){.subject = name,
                                     .count = (uint64_t)found_number(r, "count"),
                                     .cost_ns = longest - usual,
                                     .timed = true,
                                     .at_ns = at},
                   "%s took %s at %s, and usually takes %s. %s", name, found_span(longest).text,
                   found_time(at).text, found_span(usual).text,
                   !found_has(r, "net_max_us") ? "Record thread switches to see whether it was interrupted."
                   : found_number(r, "net_max_us") < longest / 2
                       ? "It was kept from running for most of that: other threads, waits or interrupts."
                       : "It ran itself for most of that.");
}

SPOOR_DETECTOR(block, "block", "blocks",
               "of 10 visits of a block or more, one took 1 ms or more and 10 times the usual", block_row);
