/* SPDX-License-Identifier: BSD-2-Clause */
/* Rates are averages since the previous line. */
#include <inttypes.h>
#include <stdio.h>
#include <record/progress.h>
#include <record/record.h>

#define REPORT_MS 1000
#define WAIT_MS   2000 /* report that the recorder waits after this time */

#define CPUS_MAX 8 /* CPUs in a line */

void progress_begin(struct progress *p, uint64_t now)
{
    p->begun = p->reported = now;
}

static void print_json(const struct recording *r, uint64_t ms, uint64_t events_rate, uint64_t rate)
{
    fprintf(stderr,
            "{\"ms\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"packets\":%" PRIu64 ",\"events\":%" PRIu64
            ",\"bytes_per_s\":%" PRIu64 ",\"events_per_s\":%" PRIu64 ",\"readers\":%u,\"lost\":[",
            ms, r->bytes, r->packets, r->watch.events, rate, events_rate, r->serve.readers);
    for (unsigned cpu = 0; cpu < r->watch.cpus; cpu++) {
        fprintf(stderr, "%s%" PRIu64, cpu != 0 ? "," : "", r->watch.lost[cpu]);
    }
    fprintf(stderr, "]}\n");
}

static void print_line(const struct recording *r, uint64_t ms, uint64_t events_rate, uint64_t rate)
{
    fprintf(stderr, "\r%6.1f s  %10" PRIu64 " events  %8" PRIu64 " events/s  %8" PRIu64 " bytes/s  lost",
            (double)ms / 1000, r->watch.events, events_rate, rate);
    for (unsigned cpu = 0; cpu < r->watch.cpus && cpu < CPUS_MAX; cpu++) {
        fprintf(stderr, " %" PRIu64, r->watch.lost[cpu]);
    }
    fprintf(stderr, " ");
}

void progress_report(struct progress *p, const struct recording *r, uint64_t now)
{
    uint64_t passed = now - p->reported;

    if (!r->progress || passed < REPORT_MS) {
        return;
    }
    uint64_t rate = (r->bytes - p->bytes) * 1000 / passed;
    uint64_t events_rate = (r->watch.events - p->events) * 1000 / passed;

    (r->json ? print_json : print_line)(r, now - p->begun, events_rate, rate);
    p->reported = now;
    p->bytes = r->bytes;
    p->events = r->watch.events;
}

/* A port or socket may be silent for a long time: the recorder doesn't start its target. */
void progress_report_waiting(struct progress *p, const struct recording *r, bool types, uint64_t now)
{
    if (p->waiting || r->json || r->target.child != 0 || r->packets != 0 || now - p->begun < WAIT_MS) {
        return;
    }
    p->waiting = true;
    fprintf(stderr, "spoor: %s: waiting for %s; Ctrl-C ends\n", r->name,
            types && !r->console_said ? "the prompt of the target's shell" : "the target to stream");
}

void progress_end(const struct recording *r)
{
    if (r->progress && !r->json) {
        fputc('\n', stderr);
    }
}
