/* SPDX-License-Identifier: BSD-2-Clause */
/* A function for each point and block, so that the host can tell the calls of their hooks apart. */
#include <spoor/port/irq.h>
#include <spoor/trace.h>
#include "witness.h"

TRACE_POINT_DEF(point);
TRACE_POINT_DEF(point_of_handler);
TRACE_BLOCK_DEF(masked);
TRACE_BLOCK_DEF(inner);
TRACE_BLOCK_DEF(outer);
TRACE_BLOCK_DEF(scoped);
TRACE_BLOCK_DEF(interrupted);
TRACE_BLOCK_DEF(handler);
TRACE_BLOCK_DEF(preempted);
TRACE_BLOCK_DEF(preempting);

ITS_OWN void visit_point(uint32_t n)
{
    while (n-- != 0) {
        trace_point_set(&point);
    }
}

/* The call after the point needs the same frame as the hook. */
ITS_OWN uint32_t visit_point_of_handler(uint32_t n)
{
    trace_point_set(&point_of_handler);
    return work_sum(n, 2) + n;
}

ITS_OWN uint32_t visit_masked(uint32_t n)
{
    uint32_t state = spoor_irq_save();

    trace_block_enter(&masked);
    uint32_t sum = work_sum(n, 10 + 7 * (n % 5));

    trace_block_leave(&masked);
    spoor_irq_restore(state);
    return sum;
}

ITS_OWN uint32_t visit_inner(uint32_t n)
{
    trace_block_enter(&inner);
    uint32_t sum = work_sort(n, 4 + n % 20);

    trace_block_leave(&inner);
    return sum;
}

ITS_OWN uint32_t visit_outer(uint32_t n)
{
    trace_block_enter(&outer);
    uint32_t sum = work_sum(n, n) + visit_inner(n) + visit_inner(n + 3);

    trace_block_leave(&outer);
    return sum;
}

ITS_OWN uint32_t visit_scoped(uint32_t n)
{
    TRACE_BLOCK_SCOPE(&scoped);

    return work_primes(n);
}

ITS_OWN uint32_t visit_interrupted(uint32_t n, void (*pend)(void))
{
    trace_block_enter(&interrupted);
    uint32_t sum = work_sum(n, 40);

    pend();
    sum += work_sum(sum, n);
    pend();
    sum += work_sum(sum, 30);
    trace_block_leave(&interrupted);
    return sum;
}

ITS_OWN uint32_t visit_handler(uint32_t n)
{
    trace_block_enter(&handler);
    uint32_t sum = work_sum(n, n % 64);

    trace_block_leave(&handler);
    return sum;
}

ITS_OWN uint32_t visit_preempted(uint32_t n, void (*wake)(void))
{
    trace_block_enter(&preempted);
    uint32_t sum = work_sort(n, 12);

    wake();
    sum += work_sum(n, 2 * n);
    trace_block_leave(&preempted);
    return sum;
}

ITS_OWN uint32_t visit_preempting(uint32_t n)
{
    trace_block_enter(&preempting);
    uint32_t sum = work_sum(n, 15 + n);

    trace_block_leave(&preempting);
    return sum;
}
