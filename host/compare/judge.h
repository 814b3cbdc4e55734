/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether a metric's average changed from one exact run to another by more than chance lets it. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include <compare/baseline.h>

struct judge {
    double tick_ns;  /**< of the counter */
    double floor_ns; /**< changes in step up to it are chance */
    bool in_step;    /**< judge_in_step() of the two runs */
};

struct judgement {
    double change_ns; /**< of the average that decided */
    int sign;         /**< 1: it grew, -1: it shrank, 0: not by more than chance lets it */
    bool undisturbed; /**< the average is that of undisturbed visits */
    bool unknown;     /**< it changed, and the visits are too few to tell whether by chance */
};

/** @return whether every metric has as many visits, and as many undisturbed ones, in both */
bool judge_in_step(const struct baseline *before, const struct baseline *after);

struct judgement judge(const struct judge *j, const struct metric *before, const struct metric *after);

#endif
