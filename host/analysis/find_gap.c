/* SPDX-License-Identifier: BSD-2-Clause */
/* A point that was passed regularly, and then not for a long time. */
#include <inttypes.h>
#include <analysis/findings.h>

static void gap_row(struct finder *f, const struct found_row *r)
{
    const char *name = found_text(r, "name");
    int64_t longest = found_number(r, "gap_max_us"), usual = found_number(r, "gap_avg_us"),
            at = found_number(r, "gap_max_at_s");

    if (found_number(r, "count") < LIMIT_COUNT || longest < LIMIT_DELAY_NS ||
        longest < LIMIT_OUTLIER * usual) {
        return;
    }
    finding_command_in(f, at, longest, "timeline", NULL);
    finding_report(f,
                   &(struct finding){
                       .subject = name, .count = 1, .cost_ns = longest - usual, .timed = true, .at_ns = at},
                   "%s stopped: it is passed every %s on average, but not for %s from %s on.", name,
                   found_span(usual).text, found_span(longest).text, found_time(at).text);
}

SPOOR_DETECTOR(gap, "gap", "points",
               "of 10 passes of a point or more, two are 1 ms apart or more, 10 times the average", gap_row);
