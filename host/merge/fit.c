/* SPDX-License-Identifier: BSD-2-Clause */
/* Puts the clocks of several recordings on one axis: by moments that all have recorded, by the host's time,
 * or by given offsets. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/units.h>
#include <merge/merge.h>

/* ------------------------------------------------------------------ fitting */

static int by_key(const void *a, const void *b)
{
    const struct align_pair *x = a, *y = b;

    return x->here != y->here ? (x->here < y->here ? -1 : 1) : (x->there > y->there) - (x->there < y->there);
}

/* Pair moments with equal keys. A key that appears several times in a recording is ignored. */
static size_t pair_moments(struct align_pair *pairs, const struct member *a, const struct member *b)
{
    size_t i = 0, k = 0, n = 0;

    while (i < a->count && k < b->count) {
        const struct align_pair *x = &a->moments[i], *y = &b->moments[k];

        if (x->here == y->here) {
            bool twice =
                (i + 1 < a->count && x[1].here == x->here) || (k + 1 < b->count && y[1].here == y->here);

            if (!twice) {
                pairs[n++] = (struct align_pair){x->there, y->there};
            }
            for (double key = x->here; i < a->count && a->moments[i].here == key; i++) {
            }
            for (double key = y->here; k < b->count && b->moments[k].here == key; k++) {
            }
        } else if (x->here < y->here) {
            i++;
        } else {
            k++;
        }
    }
    return n;
}

static int fit_by_event(const struct member *first_one, struct member *m, struct fault *fault)
{
    struct align_pair *pairs = calloc(m->count + 1, sizeof *pairs);
    size_t n = pairs != NULL ? pair_moments(pairs, first_one, m) : 0;
    bool ok = pairs != NULL && align_fit(&m->fit, pairs, n);

    free(pairs);
    if (first_one->count == 0 || m->count == 0) {
        return fault_usage(fault, "--by: %s doesn't have this event",
                           m->count == 0 ? m->file : first_one->file);
    }
    if (!ok) {
        return fault_usage(fault, "--by: %s %s and %s",
                           n == 0 ? "no value of this event appears once in each of"
                                  : "the moments are in different orders in",
                           first_one->file, m->file);
    }
    message_note(
        &m->input.report, NOTE_INFO,
        "%s: %zu moments; offset %+.3f us at %.6f s, rate %+.3f ppm; error %.3f us on average (rms), "
        "%.3f us at "
        "most, at %.6f s",
        m->file, n, (m->fit.axis.to - m->fit.axis.from) / 1e3, m->fit.axis.to / 1e9,
        (m->fit.axis.rate - 1) * 1e6, m->fit.rms_ns / 1e3, m->fit.max_ns / 1e3, m->fit.max_at / 1e9);
    return STATUS_OK;
}

static int set_offset(struct member *m, double ns, const char *error)
{
    m->fit.axis = (struct time_axis){.from = 0, .to = ns, .rate = 1};
    message_note(&m->input.report, NOTE_INFO, "%s: offset %+.3f us; %s", m->file, ns / 1e3, error);
    return STATUS_OK;
}

static int fit_by_host(const struct member *first_one, struct member *m, struct fault *fault)
{
    if (isnan(m->host_ns) || isnan(first_one->host_ns)) {
        return fault_usage(fault, "no host time in %s", isnan(m->host_ns) ? m->file : first_one->file);
    }
    return set_offset(m, m->host_ns - first_one->host_ns, "error unknown: the delay of the link, some ms");
}

/* Use the `n`-th offset of the list, from 1. Each may have a sign. */
static int fit_by_offset(struct member *m, unsigned n, const char *list, struct fault *fault)
{
    char text[64];
    uint64_t ns;

    for (unsigned i = 1; i < n && list != NULL; i++) {
        list = strchr(list, ',');
        list = list != NULL ? list + 1 : NULL;
    }
    if (list == NULL) {
        return fault_usage(fault, "--by offset= needs a time for %s", m->file);
    }
    bool minus = *list == '-';

    list += *list == '-' || *list == '+';
    snprintf(text, sizeof text, "%.*s", (int)strcspn(list, ","), list);
    if (!units_time(text, &ns)) {
        return fault_usage(fault, "--by offset= takes times like -20ms, not %s", text);
    }
    return set_offset(m, minus ? -(double)ns : (double)ns, "as given");
}

int merge_fit(struct member *members, unsigned count, const char *by, struct fault *fault)
{
    bool by_event = strncmp(by, "event=", 6) == 0;
    int result = STATUS_OK;
    double first = members[0].first_ns;

    for (unsigned n = 0; n < count; n++) {
        if (members[n].count != 0) {
            sort_stable(members[n].moments, members[n].count, sizeof *members[n].moments, by_key);
        }
    }
    members[0].fit.axis.rate = 1;
    for (unsigned n = 1; n < count && result == STATUS_OK; n++) {
        struct member *m = &members[n];

        result = by_event                       ? fit_by_event(&members[0], m, fault)
                 : strcmp(by, "host-time") == 0 ? fit_by_host(&members[0], m, fault)
                                                : fit_by_offset(m, n, by + 7, fault);
        m->first_cpu = members[n - 1].first_cpu + members[n - 1].cpus;
        if (result == STATUS_OK && !isnan(m->first_ns)) {
            double begin = (double)time_on(&m->fit.axis, (uint64_t)m->first_ns);

            first = begin < first ? begin : first;
        }
    }
    for (unsigned n = 0; first < 0 && n < count; n++) { /* times must not be negative */
        members[n].fit.axis.to -= first;
    }
    return result;
}
