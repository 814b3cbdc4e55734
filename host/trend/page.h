/* SPDX-License-Identifier: BSD-2-Clause */
/* The page of a history: one HTML file that needs no network. */
#ifndef TREND_PAGE_H
#define TREND_PAGE_H

#include <base/fault.h>
#include <base/out.h>
#include <trend/moves.h>

#define TREND_PAGE_MAX 1000000 /**< bytes of a page */

/**
 * Write the page. If all runs take more than TREND_PAGE_MAX, the oldest are left out, and the page says so.
 *
 * @param title  NULL: the board of the latest run
 * @return STATUS_OK, or another status after setting the fault
 */
int trend_page(const struct trend *h, const struct moves *m, const char *title, struct out *out,
               struct fault *fault);

#endif
