/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Deflates a file for a page, into a temporary file, so that a long recording isn't in memory. With several
 * CPUs this is done in a thread, while the recording is read for the tables.
 */
#ifndef REPORT_PAGE_PACKING_H
#define REPORT_PAGE_PACKING_H

#include <stddef.h>
#include <report/page/section.h>

struct packing;

/** Begin to deflate a file; only note its name if there is one CPU or no threads. @return NULL without
 * memory */
struct packing *packing_begin(const char *path);

/**
 * Deflate the rest, and write a section of a page, as elements.
 *
 * @return NULL, or the reason why it failed
 */
const char *packing_write(struct packing *p, const struct section_to *to, const char *name);

/** Stop, and free everything. @param p  may be NULL */
void packing_close(struct packing *p);

#endif
