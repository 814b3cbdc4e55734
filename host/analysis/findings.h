/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Findings: what is wrong in a recording, and what costs most. A detector is one file with
 * SPOOR_DETECTOR(): it takes the rows of tables, and reports findings. The table `findings` has them all.
 */
#ifndef ANALYSIS_FINDINGS_H
#define ANALYSIS_FINDINGS_H

#include <analysis/analysis.h>
#include <analysis/limits.h>

/** What detectors share while they look. */
struct finder {
    struct stats *stats;
    void *state; /**< of the detector, zeroed before its first call */
    const struct detector *detector;
    char command[600]; /**< of the next finding */
};

/** A row of a table that a detector reads. Columns are named as in docs/tables.md. */
struct found_row {
    const struct table_kind *kind;
    const struct cell *cells;
};

/** @return whether a cell of the row is known */
bool found_has(const struct found_row *r, const char *column);

/** @return a number as it is stored (table/table.h): times in ns, shares in thousandths of a per cent; 0 if
 * unknown */
int64_t found_number(const struct found_row *r, const char *column);

/** @return a text; "" if unknown */
const char *found_text(const struct found_row *r, const char *column);

/** A finding. Texts are copied. */
struct finding {
    bool failure;        /**< a limit was exceeded or data was lost; else it only costs time */
    const char *subject; /**< the thread, interrupt, CPU, function or object that it is about */
    const char *cause;   /**< what caused it; NULL: unknown */
    uint64_t count;      /**< how often */
    int64_t cost_ns;     /**< the time that it costs in all; 0: none, or unknown */
    bool timed;          /**< `at_ns` is known */
    int64_t at_ns;       /**< when, or when the worst began */
};

struct detector {
    const char *name;    /**< of its findings */
    const char *summary; /**< what it finds, with its limits; one line of help */
    const char *table;   /**< the table whose rows it takes */
    size_t state_bytes;
    void (*row)(struct finder *f, const struct found_row *r);
    void (*end)(struct finder *f); /**< called after the last row; or NULL */
};

/**
 * Register a detector. The linker collects them in the order of their files.
 *
 * @param ...  .state_bytes and .end, if it needs all rows of its table
 */
#define SPOOR_DETECTOR(id, name_, table_, summary_, row_, ...)                                               \
    static const struct detector id##_detector = {                                                           \
        .name = (name_), .table = (table_), .summary = (summary_), .row = (row_), ##__VA_ARGS__};            \
    REGISTRY_ADD(spoor_detectors, detector, id, id##_detector)

/** @return the `n`-th detector, or NULL */
const struct detector *detector_nth(unsigned n);

/** Set the command that shows the next finding: the words after `spoor`, up to a NULL, without files. */
void finding_command(struct finder *f, ...) __attribute__((sentinel));

/** The same, for words and a range of times, widened to whole us and by the event at its end. */
void finding_command_in(struct finder *f, int64_t from_ns, int64_t length_ns, ...) __attribute__((sentinel));

/** Report a finding with its command, and with a text of whole sentences. */
void finding_report(struct finder *f, const struct finding *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** A duration, time or share in words, for finding_report(). */
struct found_words {
    char text[32];
};

/** @return "12.3 us", "4.00 ms" or "1.25 s" */
struct found_words found_span(int64_t ns);

/** @return a time since the target's start: "1.234567 s" */
struct found_words found_time(int64_t ns);

/** @return "93 %", of thousandths of a per cent */
struct found_words found_percent(int64_t thousandths);

/** @return "once", "twice" or "12 times" */
struct found_words found_times(uint64_t count);

/** @return the length of the recording in ns */
int64_t found_length(const struct finder *f);

/** @return whether a time is at least a share of the recording, in per cent. Shares of a recording below
 * LIMIT_SPAN_NS are chance: false. */
bool found_share(const struct finder *f, int64_t ns, unsigned percent);

/** @return whether a thread of this name is an idle thread */
bool found_idle(const struct finder *f, const char *name);

#endif
