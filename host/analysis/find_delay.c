/* SPDX-License-Identifier: BSD-2-Clause */
/* A woken thread that another one, or an interrupt, kept from running. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <analysis/findings.h>

#define IDLE "no CPU ran it"

static void report_idle(struct finder *f, const struct found_row *r)
{
    int64_t longest = found_number(r, "max_us"), at = found_number(r, "max_at_s");
    const char *thread = found_text(r, "thread");

    finding_command_in(f, at, longest, "timeline", NULL);
    finding_report(
        f, &(struct finding){.subject = thread, .count = 1, .cost_ns = longest, .timed = true, .at_ns = at},
        "%s was ready at %s, and its CPU stayed idle for %s before it ran the thread: the CPU slept "
        "deeply, or got the interrupt of another CPU late.",
        thread, found_time(at).text, found_span(longest).text);
}

static void delay_row(struct finder *f, const struct found_row *r)
{
    int64_t longest = found_number(r, "max_us"), usual = found_number(r, "p50_us"),
            count = found_number(r, "count"), all = found_number(r, "avg_us") * count,
            at = found_number(r, "max_at_s");
    const char *thread = found_text(r, "thread"), *by = found_text(r, "delayed_by");
    bool outlier = longest >= LIMIT_OUTLIER * usual, often = found_share(f, all, LIMIT_SHARE_PERCENT);

    char usually[200] = "";

    if (strcmp(by, IDLE) == 0) {
        if (longest >= LIMIT_IDLE_NS) {
            report_idle(f, r);
        }
        return;
    }
    if (longest < LIMIT_DELAY_NS || (!outlier && !often) || *by == 0) {
        return;
    }
    finding_command_in(f, at, longest, "stats", "load", NULL);
    if (count > 1) {
        snprintf(usually, sizeof usually,
                 " Half of its %" PRId64 " delays are at most %s; all together are %s.", count,
                 found_span(usual).text, found_span(all).text);
    }
    finding_report(
        f,
        &(struct finding){.subject = thread,
                          .cause = by,
                          .count = (uint64_t)count,
                          .cost_ns = all,
                          .timed = true,
                          .at_ns = at},
        "%s delayed %s for %s: it was woken by %s at %s, and %s ran for %s of the time until it could "
        "run.%s",
        by, thread, found_span(longest).text,
        found_has(r, "woken_by") ? found_text(r, "woken_by") : "a timeout", found_time(at).text, by,
        found_percent(found_number(r, "delayed_percent")).text, usually);
}

SPOOR_DETECTOR(
    delay, "delay", "latency",
    "a woken thread ran 1 ms later or more, which is 10 times its usual delay, or its delays are 5 % of "
    "the time; or an idle CPU took 100 us to run it",
    delay_row);
