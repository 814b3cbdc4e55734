/* SPDX-License-Identifier: BSD-2-Clause */
/* The title of a page, and its line about the recording. */
#include <inttypes.h>
#include <stdio.h>
#include <report/page/parts.h>

void report_title(const struct page *pages, unsigned page_count, char *title, size_t size)
{
    const struct page *p = &pages[0];
    const char *board = p->input.profile_kind != NULL ? "" : spoor_recording(p->input.reader)->header.board;

    if (page_count > 1) {
        snprintf(title, size, pages[0].compared != NULL ? "%s and %s" : "%s, %s%s", pages[0].file,
                 pages[1].file, page_count > 2 ? " …" : "");
    } else {
        snprintf(title, size, "%s%s%s", board, board[0] != 0 ? ": " : "", p->file);
    }
}

void report_lead(const struct page *pages, unsigned page_count, const struct report_look *look, char *lead,
                 size_t size)
{
    const struct page *p = &pages[0];

    if (p->input.profile_kind != NULL) {
        snprintf(lead, size, "%u functions", report_functions(&p->input.profile));
    } else {
        snprintf(lead, size, "%" PRIu64 " events in %.3f s%s%s%s", p->events,
                 p->data.hz != 0 ? (double)(p->data.history.end - p->data.history.begin) / p->data.hz : 0,
                 look->range != NULL ? ", range " : "", look->range != NULL ? look->range : "",
                 page_count > 1 ? "; the tables are for the first file" : "");
    }
}
