/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code with all kinds of debug information for debug.check: functions inlined in inlined ones, functions in
 * two parts, clones, functions without a frame, static variables, lines of a generated file.
 */
#include "sample.h"

volatile unsigned port;

unsigned asm_sum(unsigned a, unsigned b);
unsigned cxx_run(unsigned value);

static inline __attribute__((always_inline)) unsigned eight_times(unsigned value)
{
    for (unsigned n = 0; n < 3; n++) {
        unsigned four = four_times(value);

        if (four > 100) {
            return four_times(four) + n;
        }
        value += twice(four);
    }
    return value;
}

__attribute__((cold, noinline)) static void fail(unsigned code)
{
    port = code;
    port = twice(code);
}

/* The cold branch is moved to a section of its own. */
__attribute__((noinline)) unsigned split(unsigned value)
{
    static unsigned calls;

    calls++;
    if (__builtin_expect(value == 77, 0)) {
        fail(value);
        port = eight_times(value);
        fail(calls);
    }
    return eight_times(value) + calls;
}

/* Cloned for its constant argument. */
__attribute__((noinline)) static unsigned scaled(unsigned value, unsigned scale)
{
    unsigned sum = 0;

    for (unsigned n = 0; n < scale; n++) {
        sum += twice(value + n) ^ port;
    }
    return sum;
}

void nothing(void)
{
}

/* Dropped by the linker: its debug information is left at address 0. */
unsigned dropped(unsigned value)
{
    static unsigned times;

    return eight_times(value) + eight_times(value + 1) + eight_times(value + 2) + ++times;
}

#line 500 "made/by_a_generator.y"
unsigned generated(unsigned value)
{
    return four_times(value) + scaled(value, 16);
}
#line 73 "tests/host/tool/debug/sample.c"

unsigned many(unsigned value)
{
    switch (value & 7) {
    case 0:
        return split(value);
    case 1:
        return generated(value);
    case 2:
        return scaled(value, 16);
    case 3:
        return eight_times(value);
    case 4:
        return asm_sum(value, port);
    default:
        nothing();
        return twice(value);
    }
}

void entry(void)
{
    static unsigned round;

    for (;;) {
        port = many(round++) + cxx_run(round);
    }
}
