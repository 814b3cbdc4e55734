/* SPDX-License-Identifier: BSD-2-Clause */
/* A periodic thread whose work alone takes longer than its period. */
#include <analysis/findings.h>

static void overrun_row(struct finder *f, const struct found_row *r)
{
    int64_t period = found_number(r, "period_us"), run = found_number(r, "run_max_us");
    const char *thread = found_text(r, "thread");

    if (period == 0 || run <= period) {
        return;
    }
    finding_command(f, "stats", "response", "--sort", "-run_max_us", NULL);
    finding_report(
        f,
        &(struct finding){.failure = true,
                          .subject = thread,
                          .count = (uint64_t)found_number(r, "count"),
                          .cost_ns = run - period},
        "%s can't keep its period of %s: one activation ran for %s (%s on average), without the time "
        "in which others ran.",
        thread, found_span(period).text, found_span(run).text,
        found_span(found_number(r, "run_avg_us")).text);
}

SPOOR_DETECTOR(overrun, "overrun", "response", "an activation ran for longer than the period", overrun_row);
