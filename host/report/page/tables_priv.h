/* SPDX-License-Identifier: BSD-2-Clause */
/* The places of tables in a page: `tables` of a head. */
#ifndef REPORT_PAGE_TABLES_PRIV_H
#define REPORT_PAGE_TABLES_PRIV_H

#include <jansson.h>

/** Of a recording's page, and of a profile's: each table's name, screen, jump and card (docs/report.md). */
json_t *report_tables(void);
json_t *report_profile_tables(void);

#endif
