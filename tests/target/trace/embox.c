/* SPDX-License-Identifier: BSD-2-Clause */
/* Code as Embox's users write it compiles and does what it does there. */
#include <stdio.h>
#include <lib/libds/array.h>
#include <profiler/tracing/trace.h>
#include <test/output.h>
#include <test/test.h>
#include <util/array.h>

static TRACE_POINT_DEF(static_point);
static TRACE_POINT_DEF(named_point, "a name");
TRACE_POINT_DEF(plain_point);
TRACE_BLOCK_DEF(recursive);
TRACE_BLOCK_DEF(loop_block)
static TRACE_BLOCK_DEF(static_block);

TEST("points are counted and found by name as in Embox")
{
    static TRACE_POINT_DEF(local_point);

    for (int i = 0; i < 10; i++) {
        trace_point_set(&static_point);
        trace_point_set(&local_point);
    }
    trace_point_set(&named_point);
    CHECK_EQ(trace_point_get_value(&static_point), 10);
    CHECK_EQ(trace_point_get_value(&local_point), 10);
    CHECK_EQ(trace_point_get_value(&plain_point), 0);
    CHECK(trace_point_get_by_name("static_point") == &static_point);
    CHECK(trace_point_get_by_name("a name") == &named_point);
    CHECK(trace_point_get_by_name("nothing") == NULL);
}

static void recurse(int n)
{
    trace_block_enter(&recursive);
    if (n > 0) {
        recurse(n - 1);
    }
    trace_block_leave(&recursive);
}

static void loop(int n)
{
    volatile int i;

    trace_block_enter(&loop_block);
    for (i = 0; i < n; i = i + 1) {
    }
    trace_block_leave(&loop_block);
}

TEST("a longer loop takes a longer time")
{
    loop(100);
    uint64_t first = trace_block_get_time(&loop_block);

    loop(10000);
    CHECK(first > 0 && first < trace_block_get_time(&loop_block));
    CHECK_EQ(trace_block_get_time(&loop_block), trace_block_diff(&loop_block));
    CHECK_EQ(trace_block_get_time(&static_block), 0);
}

TEST("a block may be entered again before it is left")
{
    struct trace_block_stats s;
    struct __trace_block *same = &recursive;

    recurse(3);
    trace_block_get_stats(same, &s);
    CHECK_EQ(s.count, 4);
    CHECK_EQ(s.unmatched_enter, 0);
    CHECK_EQ(s.unmatched_leave, 0);
}

ARRAY_SPREAD_DEF(int, primes);
ARRAY_SPREAD_ADD(primes, 2, 3, 5);
ARRAY_SPREAD_ADD(primes, 7);

ARRAY_SPREAD_DEF_TERMINATED(const char *, places, NULL);
ARRAY_SPREAD_ADD(places, "here", "there");

TEST("spread arrays have several elements, run backwards, and end with their terminator")
{
    static const int wanted[] = {2, 3, 5, 7};
    const int *p;
    const char *place;
    int item, n = 0;

    CHECK_EQ(ARRAY_SPREAD_SIZE(primes), 4);
    array_spread_foreach_ptr (p, primes) {
        CHECK_EQ(*p, wanted[n]);
        n++;
    }
    CHECK_EQ(n, 4);
    array_spread_foreach_reverse(item, primes)
    {
        n--;
        CHECK_EQ(item, wanted[n]);
    }
    CHECK_EQ(n, 0);
    CHECK_EQ(ARRAY_SPREAD_SIZE(places), 3);
    CHECK_EQ(ARRAY_SPREAD_SIZE_IGNORE_TERMINATING(places), 2);
    array_spread_nullterm_foreach(place, places)
    {
        CHECK(place[n == 0 ? 0 : 1] == 'h');
        n++;
    }
    CHECK_EQ(n, 2);
}

static char output[120];

#define CHECK_PRINTED(text, ...)                                                                             \
    do {                                                                                                     \
        test_output_begin(output, sizeof output);                                                            \
        int printed = printf(__VA_ARGS__);                                                                   \
        fflush(stdout);                                                                                      \
        test_output_end();                                                                                   \
        CHECK_STR(output, text);                                                                             \
        CHECK_EQ(printed, sizeof(text) - 1);                                                                 \
    } while (0)

TEST("durations of 64 bits are printed as in Embox")
{
    uint64_t ns = UINT64_C(81985529216486895);
    int64_t ago = INT64_MIN;

    CHECK_PRINTED("loop: 81985529216486895 ns, 3 visits\n", "%s: %llu ns, %u visits\n", "loop",
                  (unsigned long long)ns, 3u);
    CHECK_PRINTED("-9223372036854775808|0", "%lld|%llu", (long long)ago, 0ull);
    CHECK_PRINTED("[   42][42   ][00042][+42]", "[%5llu][%-5llu][%05llu][%+lld]", 42ull, 42ull, 42ull, 42ll);
    CHECK_PRINTED("0x123456789abcdef|FF|17|  007", "%#llx|%llX|%llo|%*.*llu", (unsigned long long)ns, 255ull,
                  15ull, 5, 3, 7ull);
}

TEST("what else printf() prints isn't changed")
{
    CHECK_PRINTED("a    7|8    |-9|ff|%|text|tex|   te|0x10|x", "%c%5d|%-5u|%ld|%hx|%%|%s|%.3s|%*.*s|%#x|x",
                  'a', 7, 8u, -9L, (unsigned short)255, "text", "text", 5, 2, "text", 16u);
    CHECK_PRINTED("100%", "100%%");
}
