/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of what `spoor record --bare` has measured of an image, beside its profile and its coverage. */
#ifndef ANALYSIS_BARE_H
#define ANALYSIS_BARE_H

#include <profile/profile.h>
#include <table/table.h>

struct bare_table {
    struct table_kind kind;
    const char *sort; /**< the column that it is sorted by, if the user names none */
    void (*rows)(struct table *t, const struct profile *p);
};

extern const struct bare_table bare_masked, bare_stacks, bare_regions;

#endif
