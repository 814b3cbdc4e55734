/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by data.c, head.c and slices.c. */
#ifndef REPORT_PAGE_DATA_PRIV_H
#define REPORT_PAGE_DATA_PRIV_H

#include <report/page/data.h>

/** The names of the rows' kinds: also of their sections. */
extern const char *const report_row_kinds[HISTORY_KINDS];

/** The name of a section: "0-cpu". @param text  of 32 bytes */
void report_section(char *text, unsigned index, const char *name);

/** Names and settings, as JSON. */
bool report_write_head(struct report_data *d, const struct section_to *to, const char *name);

/** The rows of all kinds, and their shapes; the coarse picture. */
bool report_write_rows(struct report_data *d, const struct section_to *to, unsigned index);
bool report_write_coarse(struct report_data *d, const struct section_to *to, const char *name);

#endif
