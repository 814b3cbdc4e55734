/* SPDX-License-Identifier: BSD-2-Clause */
/* Priority inversions. */
#include <inttypes.h>
#include <analysis/findings.h>

static void inversion_row(struct finder *f, const struct found_row *r)
{
    const char *waiter = found_text(r, "waiter"), *owner = found_text(r, "owner"),
               *third = found_text(r, "third"), *object = found_text(r, "object");
    int64_t all = found_number(r, "total_us");

    if (all < LIMIT_INVERSION_NS || found_idle(f, third)) { /* an idle CPU that reacts late is a delay */
        return;
    }
    finding_command(f, "stats", "inversions", NULL);
    finding_report(
        f,
        &(struct finding){.failure = true,
                          .subject = waiter,
                          .cause = third,
                          .count = (uint64_t)found_number(r, "count"),
                          .cost_ns = all,
                          .timed = true,
                          .at_ns = found_number(r, "max_at_s")},
        "Priority inversion: %s waited for the mutex %s of %s, which was ready, while %s, of lower "
        "priority than %s, ran: %s, %s in all, up to %s at a time. %s",
        waiter, object, owner, third, waiter, found_times((uint64_t)found_number(r, "count")).text,
        found_span(all).text, found_span(found_number(r, "max_us")).text,
        found_number(r, "inherited") == 0
            ? "The owner never inherited the priority: enable priority inheritance for this mutex."
            : "The owner's priority was raised, but not enough.");
}

SPOOR_DETECTOR(
    inversion, "inversion", "inversions",
    "a thread waited for 100 us or more while one of lower priority ran and the mutex's owner didn't",
    inversion_row);
