/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions with hooks. */
#include "witness.h"

ITS_OWN uint32_t call_fibonacci(uint32_t n)
{
    if (n < 2) {
        return n;
    }
    uint32_t sum = call_fibonacci(n - 1);

    sum += call_fibonacci(n - 2);
    __asm__ volatile("" : "+r"(sum)); /* or one of the calls would become a loop, if it has no hooks */
    return sum;
}

static ITS_OWN uint32_t call_leaf(uint32_t n)
{
    return work_sum(n, n);
}

static ITS_OWN uint32_t call_branch(uint32_t n)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < n; i++) {
        sum += call_leaf(i);
    }
    return sum;
}

ITS_OWN uint32_t call_all(uint32_t n)
{
    return call_branch(n) + call_branch(n / 2) + call_leaf(n);
}
