// SPDX-License-Identifier: BSD-2-Clause
// A C++ unit with everything that the profiler counts, times and records.
#include <spoor/event.h>
#include <spoor/trace.h>
#include "cxx.h"

namespace app
{

TRACE_POINT_DEF(cxx_point);
TRACE_BLOCK_DEF(cxx_block, "cxx_named");
TRACE_EVENT_DEF(cxx_event, TRACE_USER, "n", "twice:i32");
TRACE_DATA_DEF(cxx_text, TRACE_USER, "text:str");

struct device {
    int take(int n)
    {
        TRACE_BLOCK_SCOPED(cxx_take);
        if (n % 2 != 0) {
            return n; // the scope also ends here
        }
        trace_point("cxx_even");
        return n;
    }
};

} // namespace app

int cxx_visit(int n)
{
    TRACE_BLOCK_SCOPE(&app::cxx_block);
    const auto count = [] { trace_point("cxx_in_a_lambda"); };
    app::device d;

    trace_block_enter(&app::cxx_block);
    count();
    trace_point_set(&app::cxx_point);
    trace_block_leave(&app::cxx_block);
    trace_event(app::cxx_event, n, 2 * n);
    trace_data(app::cxx_text, "abc", 3);
    return d.take(n);
}

size_t cxx_size_of_point()
{
    return sizeof(trace_point);
}

size_t cxx_size_of_block()
{
    return sizeof(trace_block);
}

size_t cxx_size_of_event()
{
    return sizeof(struct trace_event);
}

size_t cxx_size_of_context()
{
    return sizeof(trace_context);
}
