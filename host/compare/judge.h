/* SPDX-License-Identifier: BSD-2-Clause */
/* Decides whether the average of a metric changed between two exact runs by more than chance explains. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include <compare/baseline.h>

struct judge {
    double tick_ns;  /**< one tick of the counter */
    double floor_ns; /**< changes in step up to this are chance */
    bool in_step;    /**< result of judge_in_step() for the two runs */
};

struct judgement {
    double change_ns; /**< change of the average that decided */
    int sign;         /**< 1: grew, -1: shrank, 0: within chance */
    bool undisturbed; /**< the average is that of undisturbed visits */
    bool unknown;     /**< changed, but there are too few visits to exclude chance */
};

/** @return whether each metric has the same number of visits, and of undisturbed visits, in both runs */
bool judge_in_step(const struct baseline *before, const struct baseline *after);

struct judgement judge(const struct judge *j, const struct metric *before, const struct metric *after);

#endif
