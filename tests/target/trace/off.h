/* SPDX-License-Identifier: BSD-2-Clause */
/* The same function with and without tracing, to compare its code. */
#ifndef TESTS_OFF_OFF_H
#define TESTS_OFF_OFF_H

int code_with_tracing(const int *values, int n);
int code_without(const int *values, int n);

#endif
