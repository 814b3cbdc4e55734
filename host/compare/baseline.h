/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The costs in one run, small enough to be committed: by block, function, interrupt and latency of a thread,
 * and the sizes of the program. Stored as JSON (docs/ci.md).
 */
#ifndef COMPARE_BASELINE_H
#define COMPARE_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct visits {
    uint64_t count, total_ns;
    double squares; /**< sum of squared deviations from the average, in ns^2 */
};

struct metric {
    char *name;        /**< "block.filter", "function.main", "irq.tick", "latency.filter", "bytes.text" */
    bool checked;      /**< a cost of code, which a single exact run determines; others are only checked by
                        * budgets */
    struct visits all; /**< bytes: the total, with count 1 */
    struct visits undisturbed; /**< visits that no interrupt and no other thread interrupted */
    uint64_t max_ns;
    uint64_t size; /**< counted: bytes of the function's code; 0: unknown */
    char *file;    /**< source file of its definition, or NULL */
    uint32_t line;
};

struct baseline {
    char board[200], build[129]; /**< counted: the board is --qemu's, or empty if unknown */
    uint32_t hz;
    bool exact;     /**< recorded in QEMU with --exact: repeatable */
    unsigned shift; /**< exact runs: an instruction takes 2^shift ns */
    bool counted;   /**< by `spoor record --bare`: the costs are exact numbers of instructions, 1 ns each */
    uint64_t instructions; /**< counted: the run ended after these; 0: by itself */
    uint64_t lost;
    char left_out[256]; /**< what was excluded by filters and disabled events */
    struct metric *metrics;
    size_t count;
};

/** @return the metric of a name, created on first use; NULL if out of memory */
struct metric *baseline_metric(struct baseline *b, const char *name);

/** @return the metric of a name, or NULL */
const struct metric *baseline_find(const struct baseline *b, const char *name);

/** Add a visit. */
void visits_add(struct visits *v, uint64_t ns);

/** @return the average in ns; 0 without visits */
double visits_average(const struct visits *v);

/** Add a run of the same program to a sum, which must be all zero at first. @return false if out of memory */
bool baseline_add(struct baseline *sum, const struct baseline *b);

/** Write a baseline. @return false on error, with errno set */
bool baseline_save(const struct baseline *b, const char *path);

/** Read a baseline. @param wrong receives the reason for a failure. @return false on error */
bool baseline_load(struct baseline *b, const char *path, const char **wrong);

/** @return whether a file may be a baseline: it begins with "{" */
bool baseline_is(const char *path);

void baseline_free(struct baseline *b);

#endif
