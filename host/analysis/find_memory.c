/* SPDX-License-Identifier: BSD-2-Clause */
/* A stack or heap that is nearly full, and a fragmented heap. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <analysis/findings.h>

static void report(struct finder *f, const struct found_row *r, const char *subject, const char *what,
                   const char *advice)
{
    finding_command(f, "stats", "memory", NULL);
    finding_report(
        f,
        &(struct finding){
            .failure = true, .subject = subject, .count = 1, .timed = true, .at_ns = found_number(r, "at_s")},
        "%s: %" PRId64 " of %" PRId64 " bytes (%s) were in use at %s. %s", what,
        found_number(r, "used_bytes"), found_number(r, "size_bytes"),
        found_percent(found_number(r, "used_percent")).text, found_time(found_number(r, "at_s")).text,
        advice);
}

static void memory_row(struct finder *f, const struct found_row *r)
{
    int64_t percent = found_number(r, "used_percent"), largest = found_number(r, "largest_bytes"),
            rest = found_number(r, "size_bytes") - found_number(r, "used_bytes");
    char what[100];

    if (strcmp(found_text(r, "kind"), "stack") == 0) {
        snprintf(what, sizeof what, "The stack of %s is nearly full", found_text(r, "thread"));
        if (percent >= 1000 * LIMIT_STACK_PERCENT) {
            report(f, r, found_text(r, "thread"), what,
                   "Enlarge it: a path that runs more rarely may overflow it.");
        }
    } else if (percent >= 1000 * LIMIT_HEAP_PERCENT) {
        report(f, r, "heap", "The heap is nearly full", "The next malloc() may fail.");
    } else if (largest * 100 < rest * LIMIT_FRAGMENT_PERCENT) {
        snprintf(what, sizeof what, "The heap is fragmented, with a largest free block of %" PRId64 " bytes",
                 largest);
        report(f, r, "heap", what, "A malloc() of more fails, although enough is free.");
    }
}

SPOOR_DETECTOR(
    memory, "memory", "memory",
    "90 % of a stack or of the heap were in use, or the largest free block had less than 20 % of the free "
    "bytes",
    memory_row);
