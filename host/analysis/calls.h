/* SPDX-License-Identifier: BSD-2-Clause */
/* Profiles as tables: flat, caller and callee, tree. */
#ifndef ANALYSIS_CALLS_H
#define ANALYSIS_CALLS_H

#include <analysis/page.h>
#include <profile/profile.h>
#include <table/table.h>

/** A view of a profile. Its columns of values are times in us, or numbers when the profile's unit isn't ns.
 */
struct calls_view {
    const char *name;
    struct table_kind times, numbers;
    const char *sort; /**< by this column, without _us; NULL: as the rows come */
    bool (*rows)(struct table *t, struct profile *p); /**< @return false without memory */
    unsigned needs;                                   /**< PROFILE_… */
    struct table_page page;                           /**< in a report of a profile */
};

extern const struct calls_view calls_flat, calls_arcs, calls_tree;

/** @return the `n`-th view, or NULL */
const struct calls_view *calls_nth(unsigned n);

/** @return the kind of a view's table for a profile, by its unit */
const struct table_kind *calls_kind(const struct calls_view *view, const struct profile *p);

/** Begin the table, and write its rows. @return false without memory */
bool calls_table(struct table *t, const struct calls_view *view, struct profile *p);

#endif
