/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by data.c, head.c and slices.c. */
#ifndef REPORT_PAGE_DATA_PRIV_H
#define REPORT_PAGE_DATA_PRIV_H

#include <report/page/data.h>

/** Names of the kinds of rows. The sections with these rows have the same names. */
extern const char *const report_row_kinds[HISTORY_KINDS];

/** Format the name of a section, e.g. "0-cpu". @param text  a buffer of 32 bytes */
void report_section(char *text, unsigned index, const char *name);

/** Note that the names of a history's slices are needed. */
void report_note_keys(struct report_data *d);

/** Write the head section: names and settings as JSON. @return false without memory */
bool report_write_head(struct report_data *d, const struct section_to *to, const char *name);

/** Write the rows of all kinds and their shapes. @return false without memory */
bool report_write_rows(struct report_data *d, const struct section_to *to, unsigned index);

/** Write the load of each row in HISTORY_CELLS cells, for the part beyond the limit. @return false without
 * memory */
bool report_write_coarse(struct report_data *d, const struct section_to *to, const char *name);

#endif
