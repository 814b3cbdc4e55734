/* SPDX-License-Identifier: BSD-2-Clause */
/* The recordings of spoor merge, the fit of their clocks, and the output. */
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
    uint64_t rate;              /**< clock rate if there is no header */
    struct align_pair *moments; /* here: the key, or the number of the moment; there: time in ns */
    size_t count;
    double host_ns, first_ns; /* NAN: unknown */
    struct align_fit fit;
    unsigned cpus, first_cpu;
    char prefix[80];
};

/** @return whether `by` is a valid argument of --by */
bool merge_is_way(const char *by);

/** Open a recording. @param report NULL: silent. @return a status; the fault of `input` has the reason */
int merge_open(struct member *m, const struct spoor_report *report);

/** Read all recordings to find their moments and host times. @return a status; `fault` has the reason */
int merge_survey(struct member *members, unsigned count, const char *by, const struct spoor_report *report,
                 struct fault *fault);
void merge_free(struct member *members, unsigned count);

/** Fit the clocks of all recordings to the first. @param by argument of --by. @return a status; `fault` has
 * the reason */
int merge_fit(struct member *members, unsigned count, const char *by, struct fault *fault);

/** Write all open recordings, as text in order of time or for Perfetto. @return an exit status */
int merge_text(struct member *members, unsigned count, struct out *out);
int merge_perfetto(struct member *members, unsigned count, struct out *out);

#endif
