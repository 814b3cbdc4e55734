/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Analyses: each processes the items and intervals of one recording and produces a table. An analysis is one
 * file with SPOOR_ANALYSIS(). docs/tables.md describes all tables.
 */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include <analysis/page.h>
#include <analysis/spread.h>
#include <base/count.h>
#include <model/intervals.h>
#include <table/table.h>
#include <base/registry.h>

/** Kinds of records that an analysis needs. If they are missing, a message names the services to enable. */
enum {
    NEEDS_SWITCH = 1 << 0,   /**< thread switches and wake-ups */
    NEEDS_IRQ = 1 << 1,      /**< interrupts */
    NEEDS_IPC = 1 << 2,      /**< send, receive, reply */
    NEEDS_SYNC = 1 << 3,     /**< waits with their objects */
    NEEDS_BLOCK = 1 << 4,    /**< visits of blocks */
    NEEDS_POINT = 1 << 5,    /**< points that are recorded as events */
    NEEDS_FUNCTION = 1 << 6, /**< functions entered and left */
    NEEDS_MEMORY = 1 << 7,   /**< malloc and free */
    NEEDS_ACTIVATION = 1 << 8,
    NEEDS_STATE_FIELD = 1 << 9, /**< an event with a field of format a|b|c */
    /** All wake-ups: without them a waiting thread can't be told from a ready one. A recording may contain
     * none. */
    NEEDS_WAKE = 1 << 10,
};

/** An interval defined by the user: from one event to another with an equal value of `key`. */
struct analysis_interval {
    const char *name; /**< NULL: defined on the command line */
    const char *begin_event, *end_event;
    const char *key;    /**< a field, "thread" or "cpu"; NULL: all events match */
    const char *parent; /**< interval with an equal key inside which this one counts; or NULL */
};

#define ANALYSIS_INTERVALS_MAX 64

/** Options that analyses share. */
struct analysis_options {
    uint64_t bin_ns;      /**< --bin: length of a bin; 0: a single bin */
    uint64_t deadline_ns; /**< --deadline, for all threads; 0: as reported by the target */
    const struct analysis_interval *intervals;
    unsigned interval_count;
    const char *thread; /**< --thread: thread of the critical path */
};

/** Options that an analysis requires. */
enum {
    WANTS_INTERVALS = 1 << 0, /**< --begin and --end, or --config */
    WANTS_THREAD = 1 << 1,    /**< --thread */
    WANTS_NAME = 1 << 2,      /**< to be asked for by name: it is too long to be among all tables of a run */
};

/** The context in which an analysis runs. */
struct stats {
    struct table *table;
    const struct spoor_reader *reader;
    const struct spoor_elf *elf;
    const struct intervals *intervals;
    const struct analysis_options *options;
    uint32_t hz;         /**< clock rate of the recording */
    uint64_t begin;      /**< first time in cycles */
    uint64_t end;        /**< last time in cycles; valid only in end() */
    uint32_t seen;       /**< NEEDS_… of the records seen */
    bool foreign;        /**< of another tracer: nothing on the target enables what is missing */
    bool failed;         /**< out of memory */
    const char *refusal; /**< reason why there is no result, or NULL */
    void *state;         /**< state of the analysis, zeroed before its first call */
};

struct analysis {
    const char *name, *summary;
    uint32_t needs; /**< NEEDS_… */
    struct table_page page;
    size_t state_bytes;
    struct table_kind kind;
    const char *sort;              /**< column by which rows are sorted, as in struct table; NULL: unsorted */
    uint32_t wants;                /**< WANTS_… */
    const struct analysis *summed; /**< analysis that replaces it with `--summary`; NULL: none */
    uint32_t intervals;            /**< INTERVALS_…: the intervals that interval() needs; 0: all */
    void (*interval)(struct stats *s, const struct interval *i); /**< called for each of these; or NULL */
    bool (*takes)(const struct spoor_id *id); /**< @return whether item() needs an event; NULL: all */
    void (*item)(struct stats *s, const struct spoor_item *item,
                 const struct spoor_id *id); /**< called for each record of these events; or NULL */
    void (*early)(struct stats *s, const struct spoor_item *item,
                  const struct spoor_id *id); /**< called for each record before the range; or NULL */
    void (*note)(struct stats *s,
                 const struct spoor_item *item); /**< called for losses, filters and ends of rings; or NULL */
    bool (*reads)(const struct analysis *other); /**< @return whether it takes the rows of a table; or NULL */
    void (*row)(struct stats *s, const struct table_kind *of,
                const struct cell *row); /**< called for each row of these tables, before end() */
    void (*lacks)(struct stats *s,
                  const struct analysis *of); /**< called for each of these tables that can't be made */
    void (*end)(struct stats *s);             /**< must write the remaining rows */
    void (*free)(struct stats *s);            /**< frees the state; or NULL */
};

/**
 * Register an analysis. This is its only declaration: `spoor stats`, help, completion, docs/tables.md, SQL,
 * the exporters of tables, the report and its script use it. The linker collects all declarations, in the
 * order of their files.
 *
 * @param id        name of the table in SQL
 * @param name_     name in `spoor stats`
 * @param summary_  one line of help
 * @param needs_    NEEDS_…, or 0
 * @param metric_   METRIC if the rows are things that every run has, so that their numbers can be compared
 * between runs; NO_METRIC if they are moments or too many
 * @param page_     place in a report: PAGE(…), or NO_PAGE
 * @param state_    type of the state
 * @param columns_  array of struct column
 * @param ...       .sort, .wants, .summed and the callbacks; only .end is mandatory
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
    REGISTRY_ADD(spoor_analyses, analysis, id, id##_analysis)

/** @return the analysis with a name, or NULL */
const struct analysis *analysis_find(const char *name);

/** @return the number of analyses */
unsigned analysis_count(void);

/** @return the `n`-th analysis, or NULL */
const struct analysis *analysis_nth(unsigned n);

/** @return the `n`-th analysis in a report, by the order of its page, then of its file; or NULL */
const struct analysis *analysis_nth_in_page(unsigned n);

/** @return the NEEDS_… that a record satisfies by its role or class */
uint32_t analysis_brings(const struct spoor_id *id);

/** @return the NEEDS_… that the target excludes in part: an event, or records of some threads */
uint32_t analysis_prevented(const struct follow *f);

/** @return a text that says which part of them a filter excludes; static */
const char *analysis_hindrance(const struct spoor_elf *elf, const struct spoor_filter *f, uint32_t prevented);

/** @return the services or flags that enable the first of the missing kinds; static */
const char *analysis_remedy(uint32_t missing);

/** @return the first of the missing kinds, without how to enable it; static */
const char *analysis_missing(uint32_t missing);

/**
 * Get the `n`-th need of analyses and of a report's views.
 *
 * @param remedy  receives the text that says how to enable it
 * @return its name, or NULL
 */
const char *analysis_nth_need(unsigned n, const char **remedy);

/** @return the names of the events of these kinds, all of which must be recorded; static */
const char *analysis_events(uint32_t kinds);

/* ------------------------------------------------------------------ cells */

/** Append the name of a thread, or a text like "thread 7". */
void analysis_thread(struct stats *s, uint32_t thread);

/** Append the name of an interrupt, or a text like "irq 15". */
void analysis_irq(struct stats *s, uint32_t line);

/** Append the name of an object, its symbol or its address; an empty cell for 0. */
void analysis_object(struct stats *s, uint32_t address);

/** Append the name of a function, or its address. */
void analysis_function(struct stats *s, uint32_t address);

/** Append the name that the switch event gives to a reason, such as "preempted" or "sem". */
void analysis_reason(struct stats *s, uint32_t reason);

/** Append the context that woke a thread: a thread's name, or a text like "irq tick"; an empty cell if
 * unknown. */
void analysis_waker(struct stats *s, const struct interval *i);

/** Append a duration, or a time since the target's start. Arguments are in cycles. */
void analysis_us(struct stats *s, uint64_t cycles);
void analysis_average(struct stats *s, uint64_t cycles, uint64_t count);
void analysis_time(struct stats *s, uint64_t cycles);

/** Append sum, minimum, average, median, 99th percentile, maximum, and the time of the maximum. */
void analysis_spread(struct stats *s, const struct spread *d);

#endif
