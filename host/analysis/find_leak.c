/* SPDX-License-Identifier: BSD-2-Clause */
/* Call sites whose blocks are never freed, and frees that free nothing. */
#include <inttypes.h>
#include <string.h>
#include <analysis/findings.h>

static void leak_row(struct finder *f, const struct found_row *r)
{
    const char *caller = found_text(r, "caller");
    int64_t allocs = found_number(r, "allocs"), live = found_number(r, "live_blocks");

    finding_command(f, "stats", "heap", NULL);
    if (strcmp(caller, "(freed twice)") == 0) {
        finding_report(f,
                       &(struct finding){
                           .failure = true, .subject = "heap", .count = (uint64_t)found_number(r, "frees")},
                       "Freed twice: %s, free() got a block that was free already. The heap may be damaged "
                       "from then on.",
                       found_times((uint64_t)found_number(r, "frees")).text);
        return;
    }
    if (live < LIMIT_COUNT || live * 100 < allocs * LIMIT_LEAK_PERCENT) {
        return;
    }
    finding_report(f,
                   &(struct finding){.failure = true,
                                     .subject = caller,
                                     .count = (uint64_t)live,
                                     .timed = found_has(r, "oldest_s"),
                                     .at_ns = found_number(r, "oldest_s")},
                   "%s may leak memory: of the %" PRId64 " blocks that it allocated, %" PRId64 " (%" PRId64
                   " bytes) weren't freed, the oldest since %s.",
                   strcmp(caller, "?") == 0 ? "An unknown caller" : caller, allocs, live,
                   found_number(r, "live_bytes"), found_time(found_number(r, "oldest_s")).text);
}

SPOOR_DETECTOR(
    leak, "heap", "heap",
    "a block was freed twice; or 10 blocks or more of a call site weren't freed, 10 % of its blocks",
    leak_row);
