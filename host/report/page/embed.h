/* SPDX-License-Identifier: BSD-2-Clause */
/* The recording and the program in a page, from which the engine answers (docs/report.md). */
#ifndef REPORT_PAGE_EMBED_H
#define REPORT_PAGE_EMBED_H

#include <report/page/parts.h>

/**
 * Write the sections open, recording and program; of a long recording, also the overview that the page draws
 * before the engine has read it.
 *
 * @param index  number of the recording in the page
 * @return STATUS_OK, or another status after setting the fault
 */
int report_embed(struct page *p, const struct section_to *to, unsigned index, uint64_t limit,
                 struct fault *fault);

#endif
