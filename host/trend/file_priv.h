/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the writer and the reader of histories: the numbers of metrics. */
#ifndef TREND_FILE_PRIV_H
#define TREND_FILE_PRIV_H

#include <trend/trend.h>

#define TREND_FAMILY "# spoor-history "
#define TREND_MARK   TREND_FAMILY "2" /* the first line */

/* A metric and its values in the latest run. */
struct trend_known {
    char *name;
    bool checked, present;
    struct metric last; /* its texts aren't its own */
    char *file;
};

struct trend_names {
    struct trend_known *list;
    size_t count;
};

void trend_names_free(struct trend_names *names);

/* @return a metric's number, which is `near` if the runs have the same order; SIZE_MAX: unknown */
size_t trend_number_of(const struct trend_names *names, const char *name, size_t near);

/* Add a metric. @return false if memory ran out */
bool trend_add_name(struct trend_names *names, const char *name, bool checked);

#endif
