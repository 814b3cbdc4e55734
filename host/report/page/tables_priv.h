/* SPDX-License-Identifier: BSD-2-Clause */
/* Keys of the head section that describe the analyses: `tables` and `remedies`. */
#ifndef REPORT_PAGE_TABLES_PRIV_H
#define REPORT_PAGE_TABLES_PRIV_H

#include <jansson.h>

/** @return `tables` for a recording: each table's name, screen, jump and card (docs/report.md) */
json_t *report_tables(void);

/** @return `tables` for a profile of another tool */
json_t *report_profile_tables(void);

/** @return `remedies`: for each kind of missing events, how to record them */
json_t *report_remedies(void);

#endif
