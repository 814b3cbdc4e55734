/* SPDX-License-Identifier: BSD-2-Clause */
/* The sections of a report (summary, timeline, tables) of a recording or of another tool's profile. */
#ifndef REPORT_PAGE_PARTS_H
#define REPORT_PAGE_PARTS_H

#include <query/tables.h>
#include <report/page/data.h>

struct page {
    struct input input;
    const struct pass_options *options;
    struct out *out;
    const char *file;        /* file name without folders */
    const char *path;        /* the file itself, which is embedded in a page */
    struct packing *packing; /* the file, which is being deflated; or NULL */
    struct report_data data;
    struct pass pass;
    bool pictures;         /* collect the data that the script draws */
    struct page *compared; /* with --diff: the second recording; else NULL */
    struct tables tables;
    uint64_t events;
    bool failed;
};

/** What report_read() collects besides the names, rows and losses. */
enum report_parts {
    REPORT_TABLES = 1,   /**< the rows of the tables */
    REPORT_PICTURES = 2, /**< the events and stacks that the script draws */
};

/**
 * Read a recording. `input`, `options` and `file` of the page must be set.
 *
 * @param topology  groups of CPUs as in topology.h, or NULL
 * @param limit     intervals to keep in full detail, and half as many events; 0: all
 * @param parts     REPORT_TABLES, REPORT_PICTURES or both
 * @return STATUS_OK, or another status with the reason in the input's fault
 */
int report_read(struct page *page, const char *topology, uint64_t limit, unsigned parts);

/** Begin to deflate the recording for the page, before it is read. `input` and `path` must be set. */
void report_pack(struct page *page);

void report_close(struct page *page);

/** Read a text file. @return its text, which the caller must free; NULL after setting the fault */
char *report_file(const char *path, struct fault *fault);

/** A script that adds to the page. */
struct report_plugin {
    const char *name, *text;
};

/** Options of a page. */
struct report_look {
    const char *title;                   /**< NULL: board and file name */
    const char *templates;               /**< folder of templates, or NULL */
    const char *session;                 /**< file with a saved view, or NULL */
    const char *range;                   /**< selected time range, or NULL */
    const struct report_plugin *plugins; /**< in the order in which they run */
    unsigned plugin_count;
    uint64_t limit; /**< intervals that the script shows in full detail at once; 0: all */
    bool plain;     /**< omit the script and its data */
    bool live;      /**< the page polls `spoor serve` for new data */
    bool operated;  /**< with `live`: the page starts and stops the recording */
};

/**
 * Write a page; of no recordings: the viewer, which opens files.
 *
 * @return STATUS_OK, or another status after setting the fault
 */
int report_page(struct page *pages, unsigned count, const struct report_look *look, struct out *out,
                struct fault *fault);

#define REPORT_TITLE_MAX 600
#define REPORT_LEAD_MAX  400

/** Set the title of a page, and the line about the recording below it. */
void report_title(const struct page *pages, unsigned count, char *title, size_t size);
void report_lead(const struct page *pages, unsigned count, const struct report_look *look, char *lead,
                 size_t size);

/** Write only the data sections. Sets `failed` of each page whose data can't be written. */
void report_sections(struct page *pages, unsigned count, const struct section_to *to);

/** Write the sections; write a list of links to them. @param page  struct page */
void report_body(void *page, struct out *out);
void report_contents(void *page, struct out *out);

typedef void report_summary_row(void *arg, const char *name, const char *text);

/** Call back for each row of the summary. */
void report_summary(struct page *page, report_summary_row *row, void *arg);

/**
 * Find the columns of a block of a template: `summary`, a table of `spoor stats` without options of its own,
 * or a view of another tool's profile.
 *
 * @return NULL if there is no such block
 */
const struct table_kind *report_block(struct page *page, const char *name);

/** Call back for each row of a block; there are none if its events weren't recorded. @return STATUS_OK, or
 * another status after setting the fault */
int report_rows(struct page *page, const char *name, void (*take)(void *arg, const struct cell *row),
                void *arg, struct fault *fault);

/** @return the number of functions in a profile, not counting threads and interrupts */
unsigned report_functions(const struct profile *profile);

#endif
