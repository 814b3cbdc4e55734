/* SPDX-License-Identifier: BSD-2-Clause */
/* The sections of a report: summary, timeline, tables; of a recording, or of a profile of another tool. */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include <pass.h>
#include <report/data.h>

struct page {
    struct cli *cli;
    const struct pass_options *options;
    struct out *out;
    const char *file; /* its name, without folders */
    struct report_data data;
    uint64_t events;
    bool failed;
    char message[300]; /* of the analysis that was run last */
};

/** Write the sections, and a list of links to them. @param page  struct page */
void report_body(void *page, struct out *out);
void report_contents(void *page, struct out *out);

/** @return how many functions a profile has, threads not among them */
unsigned report_functions(const struct profile *profile);

#endif
