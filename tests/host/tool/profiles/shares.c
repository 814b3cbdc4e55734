/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program with known calls for profilers: a diamond, recursion, a cycle. perf.data was made with it:
 *
 *     gcc -O1 -fno-inline -fno-optimize-sibling-calls -fno-omit-frame-pointer -fno-stack-protector -static \
 *         -nostdlib -Wl,--build-id=none -DALONE -o shares shares.c
 *     perf record -e cpu-clock:u -F 400 --no-buildid -g -o perf.data /shares
 *     perf report -i perf.data --no-children --stdio -g none --sort sym -F overhead,sample,sym >perf.report
 *
 * The sections after the samples describe the machine. They were removed, and their bits in the header
 * cleared.
 */
#ifndef RUNS
#define RUNS 6000
#endif

static volatile unsigned long sink;

__attribute__((noinline)) void leaf(int n)
{
    for (int i = 0; i < n; i++) {
        sink += (unsigned long)i * 7;
    }
}

__attribute__((noinline)) void even(int n);

__attribute__((noinline)) void odd(int n)
{
    leaf(3000);
    if (n > 0) {
        even(n - 1);
    }
}

__attribute__((noinline)) void even(int n)
{
    for (int i = 0; i < 2000; i++) {
        sink += (unsigned long)i;
    }
    if (n > 0) {
        odd(n - 1);
    }
}

__attribute__((noinline)) void left(void)
{
    leaf(90000);
}

__attribute__((noinline)) void right(void)
{
    leaf(30000);
    for (int i = 0; i < 3; i++) {
        left();
    }
}

__attribute__((noinline)) int factorial(int n)
{
    leaf(500);
    for (int i = 0; i < 1500; i++) {
        sink += (unsigned long)i;
    }
    return n < 2 ? 1 : n * factorial(n - 1);
}

__attribute__((noinline)) int run(void)
{
    for (int i = 0; i < RUNS; i++) {
        left();
        right();
        even(20);
        (void)factorial(12);
    }
    return 0;
}

#ifdef ALONE
void _start(void)
{
    (void)run();
    __asm__ volatile("syscall" : : "a"(60), "D"(0)); /* exit, on x86-64 */
    __builtin_unreachable();
}
#else
int main(void)
{
    return run();
}
#endif
