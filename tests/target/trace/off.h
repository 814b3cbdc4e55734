/* SPDX-License-Identifier: BSD-2-Clause */
/* Code to compare. */
#ifndef TESTS_OFF_OFF_H
#define TESTS_OFF_OFF_H

int code_with_tracing(const int *values, int n);
int code_without(const int *values, int n);

#endif
