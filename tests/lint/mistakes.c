/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mistakes that must not compile, in C and C++, each with a part of its message. scripts/lintlib/headers.py
 * compiles MISTAKE 0, which is none, and then each.
 */
#include <spoor/event.h>

TRACE_EVENT_DEF(one, TRACE_USER, "a");
TRACE_EVENT_DEF(six, TRACE_USER, "a", "b", "c", "d", "e", "f");
TRACE_COUNTER_DEF(depth, TRACE_USER);

void mistaken(float x, const double y);

void mistaken(float x, const double y)
{
#if MISTAKE == 1 /* a word of an event is an integer, a float would lose its fraction: scale it */
    trace_event(one, x);
#elif MISTAKE == 2 /* a word of an event is an integer, a float would lose its fraction: scale it */
    trace_event(six, 1, 2, 3, 4, 5, y);
#elif MISTAKE == 3 /* a word of an event is an integer, a float would lose its fraction: scale it */
    trace_counter(depth, 1.5f);
#elif MISTAKE == 4 /* as many words as fields */
    trace_event(one, 1, 2);
#elif MISTAKE == 5 /* an_event_has_at_most_6_words */
    trace_event(six, 1, 2, 3, 4, 5, 6, 7);
#endif
    trace_event(one, (int)(1000 * x));
    trace_event(six, 1, 2, 3, 4, 5, (unsigned)y);
    trace_counter(depth, -1);
}
