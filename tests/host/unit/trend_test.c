/* SPDX-License-Identifier: BSD-2-Clause */
/* Histories: where costs move in exact and in other runs, what is stored, times. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <trend/moves.h>

/* A run of the commit "cN" with one metric of 100 visits of this average, in thousandths; 0: without it. */
static void add(struct trend *h, bool exact, const char *metric, unsigned thousandths)
{
    struct trend_run run = {.time = 1700000000 + h->count};

    snprintf(run.commit, sizeof run.commit, "c%zu", h->count);
    run.costs.hz = 1000000000;
    run.costs.exact = run.costs.counted = exact;
    snprintf(run.costs.board, sizeof run.costs.board, "board");
    if (thousandths != 0) {
        struct metric *m = baseline_metric(&run.costs, metric);

        assert_non_null(m);
        m->checked = true;
        m->all = (struct visits){1000, thousandths, 0};
        m->max_ns = thousandths;
    }
    assert_true(trend_add(h, &run));
}

/* A value around `middle` that looks random. */
static unsigned noisy(unsigned middle, unsigned n)
{
    return middle + n * 2654435761U / 65536 % 2000 - 1000;
}

static struct moves found(const struct trend *h)
{
    struct moves m;

    assert_true(moves_find(&m, h));
    return m;
}

static void an_exact_cost_moves_at_the_commit_that_changed_it(void **state)
{
    struct trend h = {.count = 0};

    (void)state;
    for (unsigned n = 0; n < 20; n++) {
        add(&h, true, "function.f", n < 7 ? 50000 : n < 15 ? 51000 : 49000);
    }
    struct moves m = found(&h);

    assert_int_equal(m.count, 2);
    assert_int_equal(m.list[0].run, 15); /* the latest first */
    assert_int_equal(m.list[0].kind, MOVE_SHRANK);
    assert_int_equal(m.list[1].run, 7);
    assert_int_equal(m.list[1].kind, MOVE_GREW);
    assert_true(m.list[1].before == 50 && m.list[1].after == 51 && m.list[1].chance < 0);
    moves_free(&m);
    trend_free(&h);
}

/* Each step is less than `diff` reports. */
static void slow_growth_is_found(void **state)
{
    struct trend h = {.count = 0};

    (void)state;
    for (unsigned n = 0; n < 10; n++) {
        add(&h, true, "function.f", 50000 + 20 * n);
    }
    struct moves m = found(&h);

    assert_int_equal(m.count, 3);
    assert_int_equal(m.list[2].run, 3); /* 60 thousandths */
    moves_free(&m);
    trend_free(&h);
}

static void chance_is_no_move_and_a_shift_is_one(void **state)
{
    struct trend h = {.count = 0};

    (void)state;
    for (unsigned n = 0; n < 30; n++) {
        add(&h, false, "block.f", noisy(50000, n));
    }
    struct moves m = found(&h);

    assert_int_equal(m.count, 0);
    moves_free(&m);
    for (unsigned n = 30; n < 45; n++) {
        add(&h, false, "block.f", noisy(52500, n));
    }
    m = found(&h);
    assert_int_equal(m.count, 1);
    assert_int_equal(m.list[0].run, 30);
    assert_int_equal(m.list[0].kind, MOVE_GREW);
    assert_true(m.list[0].chance >= 0 && m.list[0].chance < 0.05);
    assert_true(fabs(m.list[0].before - 50) < 1 && fabs(m.list[0].after - 52.5) < 1);
    moves_free(&m);
    trend_free(&h);
}

static void a_metric_comes_and_goes(void **state)
{
    struct trend h = {.count = 0};

    (void)state;
    for (unsigned n = 0; n < 12; n++) {
        add(&h, true, "function.f", n < 3 || n >= 9 ? 0 : 7000);
    }
    struct moves m = found(&h);

    assert_int_equal(m.count, 2);
    assert_int_equal(m.list[0].kind, MOVE_GONE);
    assert_int_equal(m.list[0].run, 9);
    assert_int_equal(m.list[1].kind, MOVE_NEW);
    assert_int_equal(m.list[1].run, 3);
    moves_free(&m);
    trend_free(&h);
}

/* A size is exact in each run. */
static void a_size_moves_in_any_run(void **state)
{
    struct trend h = {.count = 0};

    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        add(&h, false, "bytes.text", n < 2 ? 4000000 : 4004000);
    }
    struct moves m = found(&h);

    assert_int_equal(m.count, 1);
    assert_int_equal(m.list[0].run, 2);
    moves_free(&m);
    trend_free(&h);
}

static void costs_begin_anew_where_runs_cant_be_compared(void **state)
{
    struct trend h = {.count = 0};

    (void)state;
    for (unsigned n = 0; n < 6; n++) {
        add(&h, true, "function.f", n < 3 ? 50000 : 60000);
        if (n >= 3) {
            snprintf(h.runs[n].costs.board, sizeof h.runs[n].costs.board, "other board");
        }
    }
    struct moves m = found(&h);

    assert_int_equal(m.count, 0);
    moves_free(&m);
    trend_free(&h);
}

static void a_commit_is_there_once_and_old_ones_go(void **state)
{
    struct trend h = {.count = 0};

    (void)state;
    for (unsigned n = 0; n < 40; n++) {
        add(&h, true, "function.f", 50000);
    }
    struct trend_run again = {.commit = "c5"};

    assert_true(trend_add(&h, &again));
    assert_int_equal(h.count, 40);
    assert_string_equal(h.runs[39].commit, "c5");
    assert_string_equal(h.runs[5].commit, "c6");
    trend_keep(&h, 3);
    assert_int_equal(h.count, 3);
    assert_string_equal(h.runs[0].commit, "c38");
    trend_free(&h);
}

static void a_stored_history_is_the_same(void **state)
{
    struct trend h = {.count = 0}, back = {.count = 0};
    struct bytes text = {.used = 0}, again = {.used = 0};
    const char *wrong = "";

    (void)state;
    for (unsigned n = 0; n < 25; n++) {
        add(&h, n % 3 == 0, n % 2 != 0 ? "function.f" : "function.a b", n % 5 == 0 ? 0 : n / 4 * 1000 + 1);
        if (h.runs[n].costs.count != 0) {
            h.runs[n].costs.metrics[0].undisturbed = (struct visits){n, n, 0.1 * n};
            h.runs[n].costs.metrics[0].file = strdup(n < 10 ? "a.c" : "a b.c");
            h.runs[n].costs.metrics[0].line = n / 3;
        }
    }
    trend_write(&h, &text);
    FILE *f = fmemopen(text.data, text.used, "rb");

    assert_non_null(f);
    assert_true(trend_read(&back, f, &wrong));
    fclose(f);
    trend_write(&back, &again);
    assert_int_equal(text.used, again.used);
    assert_memory_equal(text.data, again.data, text.used);
    assert_int_equal(back.count, 25);
    for (unsigned n = 0; n < 25; n++) {
        const struct baseline *a = &h.runs[n].costs, *b = &back.runs[n].costs;

        assert_int_equal(a->count, b->count);
        assert_int_equal(a->exact, b->exact);
        for (size_t i = 0; i < a->count; i++) {
            const struct metric *m = baseline_find(b, a->metrics[i].name);

            assert_non_null(m);
            assert_int_equal(m->all.total_ns, a->metrics[i].all.total_ns);
            assert_int_equal(m->undisturbed.count, a->metrics[i].undisturbed.count);
            assert_string_equal(m->file, a->metrics[i].file);
            assert_int_equal(m->line, a->metrics[i].line);
        }
    }
    bytes_free(&text);
    bytes_free(&again);
    trend_free(&h);
    trend_free(&back);
}

static const char *refusal(const char *text)
{
    struct trend h = {.count = 0};
    const char *wrong = "accepted";
    FILE *f = fmemopen((void *)(uintptr_t)text, strlen(text), "rb");

    assert_non_null(f);
    if (trend_read(&h, f, &wrong)) {
        wrong = "accepted";
    }
    fclose(f);
    trend_free(&h);
    return wrong;
}

#define BEGIN "# spoor-history 2\nhow\t1000\t1\t0\t1\t0\tboard\t\nrun\tc0\t17\t0\t\n"

static void damage_is_named_by_its_line(void **state)
{
    static const char *const texts[][2] = {
        {BEGIN "end\t1\n", "accepted"},
        {"spoor-history 2\n",
         "line 1: not a history, whose first line is \"# spoor-history 2\": name another file"},
        {"# spoor-history 1\n", "line 1: a history of another version"},
        {BEGIN, "cut off: its last line"},
        {BEGIN "end\t2\n", "line 4: the number of runs isn't"},
        {BEGIN "end\t1\nend\t1\n", "line 5: a line after the end"},
        {BEGIN "end\t1", "line 4: longer than a line can be, or cut off"},
        {BEGIN "cost\t0\t1\t0\t1\t1\t0\n", "line 4: the number of a metric that has no name yet"},
        {BEGIN "name\t1\t1\tf\n", "line 4: names of metrics are numbered"},
        {BEGIN "name\t0\t1\tf\ncost\t0\t1\t0\t1\tx\t0\n", "line 5: a number is missing"},
        {BEGIN "name\t0\t1\tf\ncost\t0\t1\t0\t1\t1\t0\t5\n", "line 5: a number is missing"},
        {BEGIN "name\t0\t1\tf\ncost\t0\t1\t0\t1\t1\tnan\n", "line 5: a sum of squares"},
        {BEGIN "what\t0\n", "line 4: not a line of a history"},
        {"# spoor-history 2\nrun\tc 0\t17\t0\t\n", "line 2: a commit has"},
        {"# spoor-history 2\ngone\t0\n", "line 2: a cost before the first run"},
    };

    (void)state;
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        const char *wrong = refusal(texts[n][0]);

        if (strncmp(wrong, texts[n][1], strlen(texts[n][1])) != 0) {
            fail_msg("%zu: \"%s\", not \"%s\"", n, wrong, texts[n][1]);
        }
    }
}

static void times_are_read_and_written(void **state)
{
    static const struct {
        const char *text;
        uint64_t time;
    } good[] = {{"1970-01-01T00:00:00Z", 0},
                {"2000-02-29T23:59:59Z", 951868799},
                {"2026-11-24T06:00:00Z", 1795500000},
                {"2100-03-01T00:00:00Z", 4107542400}};
    static const char *const wrong[] = {
        "",    "2026-11-24",          "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "1e5", "2026-11-24T06:00:00", "2026-11-24T06:00:00Zx"};
    uint64_t time;
    char text[24];

    (void)state;
    for (size_t n = 0; n < sizeof good / sizeof *good; n++) {
        assert_true(trend_parse_time(good[n].text, &time));
        assert_int_equal(time, good[n].time);
        trend_put_time(text, time);
        assert_string_equal(text, good[n].text);
    }
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        assert_false(trend_parse_time(wrong[n], &time));
    }
    assert_true(trend_parse_time("1795500000", &time) && time == 1795500000);
    for (uint64_t day = 0; day < 60000; day++) {
        trend_put_time(text, day * 86400 + 1);
        assert_true(trend_parse_time(text, &time) && time == day * 86400 + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exact_cost_moves_at_the_commit_that_changed_it),
        cmocka_unit_test(slow_growth_is_found),
        cmocka_unit_test(chance_is_no_move_and_a_shift_is_one),
        cmocka_unit_test(a_metric_comes_and_goes),
        cmocka_unit_test(a_size_moves_in_any_run),
        cmocka_unit_test(costs_begin_anew_where_runs_cant_be_compared),
        cmocka_unit_test(a_commit_is_there_once_and_old_ones_go),
        cmocka_unit_test(a_stored_history_is_the_same),
        cmocka_unit_test(damage_is_named_by_its_line),
        cmocka_unit_test(times_are_read_and_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
