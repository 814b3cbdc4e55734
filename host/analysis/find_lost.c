/* SPDX-License-Identifier: BSD-2-Clause */
/* Lost records, and what they hide. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <analysis/findings.h>

/* By place: on the target, on the link. */
struct lost {
    struct {
        uint64_t records, places;
        int64_t length, longest, at;
    } by[2];
};

static void lost_row(struct finder *f, const struct found_row *r)
{
    struct lost *l = f->state;
    bool link = strcmp(found_text(r, "where"), "link") == 0;
    int64_t length = found_number(r, "length_us");

    if (!link && strcmp(found_text(r, "where"), "target") != 0) {
        return; /* cleared on request, or before the reader joined */
    }
    l->by[link].records += (uint64_t)found_number(r, "records");
    l->by[link].length += length;
    if (l->by[link].places++ == 0 || length > l->by[link].longest) {
        l->by[link].longest = length;
        l->by[link].at = found_number(r, "time_s");
    }
}

/* A lost packet may have been one that reports losses, so their number is unknown. */
static void put_count(char *text, size_t size, uint64_t records)
{
    if (records == 0) {
        snprintf(text, size, "an unknown number of events is missing");
    } else {
        snprintf(text, size, "%" PRIu64 " event%s missing", records, records == 1 ? " is" : "s are");
    }
}

static void lost_end(struct finder *f)
{
    static const char *const where[] = {"The target's ring was full", "The link dropped data"};
    static const char *const advice[] = {"Use a faster link or a larger ring, or record fewer events.",
                                         "Lower its rate, use flow control, or check the cable."};
    const struct lost *l = f->state;
    char count[80];

    for (unsigned n = 0; n < 2; n++) {
        if (l->by[n].places == 0 || (l->by[n].records == 0 && l->by[0].records != 0)) {
            continue; /* none, or only the packets that reported what the target lost */
        }
        put_count(count, sizeof count, l->by[n].records);
        finding_command(f, "stats", "losses", NULL);
        finding_report(f,
                       &(struct finding){.failure = true,
                                         .subject = n == 0 ? "target" : "link",
                                         .count = l->by[n].records,
                                         .cost_ns = l->by[n].length,
                                         .timed = true,
                                         .at_ns = l->by[n].at},
                       "%s: %s, in %" PRIu64
                       " place%s. That hides %s of the recording, up to %s at a time (at "
                       "%s): all counts and times are of the rest, and an interval that crosses a gap isn't "
                       "counted. %s",
                       where[n], count, l->by[n].places, l->by[n].places == 1 ? "" : "s",
                       found_span(l->by[n].length).text, found_span(l->by[n].longest).text,
                       found_time(l->by[n].at).text, advice[n]);
    }
}

SPOOR_DETECTOR(lost, "lost", "losses", "events are missing: the ring was full, or the link dropped them",
               lost_row, .state_bytes = sizeof(struct lost), .end = lost_end);
