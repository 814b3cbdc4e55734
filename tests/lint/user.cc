// SPDX-License-Identifier: BSD-2-Clause
// The macros as users write them in C++.
#include <spoor/event.h>
#include <spoor/trace.h>

namespace user
{

TRACE_POINT_DEF(point);
TRACE_BLOCK_DEF(block, "named");
TRACE_EVENT_DEF(event, TRACE_USER, "n", "twice:i32");
TRACE_DATA_DEF(text, TRACE_USER, "text:str");
TRACE_RANGE_DEF(range, TRACE_USER);
TRACE_COUNTER_DEF(counter, TRACE_USER);

template <class T> void record(T n)
{
    trace_event(event, n, [n] { return n; }());
}

struct device {
    int take(int n)
    {
        TRACE_BLOCK_SCOPED(take);
        trace_point("taken");
        return n;
    }
};

int visit(device &d, int n);
int visit(device &d, int n)
{
    TRACE_BLOCK_SCOPE(&block);
    const auto count = [] { trace_point("in_a_lambda"); };

    trace_block_enter(&block);
    count();
    trace_point_set(&point);
    trace_block_leave(&block);
    trace_event(event, n, 2 * n);
    trace_data(text, "abc", 3);
    trace_range_begin(range);
    trace_range_end(range);
    trace_counter(counter, n);
    record(n);
    record(1ull);
    return d.take(n);
}

} // namespace user
