/* SPDX-License-Identifier: BSD-2-Clause */
/* Timeouts that lose work. A timeout of other waits may be how the thread wakes up to look around. */
#include <inttypes.h>
#include <string.h>
#include <analysis/findings.h>

/* A thread that gives up a lock, a full queue or a server drops what it was to do. */
static bool loses_work(const char *reason)
{
    return strcmp(reason, "mutex") == 0 || strcmp(reason, "queue_put") == 0 ||
           strncmp(reason, "ipc_", 4) == 0;
}

static const char *what(const char *reason)
{
    return *reason == 'm'   ? "the mutex"
           : *reason == 'q' ? "room in the queue"
                            : "the other side of a message";
}

static void timeout_row(struct finder *f, const struct found_row *r)
{
    const char *thread = found_text(r, "thread"), *reason = found_text(r, "reason"),
               *object = found_text(r, "object");
    int64_t timeouts = found_number(r, "timeouts"), count = found_number(r, "count");

    if (timeouts == 0 || !loses_work(reason)) {
        return;
    }
    finding_command(f, "stats", "waits", "--sort", "-timeouts", NULL);
    finding_report(f,
                   &(struct finding){.failure = true,
                                     .subject = thread,
                                     .count = (uint64_t)timeouts,
                                     .cost_ns = found_number(r, "max_us"),
                                     .timed = true,
                                     .at_ns = found_number(r, "max_at_s")},
                   "%s gave up waiting for %s%s%s: %" PRId64 " of %" PRId64
                   " waits timed out, the longest wait "
                   "took %s. Check what happens to the work after a timeout.",
                   thread, what(reason), *object != 0 ? " " : "", object, timeouts, count,
                   found_span(found_number(r, "max_us")).text);
}

SPOOR_DETECTOR(timeout, "timeout", "waits",
               "a wait for a mutex, for room in a queue or for a message timed out", timeout_row);
