/* SPDX-License-Identifier: BSD-2-Clause */
/* A lock that is held for long while others wait for it. */
#include <string.h>
#include <analysis/findings.h>

static void lock_row(struct finder *f, const struct found_row *r)
{
    const char *thread = found_text(r, "thread"), *by = found_text(r, "ended_by"),
               *object = found_text(r, "object");
    int64_t longest = found_number(r, "max_us"), all = found_number(r, "total_us"),
            at = found_number(r, "max_at_s");

    if (strcmp(found_text(r, "reason"), "mutex") != 0 ||
        (longest < LIMIT_LOCK_NS && !found_share(f, all, LIMIT_SHARE_PERCENT))) {
        return;
    }
    finding_command_in(f, at, longest, "stats", "critical-path", "--thread", thread, NULL);
    finding_report(
        f,
        &(struct finding){.subject = thread,
                          .cause = *by != 0 ? by : NULL,
                          .count = (uint64_t)found_number(r, "count"),
                          .cost_ns = all,
                          .timed = true,
                          .at_ns = at},
        "%s waited for the mutex %s for up to %s (at %s), and %s in all. %s released it: what it does "
        "with the mutex taken is the critical section to shorten.",
        thread, *object != 0 ? object : "(unknown)", found_span(longest).text, found_time(at).text,
        found_span(all).text, *by != 0 ? by : "An unknown thread");
}

SPOOR_DETECTOR(lock, "lock", "waits",
               "a thread waited for a mutex for 1 ms or more, or for 5 % of the time in all", lock_row);
