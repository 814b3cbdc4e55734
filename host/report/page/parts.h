/* SPDX-License-Identifier: BSD-2-Clause */
/* The sections of a report: summary, timeline, tables; of a recording, or of a profile of another tool. */
#ifndef REPORT_PAGE_PARTS_H
#define REPORT_PAGE_PARTS_H

#include <query/tables.h>
#include <report/page/data.h>

struct page {
    struct input input;
    const struct pass_options *options;
    struct out *out;
    const char *file; /* its name, without folders */
    struct report_data data;
    struct pass pass;
    bool pictures;         /* data for the script are collected */
    struct page *compared; /* a report of two: the one after */
    struct tables tables;
    uint64_t events;
    bool failed;
};

/**
 * Read a recording, of which input, options and file are set.
 *
 * @param pictures  collect the data of the pictures, too
 * @return STATUS_OK, or another status; the fault of the input says why
 */
int report_read(struct page *page, const char *topology, uint64_t limit, bool pictures);

/** The tables are made in the page's one pass. @return false without memory */
bool report_open(struct page *page);
void report_close(struct page *page);

/** The look of a page. */
struct report_look {
    const char *title;     /**< or NULL: the board and the file */
    const char *templates; /**< a folder, or NULL */
    const char *session;   /**< a file, or NULL */
    const char *range;     /**< or NULL */
    bool plain;            /**< without script */
    bool live;             /**< it asks its server for more */
};

/** Write a page. @return STATUS_OK, or another status after setting the fault */
int report_page(struct page *pages, unsigned count, const struct report_look *look, struct out *out,
                struct fault *fault);

/** Write the data alone. Of a page that can't be written `failed` is set. */
void report_sections(struct page *pages, unsigned count, const struct section_to *to);

/** Write the sections, and a list of links to them. @param page  struct page */
void report_body(void *page, struct out *out);
void report_contents(void *page, struct out *out);

/** @return how many functions a profile has, threads not among them */
unsigned report_functions(const struct profile *profile);

#endif
