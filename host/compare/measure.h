/* SPDX-License-Identifier: BSD-2-Clause */
/* Measures the costs in a recording, as a baseline. */
#ifndef COMPARE_MEASURE_H
#define COMPARE_MEASURE_H

#include <compare/baseline.h>
#include <query/input.h>

/** Read an open recording, or the result of `spoor record --bare`. @return STATUS_OK, or another status after
 * setting the input's fault */
int measure(struct input *in, struct baseline *b);

#endif
