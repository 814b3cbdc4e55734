/* SPDX-License-Identifier: BSD-2-Clause */
/* A point in C. */
#include <Spoor.h>

unsigned long visit_c(unsigned long n);

unsigned long visit_c(unsigned long n)
{
    for (unsigned long i = 0; i < n; i++) {
        trace_point("in_c");
    }
    return n;
}
