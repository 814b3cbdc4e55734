/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread that is switched to so often that the switches themselves cost. */
#include <inttypes.h>
#include <analysis/findings.h>

static void switching_row(struct finder *f, const struct found_row *r)
{
    const char *thread = found_text(r, "thread");
    int64_t runs = found_number(r, "runs"), span = found_length(f), run = found_number(r, "run_us");

    if (runs < LIMIT_COUNT || span == 0 || found_idle(f, thread) ||
        (double)runs * 1e9 / (double)span < LIMIT_SWITCH_HZ) {
        return;
    }
    finding_command(f, "stats", "threads", "--sort", "-runs", NULL);
    finding_report(
        f, &(struct finding){.subject = thread, .count = (uint64_t)runs},
        "%s is switched to %.0f times a second, and runs for %s on average: let it do more at a time.",
        thread, (double)runs * 1e9 / (double)span, found_span(run / runs).text);
}

SPOOR_DETECTOR(switching, "switching", "threads", "a thread began to run 10000 times a second or more",
               switching_row);
