/* SPDX-License-Identifier: BSD-2-Clause */
/* What a head has of the analyses: `tables`, their places in a page, and `remedies`. */
#ifndef REPORT_PAGE_TABLES_PRIV_H
#define REPORT_PAGE_TABLES_PRIV_H

#include <jansson.h>

/** Of a recording's page, and of a profile's: each table's name, screen, jump and card (docs/report.md). */
json_t *report_tables(void);

/** @return how what each view needs is recorded, by the name of the need */
json_t *report_remedies(void);
json_t *report_profile_tables(void);

/** @return `remedies` of a head: by the name of a need, how its events are recorded */
json_t *report_remedies(void);

#endif
