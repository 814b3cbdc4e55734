/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads that wait for each other, and locks that nobody gives back. */
#include <analysis/findings.h>

static void stuck_row(struct finder *f, const struct found_row *r)
{
    const char *thread = found_text(r, "thread"), *object = found_text(r, "object"),
               *owner = found_text(r, "owner");
    bool deadlock = found_number(r, "deadlock") != 0;
    int64_t waited = found_number(r, "wait_us"), at = found_number(r, "at_s");

    if (!deadlock && (waited < LIMIT_LOCK_NS || !found_share(f, waited, LIMIT_SHARE_PERCENT))) {
        return;
    }
    finding_command(f, "stats", "stuck", NULL);
    finding_report(f,
                   &(struct finding){.failure = true,
                                     .subject = thread,
                                     .cause = owner,
                                     .count = 1,
                                     .cost_ns = waited,
                                     .timed = true,
                                     .at_ns = at},
                   deadlock
                       ? "Deadlock: since %s %s waits for %s of %s, which waits for a lock itself, and so on "
                         "back to %s. Take the locks in the same order everywhere."
                       : "Since %s %s waits for %s, which %s has and didn't give back until the end of the "
                         "recording, %s later.",
                   found_time(at).text, thread, object, owner, deadlock ? thread : found_span(waited).text);
}

SPOOR_DETECTOR(
    deadlock, "stuck", "stuck",
    "at the end threads wait for each other's locks; or one waits for a lock for 1 ms and 5 % of the "
    "time or more",
    stuck_row);
