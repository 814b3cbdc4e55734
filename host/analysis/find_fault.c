/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults and panics. */
#include <inttypes.h>
#include <string.h>
#include <analysis/findings.h>

static void fault_row(struct finder *f, const struct found_row *r)
{
    bool panic = strcmp(found_text(r, "kind"), "panic") == 0;
    int64_t at = found_number(r, "time_s");
    const char *thread = found_has(r, "thread") ? found_text(r, "thread") : "an unknown thread";

    finding_command(f, "stats", "faults", NULL);
    finding_report(f,
                   &(struct finding){.failure = true,
                                     .subject = thread,
                                     .cause = found_text(r, "place"),
                                     .count = 1,
                                     .timed = true,
                                     .at_ns = at},
                   "%s at %s on CPU %" PRId64 " while %s ran: %s %s.",
                   panic ? "The kernel panicked" : "A fault", found_time(at).text, found_number(r, "cpu"),
                   thread, panic ? "called by" : "the instruction is in", found_text(r, "place"));
}

SPOOR_DETECTOR(fault, "fault", "faults", "a CPU took a fault, or the kernel panicked", fault_row);
