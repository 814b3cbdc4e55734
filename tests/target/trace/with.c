/* SPDX-License-Identifier: BSD-2-Clause */
/* without.c with tracing added: off.check compares the code. */
#include <spoor/trace.h>
#include "off.h"

TRACE_POINT_DEF(off_point);
TRACE_BLOCK_DEF(off_block);

int code_with_tracing(const int *values, int n)
{
    TRACE_BLOCK_SCOPED(off_scope);
    int sum = 0;

    trace_block_enter(&off_block);
    for (int i = 0; i < n; i++) {
        trace_point("off_here");
        trace_point_set(&off_point);
        sum = sum * 3 + values[i];
    }
    trace_block_leave(&off_block);
    return sum;
}
