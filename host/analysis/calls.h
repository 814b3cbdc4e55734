/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of a profile: flat, callers and callees, tree. */
#ifndef ANALYSIS_CALLS_H
#define ANALYSIS_CALLS_H

#include <analysis/page.h>
#include <profile/profile.h>
#include <table/table.h>

/** A view of a profile. The columns of values are times in us, or numbers if the profile's unit isn't ns. */
struct calls_view {
    const char *name;
    struct table_kind times, numbers;
    const char *sort;                                 /**< column to sort by, without _us; NULL: unsorted */
    bool (*rows)(struct table *t, struct profile *p); /**< @return false if out of memory */
    unsigned needs;                                   /**< PROFILE_… that it needs */
    struct table_page page;                           /**< place in the report of a profile */
};

extern const struct calls_view calls_flat, calls_arcs, calls_tree;

/** @return the `n`-th view, or NULL */
const struct calls_view *calls_nth(unsigned n);

/** @return the kind of table that a view has for a profile, which depends on the profile's unit */
const struct table_kind *calls_kind(const struct calls_view *view, const struct profile *p);

/** Begin the table and write its rows. @return false if out of memory */
bool calls_table(struct table *t, const struct calls_view *view, struct profile *p);

#endif
