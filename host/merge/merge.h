/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor merge: its recordings, the fit of their clocks, and the output. */
#ifndef MERGE_MERGE_H
#define MERGE_MERGE_H

#include <base/out.h>
#include <merge/align.h>
#include <query/pass.h>

#define MERGE_MAX 8

/** A recording. */
struct member {
    struct input input;
    const char *file, *elf;
    uint64_t rate;              /**< of its times, when no header tells it */
    struct align_pair *moments; /* here: the key, or the number; there: ns */
    size_t count;
    double host_ns, first_ns; /* NAN: not known */
    struct align_fit fit;
    unsigned cpus, first_cpu;
    char prefix[80];
};

/** @return whether it is one of the ways of --by */
bool merge_is_way(const char *by);

/** Open a recording of the list. @param report  NULL: silent @return a status; the input's fault says why */
int merge_open(struct member *m, const struct spoor_report *report);

/** Read all of them for their moments and host times. @return a status; `fault` says why */
int merge_survey(struct member *members, unsigned count, const char *by, const struct spoor_report *report,
                 struct fault *fault);
void merge_free(struct member *members, unsigned count);

/** Fit the clocks of all to that of the first. @param by  as --by is @return as merge_survey() */
int merge_fit(struct member *members, unsigned count, const char *by, struct fault *fault);

/** Write all that are open: as text in the order of time, or for Perfetto. @return an exit status */
int merge_text(struct member *members, unsigned count, struct out *out);
int merge_perfetto(struct member *members, unsigned count, struct out *out);

#endif
