/* SPDX-License-Identifier: BSD-2-Clause */
#include "calls.h"

#define ITS_OWN __attribute__((noipa))

ITS_OWN uint32_t calls_last(uint32_t n)
{
    return n + 1;
}

ITS_OWN uint32_t calls_tail(uint32_t n)
{
    return calls_last(2 * n);
}

ITS_OWN uint32_t calls_six(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f)
{
    return a * 100000 + b * 10000 + c * 1000 + d * 100 + e * 10 + f;
}

ITS_OWN uint32_t calls_eight(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f,
                             uint32_t g, uint32_t h)
{
    return (a * 1000 + b * 100 + c * 10 + d) * 10000 + e * 1000 + f * 100 + g * 10 + h;
}

ITS_OWN uint64_t calls_wide(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

ITS_OWN struct words calls_struct(uint32_t first)
{
    return (struct words){{first, first + 1, first + 2, first + 3, first + 4}};
}

ITS_OWN double calls_double(double a, double b)
{
    return a * b;
}

ITS_OWN uint32_t calls_nested(uint32_t n)
{
    volatile uint32_t mine = n;
    __extension__ ITS_OWN uint32_t twice(uint32_t more)
    {
        return 2 * mine + more;
    }

    return twice(1);
}

ITS_OWN void calls_jump(jmp_buf to, unsigned depth)
{
    if (depth == 0) {
        longjmp(to, 1);
    }
    if (depth != UINT32_MAX) {
        calls_jump(to, depth - 1);
    }
    __asm__ volatile(""); /* or the recursion would be a jump */
}

ITS_OWN uint32_t calls_sum(uint32_t n)
{
    return n == 0 ? 0 : n + *(volatile uint32_t[]){calls_sum(n - 1)};
}
