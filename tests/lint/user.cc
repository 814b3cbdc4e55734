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
    TRACE_BLOCK_SCOPE(&block);
    trace_point_set(&point);
    trace_event(event, n, [n] { return n; }());
}

static int last;

// Has no copy, as std::atomic.
template <class T> struct cell {
    cell() = default;
    cell(const cell &) = delete;
    operator T() const volatile;
};

enum class state : unsigned char { closed, open };

struct registers {
    volatile unsigned ready : 1;
    unsigned channel : 3;
};

void record_all(const cell<int> &c, volatile cell<unsigned> &v, registers *r, state s);
void record_all(const cell<int> &c, volatile cell<unsigned> &v, registers *r, state s)
{
    trace_event(event, c, v);
    trace_event(event, cell<bool>(), s);
    trace_event(event, r->ready, r->channel);
    trace_event(event, "text", nullptr);
    trace_event(event, record_all, [] { return state::open; }());
}

struct device {
    int taken;
    int take(int n)
    {
        trace_event(event, taken, last);
        TRACE_BLOCK_SCOPED(take);
        trace_point("taken");
        return n;
    }
};

int visit(device &d, int n);
int visit(device &d, int n)
{
    last = d.taken = n;
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

#ifdef IN_TEMPLATE
template <class T> struct list {
    T take(T n)
    {
#if IN_TEMPLATE == 1
        trace_point("in_a_template");
#elif IN_TEMPLATE == 2
        TRACE_BLOCK_SCOPED(in_a_template);
#elif IN_TEMPLATE == 3
        TRACE_POINT_DEF(in_a_template);
        trace_point_set(&in_a_template);
#elif IN_TEMPLATE == 4
        TRACE_BLOCK_DEF(in_a_template);
        TRACE_BLOCK_SCOPE(&in_a_template);
#else
        TRACE_EVENT_DEF(in_a_template, TRACE_USER, "n");
        trace_event(in_a_template, n);
#endif
        return n;
    }
};
int take(list<int> &l);
int take(list<int> &l)
{
    return l.take(1);
}
#endif

} // namespace user
