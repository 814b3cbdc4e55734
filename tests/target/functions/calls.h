/* SPDX-License-Identifier: BSD-2-Clause */
/* Traced functions with calls, arguments and results of all kinds. */
#ifndef CALLS_H
#define CALLS_H

#include <setjmp.h>
#include <stdint.h>

struct words {
    uint32_t word[5];
};

/** Returns the result of calls_last(), which it jumps to. */
uint32_t calls_tail(uint32_t n);
uint32_t calls_last(uint32_t n);

/** Six arguments, two of them on the stack. @return all of them as digits */
uint32_t calls_six(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f);

/** Eight arguments. @return all of them as digits */
uint32_t calls_eight(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f, uint32_t g,
                     uint32_t h);

uint64_t calls_wide(uint32_t low, uint32_t high);
struct words calls_struct(uint32_t first);
double calls_double(double a, double b);

/** Calls a function that is nested in it, with a frame of its own. */
uint32_t calls_nested(uint32_t n);

/** Leaves itself and `depth` more by longjmp(). */
void calls_jump(jmp_buf to, unsigned depth);

/** @return 1 + 2 + ... + n, by recursion */
uint32_t calls_sum(uint32_t n);

#endif
