/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread that is ready and hardly ever runs. */
#include <analysis/findings.h>

static void starved_row(struct finder *f, const struct found_row *r)
{
    int64_t ready = found_number(r, "ready_us"), run = found_number(r, "run_us"), span = found_length(f);
    const char *thread = found_text(r, "thread");

    if (!found_share(f, ready, LIMIT_STARVED_READY_PERCENT) ||
        found_share(f, run, LIMIT_STARVED_RUN_PERCENT) || found_idle(f, thread)) {
        return;
    }
    finding_command(f, "stats", "threads", "--sort", "-ready_us", NULL);
    finding_report(
        f, &(struct finding){.failure = true, .subject = thread, .count = 1, .cost_ns = ready},
        "%s starves: it was ready for %s of %s and ran for %s in all. Threads of the same or a higher "
        "priority use the CPU.",
        thread, found_span(ready).text, found_span(span).text, found_span(run).text);
}

SPOOR_DETECTOR(starved, "starved", "threads",
               "a thread was ready for half of the time or more, and ran for less than 1 %", starved_row);
