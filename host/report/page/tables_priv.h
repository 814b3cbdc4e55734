/* SPDX-License-Identifier: BSD-2-Clause */
/* Values in the head section that describe the analyses: `tables` and `remedies`. */
#ifndef REPORT_PAGE_TABLES_PRIV_H
#define REPORT_PAGE_TABLES_PRIV_H

#include <base/json.h>

/** Write `tables` for a recording: each table's name, screen, jump and card (docs/report.md). */
void report_tables(struct json *j);

/** Write `tables` for a profile of another tool. */
void report_profile_tables(struct json *j);

/** Write `remedies`: for each kind of missing events, how to record them. */
void report_remedies(struct json *j);

#endif
