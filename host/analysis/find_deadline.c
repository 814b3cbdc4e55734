/* SPDX-License-Identifier: BSD-2-Clause */
/* Activations of a periodic thread that were done after their deadline. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <analysis/findings.h>

/* Append a part of the response, such as ", ready for 2.00 ms"; nothing for 0. */
static void add_part(char *text, size_t size, const char *what, int64_t ns)
{
    size_t used = strlen(text);

    if (ns > 0) {
        snprintf(text + used, size - used, "%s%s for %s", used != 0 ? ", " : "", what, found_span(ns).text);
    }
}

static void deadline_row(struct finder *f, const struct found_row *r)
{
    int64_t response = found_number(r, "response_max_us"), late = response - found_number(r, "deadline_us");
    const char *thread = found_text(r, "thread");

    char parts[160] = "";

    if (found_number(r, "misses") == 0) {
        return;
    }
    add_part(parts, sizeof parts, "it ran", found_number(r, "max_run_us"));
    add_part(parts, sizeof parts, "was ready without running", found_number(r, "max_ready_us"));
    add_part(parts, sizeof parts, "waited", found_number(r, "max_wait_us"));
    finding_command_in(f, found_number(r, "max_at_s"), response, "stats", "critical-path", "--thread", thread,
                       NULL);
    finding_report(f,
                   &(struct finding){.failure = true,
                                     .subject = thread,
                                     .count = (uint64_t)found_number(r, "misses"),
                                     .cost_ns = late,
                                     .timed = true,
                                     .at_ns = found_number(r, "max_at_s")},
                   "%s missed its deadline of %s in %" PRId64 " of %" PRId64
                   " activations. The worst was released at %s and took %s: %s.",
                   thread, found_span(found_number(r, "deadline_us")).text, found_number(r, "misses"),
                   found_number(r, "count"), found_time(found_number(r, "max_at_s")).text,
                   found_span(response).text, parts);
}

SPOOR_DETECTOR(deadline, "deadline", "response", "a periodic thread was done after its deadline",
               deadline_row);
