/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The costs of one run, small enough to commit: by block, function, interrupt and latency of a thread, and
 * the sizes of the program. Kept as JSON (docs/ci.md).
 */
#ifndef COMPARE_BASELINE_H
#define COMPARE_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct visits {
    uint64_t count, total_ns;
    double squares; /**< the sum of squared deviations from their average, in ns^2 */
};

struct metric {
    char *name;        /**< "block.filter", "function.main", "irq.tick", "latency.filter", "bytes.text" */
    bool checked;      /**< a cost of code, which one run tells exactly; others only by budgets */
    struct visits all; /**< bytes: the total, with count 1 */
    struct visits undisturbed; /**< those that no interrupt and no other thread interrupted */
    uint64_t max_ns;
    char *file; /**< where it is defined, or NULL */
    uint32_t line;
};

struct baseline {
    char board[64], build[129];
    uint32_t hz;
    bool exact;     /**< recorded in QEMU by --exact: the same each time */
    unsigned shift; /**< … where an instruction took 2^shift ns */
    uint64_t lost;
    char left_out[256]; /**< on purpose: by filters, events that were switched off */
    struct metric *metrics;
    size_t count;
};

/** @return the metric of that name, made when it's new; NULL without memory */
struct metric *baseline_metric(struct baseline *b, const char *name);

/** @return the metric of that name, or NULL */
const struct metric *baseline_find(const struct baseline *b, const char *name);

/** Take one visit more. */
void visits_add(struct visits *v, uint64_t ns);

/** @return their average in ns; of none 0 */
double visits_average(const struct visits *v);

/** Add a run of the same program to a sum, which begins all zero. @return false without memory */
bool baseline_add(struct baseline *sum, const struct baseline *b);

/** Write it. @return false after an error, errno is set */
bool baseline_save(const struct baseline *b, const char *path);

/** Read one. @param wrong  set to the reason when it fails */
bool baseline_load(struct baseline *b, const char *path, const char **wrong);

/** @return whether a file looks like one: it begins with "{" */
bool baseline_is(const char *path);

void baseline_free(struct baseline *b);

#endif
