/* SPDX-License-Identifier: BSD-2-Clause */
/* Verdicts on changes between exact runs: in step or diverged, with interrupted visits, with few visits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <compare/judge.h>

#define TICK 40

/* Visits to a block. Each takes `cost`; an interrupt adds 2000 ns to every k-th. */
static struct metric visits(unsigned count, unsigned cost, unsigned k, unsigned first)
{
    struct metric m = {.checked = true};

    for (unsigned n = 0; n < count; n++) {
        bool disturbed = k != 0 && n % k == first;
        /* the phase of the visit decides which of the two nearest multiples of a tick is measured */
        unsigned ns = (cost + n * 17 % TICK) / TICK * TICK;

        visits_add(&m.all, ns + (disturbed ? 2000 : 0));
        if (!disturbed) {
            visits_add(&m.undisturbed, ns);
        }
    }
    return m;
}

static struct judgement judged(bool in_step, struct metric before, struct metric after)
{
    const struct judge j = {.tick_ns = TICK, .floor_ns = 32 / 20.0, .in_step = in_step};

    return judge(&j, &before, &after);
}

static void a_change_by_one_instruction_is_found_in_step(void **state)
{
    (void)state;
    assert_int_equal(judged(true, visits(500, 6800, 0, 0), visits(500, 6832, 0, 0)).sign, 1);
    assert_int_equal(judged(true, visits(500, 6832, 0, 0), visits(500, 6800, 0, 0)).sign, -1);
    assert_int_equal(judged(true, visits(500, 6800, 0, 0), visits(500, 6801, 0, 0)).sign, 0);
    assert_int_equal(judged(true, visits(500, 6800, 3, 0), visits(500, 6832, 3, 0)).sign, 1);
    /* More than three standard errors of 8000 visits, but less than a twentieth of an instruction. */
    assert_int_equal(judged(true, visits(8000, 6800, 0, 0), visits(8000, 6801, 0, 0)).sign, 0);
    assert_int_equal(judged(true, visits(8000, 6800, 0, 0), visits(8000, 6802, 0, 0)).sign, 1);
}

static void other_interrupts_are_not_a_change(void **state)
{
    struct metric before = visits(500, 6800, 3, 0), more = visits(501, 6800, 3, 2);

    (void)state;
    more.all.total_ns += 5000; /* three more interrupts in long visits */
    more.all.squares += 3 * 2000.0 * 2000.0;
    assert_int_equal(judged(true, before, more).sign, 0);
    assert_int_equal(judged(false, before, more).sign, 0);
}

static void a_change_by_one_instruction_is_found_after_divergence(void **state)
{
    struct judgement j = judged(false, visits(500, 6800, 3, 0), visits(501, 6832, 3, 1));

    (void)state;
    assert_int_equal(j.sign, 1);
    assert_true(j.undisturbed);
    assert_true(fabs(j.change_ns - 32) < 8);
    j = judged(false, visits(500, 6832, 3, 0), visits(501, 6800, 3, 1));
    assert_int_equal(j.sign, -1);
    assert_true(j.undisturbed);
}

/* A slow path so long that every visit to it is interrupted. */
static void a_slow_path_is_found_after_divergence(void **state)
{
    struct metric before = visits(500, 6800, 0, 0), after = visits(501, 6800, 0, 0);

    (void)state;
    for (unsigned n = 0; n < 100; n++) {
        visits_add(&before.all, 100000 + n % 7 * TICK);
        visits_add(&after.all, 200000 + n % 7 * TICK);
    }
    struct judgement j = judged(false, before, after);

    assert_int_equal(j.sign, 1);
    assert_false(j.undisturbed);
}

static void too_few_visits_after_divergence_are_unknown(void **state)
{
    struct metric once = visits(1, 6800, 0, 0), slower = visits(1, 8000, 0, 0);
    struct metric hit = visits(1, 6800, 1, 0), missed = visits(1, 9000, 1, 0);

    (void)state;
    assert_int_equal(judged(false, once, slower).sign, 1); /* no visit was interrupted */
    assert_false(judged(false, once, slower).unknown);
    assert_true(judged(false, hit, missed).unknown);
    assert_int_equal(judged(false, hit, missed).sign, 0);
    assert_false(judged(false, hit, hit).unknown);
    assert_true(judged(false, visits(8, 6800, 2, 0), visits(9, 6000, 2, 1)).sign <
                0); /* uninterrupted visits decide */
}

static void sums_have_the_variance_of_their_visits(void **state)
{
    struct baseline sum = {.count = 0}, one = {.count = 0};
    struct visits whole = {0, 0, 0};

    (void)state;
    baseline_metric(&one, "block.x")->checked = true;
    for (unsigned n = 0; n < 40; n++) {
        struct metric *m = baseline_metric(&one, "block.x");
        uint64_t ns = 1000 + n * n;

        visits_add(&m->all, ns);
        visits_add(&whole, ns);
        if (n % 13 == 12) {
            assert_true(baseline_add(&sum, &one));
            m->all = m->undisturbed = (struct visits){0, 0, 0};
        }
    }
    assert_true(baseline_add(&sum, &one));
    const struct metric *m = baseline_find(&sum, "block.x");

    assert_int_equal(m->all.count, 40);
    assert_int_equal(m->all.total_ns, whole.total_ns);
    assert_true(fabs(m->all.squares - whole.squares) < 1e-6 * whole.squares);
    assert_true(fabs(whole.squares - 8674042) < 1); /* computed from the definition by another program */
    baseline_free(&sum);
    baseline_free(&one);
}

static void set(struct baseline *b, uint64_t count, uint64_t undisturbed)
{
    struct metric *m = baseline_metric(b, "block.x");

    m->all = (struct visits){count, 100 * count, 0};
    m->undisturbed = (struct visits){undisturbed, 100 * undisturbed, 0};
}

static void runs_with_equal_counts_are_in_step(void **state)
{
    struct baseline a = {.count = 0}, b = {.count = 0};

    (void)state;
    set(&a, 9, 5);
    set(&b, 9, 5);
    assert_true(judge_in_step(&a, &b));
    set(&b, 9, 4);
    assert_false(judge_in_step(&a, &b));
    set(&b, 8, 5);
    assert_false(judge_in_step(&a, &b));
    set(&b, 9, 5);
    baseline_metric(&a, "block.gone");
    assert_false(judge_in_step(&a, &b));
    assert_false(judge_in_step(&b, &a));
    baseline_free(&a);
    baseline_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_by_one_instruction_is_found_in_step),
        cmocka_unit_test(other_interrupts_are_not_a_change),
        cmocka_unit_test(a_change_by_one_instruction_is_found_after_divergence),
        cmocka_unit_test(a_slow_path_is_found_after_divergence),
        cmocka_unit_test(too_few_visits_after_divergence_are_unknown),
        cmocka_unit_test(sums_have_the_variance_of_their_visits),
        cmocka_unit_test(runs_with_equal_counts_are_in_step),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
