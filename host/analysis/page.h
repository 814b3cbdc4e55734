/* SPDX-License-Identifier: BSD-2-Clause */
/* The place of a table in a report. */
#ifndef ANALYSIS_PAGE_H
#define ANALYSIS_PAGE_H

#include <stdint.h>
#include <model/history.h>

/** The screens of a report, with their names in its script. */
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

/** Columns are given by their name in struct column; values of a profile without "_us". */
struct table_page {
    enum page_screen screen; /**< SCREEN_NONE: not in a report */
    unsigned order;          /**< order of sections and cards; if equal, the order of files */
    const char *title, *words;
    uint64_t top; /**< number of rows in the page; the script can show all */
    /** A click on a row shows the time in its column max_at_s on the timeline: the kind of row there, and the
     * column that identifies the row. */
    struct {
        enum history_kind row;
        const char *column; /**< NULL: rows have no link */
    } jump;
    /** A card on the first screen with the first five rows; without `sort` there is no card. */
    struct {
        const char *title, *sort;
        const char *columns[4];
        const char *only;       /**< only rows with a number above 0 in this column */
        const char *without[2]; /**< exclude rows with this text (second) in this column (first) */
    } card;
};

/** `...` is the number of rows, then optionally .jump and .card. */
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
