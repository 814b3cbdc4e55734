/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Analyses: each takes the items and intervals of one recording and ends in a table. An analysis is one file
 * with a SPOOR_ANALYSIS(); docs/tables.md describes all tables.
 */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include <analysis/page.h>
#include <analysis/spread.h>
#include <base/count.h>
#include <model/intervals.h>
#include <table/table.h>

/** Kinds of records that an analysis needs; a message names the services that bring them. */
enum {
    NEEDS_SWITCH = 1 << 0,   /**< thread switches and wake-ups */
    NEEDS_IRQ = 1 << 1,      /**< interrupts */
    NEEDS_IPC = 1 << 2,      /**< send, receive, reply */
    NEEDS_SYNC = 1 << 3,     /**< waits, with their objects */
    NEEDS_BLOCK = 1 << 4,    /**< visits of blocks */
    NEEDS_POINT = 1 << 5,    /**< points that record */
    NEEDS_FUNCTION = 1 << 6, /**< functions entered and left */
    NEEDS_MEMORY = 1 << 7,   /**< malloc and free */
    NEEDS_ACTIVATION = 1 << 8,
    NEEDS_STATE_FIELD = 1 << 9, /**< an event with a field of format a|b|c */
    /** Wake-ups, each one: without them a thread that waits and one that is ready look alike. None may come.
     */
    NEEDS_WAKE = 1 << 10,
};

/** An interval of the user's: from one event to another with an equal value of `key`. */
struct analysis_interval {
    const char *name; /**< NULL: the one of the command line */
    const char *begin_event, *end_event;
    const char *key;    /**< a field, "thread" or "cpu"; NULL: all are one */
    const char *parent; /**< counts only within this one, of an equal key; or NULL */
};

#define ANALYSIS_INTERVALS_MAX 64

/** Options that analyses share. */
struct analysis_options {
    uint64_t bin_ns;      /**< --bin: rows of such a length; 0: one for all */
    uint64_t deadline_ns; /**< --deadline of all threads; 0: as the target told */
    const struct analysis_interval *intervals;
    unsigned interval_count;
    const char *thread; /**< --thread: of the critical path */
};

/** Options without which an analysis has no question to answer. */
enum {
    WANTS_INTERVALS = 1 << 0, /**< --begin and --end, or --config */
    WANTS_THREAD = 1 << 1,    /**< --thread */
};

/** The surroundings of an analysis. */
struct stats {
    struct table *table;
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    const struct intervals *intervals;
    const struct analysis_options *options;
    uint32_t hz;         /**< of the recording */
    uint64_t begin;      /**< cycles: the first time */
    uint64_t end;        /**< the last one; known in end() only */
    uint32_t seen;       /**< NEEDS_… that came */
    bool failed;         /**< no memory */
    const char *refusal; /**< why there is no answer, or NULL */
    void *state;         /**< of the analysis; all zero before its first call */
};

struct analysis {
    const char *name, *summary;
    uint32_t needs; /**< NEEDS_… */
    struct table_page page;
    size_t state_bytes;
    struct table_kind kind;
    const char *sort; /**< the column that its rows are sorted by, as in struct table; NULL: as they come */
    uint32_t wants;   /**< WANTS_… */
    const struct analysis *summed; /**< what `--summary` gives in its place; NULL: itself */
    void (*interval)(struct stats *s, const struct interval *i); /**< or NULL */
    void (*item)(struct stats *s, const struct spoor_item *item,
                 const struct spoor_id *id); /**< records; or NULL */
    void (*note)(struct stats *s,
                 const struct spoor_item *item); /**< losses, filters, ends of rings; or NULL */
    void (*end)(struct stats *s);                /**< write the rows that are left */
    void (*free)(struct stats *s);               /**< or NULL */
};

/**
 * Register an analysis. This is its one declaration: `spoor stats`, help, completion, docs/tables.md, SQL,
 * the exporters of tables, the report and its script take all from here. The linker collects them, in the
 * order of their files.
 *
 * @param id        the table's name in SQL
 * @param name_     as `spoor stats` has it
 * @param summary_  a line
 * @param needs_    NEEDS_…; 0: nothing
 * @param metric_   METRIC: its rows are of things that each run has, and its numbers are metrics of a run;
 *                  NO_METRIC: they are of moments, or of too many things
 * @param page_     its place in a report: PAGE(…), or NO_PAGE
 * @param state_    the type of its state
 * @param columns_  an array of struct column
 * @param ...       .sort, .wants, .summed, and the callbacks, of which only .end must be there
 */
#define SPOOR_ANALYSIS(id, name_, summary_, needs_, metric_, page_, state_, columns_, ...)                   \
    _Static_assert(COUNT_OF(columns_) <= TABLE_COLUMNS_MAX,                                                  \
                   "a table has at most TABLE_COLUMNS_MAX columns");                                         \
    static const struct analysis id##_analysis = {.name = (name_),                                           \
                                                  .summary = (summary_),                                     \
                                                  .needs = (needs_),                                         \
                                                  .page = page_,                                             \
                                                  .state_bytes = sizeof(state_),                             \
                                                  .kind = {#id, columns_, COUNT_OF(columns_), metric_},      \
                                                  __VA_ARGS__};                                              \
    static const struct analysis *const id##_place __attribute__((used, section("spoor_analyses"))) =        \
        &id##_analysis

/** @return the analysis of that name, or NULL */
const struct analysis *analysis_find(const char *name);

/** @return how many there are */
unsigned analysis_count(void);

/** @return the `n`-th, or NULL */
const struct analysis *analysis_nth(unsigned n);

/** @return the `n`-th of those in a report, by its page's order there, then of their files; or NULL */
const struct analysis *analysis_nth_in_page(unsigned n);

/** @return the NEEDS_… that a record fulfils, by its role or class */
uint32_t analysis_brings(const struct spoor_id *id);

/** @return the NEEDS_… of which the target leaves out a part: an event, the records of some threads */
uint32_t analysis_prevented(const struct follow *f);

/** @return the reason in words: what a filter leaves out of that; static */
const char *analysis_hindrance(const struct spoor_elf *elf, const struct spoor_filter *f, uint32_t prevented);

/** @return the services or flags that bring the first of the missing kinds; static */
const char *analysis_remedy(uint32_t missing);

/** @return the name of the `n`-th need, of analyses and of a report's views, or NULL @param remedy  set to
 * its own */
const char *analysis_nth_need(unsigned n, const char **remedy);

/** @return the events of these kinds, all of which must be recorded; static */
const char *analysis_events(uint32_t kinds);

/* ------------------------------------------------------------------ cells */

/** Append a thread's name, or "thread 7". */
void analysis_thread(struct stats *s, uint32_t thread);

/** Append the name of an interrupt, or "irq 15". */
void analysis_irq(struct stats *s, uint32_t line);

/** Append the name of an object, its symbol, or its address; nothing of 0. */
void analysis_object(struct stats *s, uint32_t address);

/** Append the name of a function, or its address. */
void analysis_function(struct stats *s, uint32_t address);

/** Append "preempted", "sem" and so on: the name of a reason, as the switch event has it. */
void analysis_reason(struct stats *s, uint32_t reason);

/** Append the context that woke: a thread's name, or "irq tick"; nothing when it isn't known. */
void analysis_waker(struct stats *s, const struct interval *i);

/** Append a duration, or a time since the target's start, in cycles. */
void analysis_us(struct stats *s, uint64_t cycles);
void analysis_average(struct stats *s, uint64_t cycles, uint64_t count);
void analysis_time(struct stats *s, uint64_t cycles);

/** Append sum, least, mean, median, 99th percentile, most and when that was. */
void analysis_spread(struct stats *s, const struct spread *d);

#endif
