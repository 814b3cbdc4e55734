/* SPDX-License-Identifier: BSD-2-Clause */
/* A periodic thread that is released too early or too late. */
#include <analysis/findings.h>

static void jitter_row(struct finder *f, const struct found_row *r)
{
    int64_t period = found_number(r, "period_us"), jitter = found_number(r, "jitter_max_us");
    const char *thread = found_text(r, "thread");

    if (period == 0 || jitter < period / 100 * LIMIT_JITTER_PERCENT) {
        return;
    }
    finding_command(f, "stats", "response", "--sort", "-jitter_max_us", NULL);
    finding_report(
        f,
        &(struct finding){.subject = thread, .count = (uint64_t)found_number(r, "count"), .cost_ns = jitter},
        "%s isn't released evenly: its period is %s, and the time between two releases differed from "
        "that by up to %s (%s).",
        thread, found_span(period).text, found_span(jitter).text,
        found_percent(jitter * 1000 / period * 100).text);
}

SPOOR_DETECTOR(jitter, "jitter", "response",
               "the time between two releases differs from the period by 10 % of it or more", jitter_row);
