/* SPDX-License-Identifier: BSD-2-Clause */
/* What mutate.check changes: a function for each kind of change, and a test with known holes. */
#include <stdbool.h>
#include <string.h>

#define TWICE(x) ((x) + (x)) /* a macro's text isn't changed */
enum { ROOM = 4 + 4 };       /* and no constant */
static const int primes[] = {2, 3, 5};
static char seen[ROOM];

/* Survives as <=: both branches return the same at the border. */
static int at_least(int n, int low)
{
    return n < low ? low : n;
}

static int sum(const int *of, int count)
{
    int total = 0;

    for (int i = 0; i != count; i++) {
        total += of[i];
    }
    return total;
}

static bool is_both(bool a, bool b)
{
    return a && b;
}

static int kind(int n)
{
    switch (n) {
    case 7:
        return TWICE(n);
    default:
        return 1;
    }
}

/* The test doesn't look at the second character. */
static void note(char c)
{
    seen[0] = c;
    seen[1] = 'x';
}

int main(void)
{
    note('a');
    return !(at_least(1, 3) == 3 && at_least(4, 3) == 4 && sum(primes, 3) == 10 && is_both(true, true) &&
             !is_both(true, false) && kind(7) == 14 && kind(8) == 1 && seen[0] == 'a');
}
