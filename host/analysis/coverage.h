/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of what was executed of a program: its functions, its source lines, its conditional branches. */
#ifndef ANALYSIS_COVERAGE_H
#define ANALYSIS_COVERAGE_H

#include <profile/profile.h>
#include <table/table.h>

struct coverage_view {
    const char *name;
    struct table_kind kind;
    void (*rows)(struct table *t, const struct profile *p, bool missed);
};

/** @return the `n`-th view, or NULL */
const struct coverage_view *coverage_nth(unsigned n);

/** The sums of a profile's coverage. */
struct coverage_sums {
    uint64_t functions, entered, lines, executed, branches, both; /**< both: branches that went both ways */
};

struct coverage_sums coverage_sum(const struct profile *p);

#endif
