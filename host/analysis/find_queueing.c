/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages that wait longer for the server than it works on them. */
#include <inttypes.h>
#include <analysis/findings.h>

static void queueing_row(struct finder *f, const struct found_row *r)
{
    const char *client = found_text(r, "client"), *server = found_text(r, "server");
    int64_t queued = found_number(r, "queue_avg_us"), served = found_number(r, "serve_avg_us"),
            count = found_number(r, "count"), all = queued * count;

    if (queued <= served || !found_share(f, all, LIMIT_SHARE_PERCENT)) {
        return;
    }
    finding_command(f, "stats", "ipc", NULL);
    finding_report(f,
                   &(struct finding){.subject = client,
                                     .cause = server,
                                     .count = (uint64_t)count,
                                     .cost_ns = all,
                                     .timed = true,
                                     .at_ns = found_number(r, "max_at_s")},
                   "%s is too slow for its clients: the %" PRId64
                   " messages of %s waited %s on average until it "
                   "took them, and %s for the answer. The slowest took %s.",
                   server, count, client, found_span(queued).text, found_span(served).text,
                   found_span(found_number(r, "max_us")).text);
}

SPOOR_DETECTOR(queueing, "queueing", "ipc",
               "messages waited longer for the server than it worked on them, 5 % of the time in all",
               queueing_row);
