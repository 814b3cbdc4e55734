/* SPDX-License-Identifier: BSD-2-Clause */
/* The place of a table in a report. */
#ifndef ANALYSIS_PAGE_H
#define ANALYSIS_PAGE_H

#include <stdint.h>
#include <model/history.h>

/** The screens of the page's script, with the names that it has for them. */
#define PAGE_SCREENS(X)                                                                                      \
    X(FUNCTIONS, "functions")                                                                                \
    X(LATENCY, "latency")                                                                                    \
    X(WAITS, "waits")                                                                                        \
    X(TABLES, "tables")

enum page_screen {
    SCREEN_NONE,
#define X(name, word) SCREEN_##name,
    PAGE_SCREENS(X)
#undef X
};

/** All columns here are named, as struct column names them; of a profile's values without "_us". */
struct table_page {
    enum page_screen screen; /**< SCREEN_NONE: in no report */
    unsigned order;          /**< of the sections and cards; equal ones follow the order of their files */
    const char *title, *words;
    uint64_t top; /**< rows in the page; the script can have all */
    /** A row leads to the timeline, to its column max_at_s: the kind of row there, and the column with its
     * name. */
    struct {
        enum history_kind row;
        const char *column; /**< NULL: its rows lead nowhere */
    } jump;
    /** The five first rows on the first screen; no sort: no card. */
    struct {
        const char *title, *sort;
        const char *columns[4];
        const char *only;       /**< rows with a number above 0 in this column */
        const char *without[2]; /**< no rows with this text in this column */
    } card;
};

/** `...` is the number of rows, then .jump and .card. */
#define PAGE(screen_, order_, title_, words_, ...)                                                           \
    {                                                                                                        \
        .screen = SCREEN_##screen_, .order = (order_), .title = (title_), .words = (words_),                 \
        .top = __VA_ARGS__                                                                                   \
    }
#define NO_PAGE                                                                                              \
    {                                                                                                        \
        .screen = SCREEN_NONE                                                                                \
    }

#endif
