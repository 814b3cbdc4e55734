/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Mistakes that must not compile, in C and C++, each with a part of its message. scripts/lintlib/headers.py
 * compiles MISTAKE 0, which has none, and then each mistake.
 */
#include <spoor/event.h>

TRACE_EVENT_DEF(one, TRACE_USER, "a");
TRACE_EVENT_DEF(six, TRACE_USER, "a", "b", "c", "d", "e", "f");
TRACE_COUNTER_DEF(depth, TRACE_USER);

#ifdef __cplusplus
struct ratio {
    operator float() const;
};
#define RATIO ratio()
#else
#define RATIO 0.5L
#endif

#ifdef __clang__
#define HALF (_Float16)1.5
#else
#define HALF 1.5L
#endif

void mistaken(float x, const double y);

void mistaken(float x, const double y)
{
#if MISTAKE == 1 /* a word of an event must be an integer: a float would lose its fraction. Scale it */
    trace_event(one, x);
#elif MISTAKE == 2  /* a word of an event must be an integer: a float would lose its fraction. Scale it */
    trace_event(six, 1, 2, 3, 4, 5, y);
#elif MISTAKE == 3  /* a word of an event must be an integer: a float would lose its fraction. Scale it */
    trace_counter(depth, 1.5f);
#elif MISTAKE == 4  /* the number of words differs from the number of fields */
    trace_event(one, 1, 2);
#elif MISTAKE == 5  /* an_event_has_at_most_6_words */
    trace_event(six, 1, 2, 3, 4, 5, 6, 7);
#elif MISTAKE == 6  /* a field must be a string that is not empty and has no comma */
    TRACE_EVENT_DEF(joined, TRACE_USER, "x,y");
#elif MISTAKE == 7  /* a field must be a string that is not empty and has no comma */
    TRACE_EVENT_DEF(nameless, TRACE_USER, "");
#elif MISTAKE == 8  /* a field must be a string that is not empty and has no comma */
    TRACE_EVENT_DEF(ends_nameless, TRACE_USER, "a", "b", "c", "");
#elif MISTAKE == 9  /* a field must be a string that is not empty and has no comma */
    TRACE_EVENT_DEF_ROLE(ends_joined, SPOOR_WIRE_ROLE_NONE, TRACE_USER, "a", "b", "c", "d", "e", "f,g");
#elif MISTAKE == 10 /* a field must be a string that is not empty and has no comma */
    TRACE_EVENT_DECLARE(global, 2);
    TRACE_EVENT_DEF_GLOBAL(global, SPOOR_WIRE_ROLE_NONE, TRACE_USER, ",", "b");
#elif MISTAKE == 11 /* a field must be a string that is not empty and has no comma */
    TRACE_DATA_DEF(bytes, TRACE_USER, "text:str,more");
#elif MISTAKE == 12 /* a word of an event must be an integer: a float would lose its fraction. Scale it */
    trace_event(one, HALF);
#elif MISTAKE == 13 /* a word of an event must be an integer: a float would lose its fraction. Scale it */
    trace_event(one, RATIO);
#endif
    trace_event(one, (int)(1000 * x));
    trace_event(six, 1, 2, 3, 4, 5, (unsigned)y);
    trace_counter(depth, -1);
}
