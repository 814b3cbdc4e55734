/* SPDX-License-Identifier: BSD-2-Clause */
/* Changes of exact runs: in step, apart, of disturbed visits alone, of too few. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <compare/judge.h>

#define TICK 40

/* Visits of a block as two runs meet them: each costs `cost`, an interrupt in every k-th leaves 2000 ns. */
static struct metric visits(unsigned count, unsigned cost, unsigned k, unsigned first)
{
    struct metric m = {.checked = true};

    for (unsigned n = 0; n < count; n++) {
        bool disturbed = k != 0 && n % k == first;
        /* where the visit begins between two ticks decides which of the two multiples is read */
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

static void one_instruction_in_step(void **state)
{
    (void)state;
    assert_int_equal(judged(true, visits(500, 6800, 0, 0), visits(500, 6832, 0, 0)).sign, 1);
    assert_int_equal(judged(true, visits(500, 6832, 0, 0), visits(500, 6800, 0, 0)).sign, -1);
    assert_int_equal(judged(true, visits(500, 6800, 0, 0), visits(500, 6801, 0, 0)).sign, 0);
    assert_int_equal(judged(true, visits(500, 6800, 3, 0), visits(500, 6832, 3, 0)).sign, 1);
    /* More than three errors of 8000 visits, and less than a twentieth of an instruction. */
    assert_int_equal(judged(true, visits(8000, 6800, 0, 0), visits(8000, 6801, 0, 0)).sign, 0);
    assert_int_equal(judged(true, visits(8000, 6800, 0, 0), visits(8000, 6802, 0, 0)).sign, 1);
}

static void other_interrupts(void **state)
{
    struct metric before = visits(500, 6800, 3, 0), more = visits(501, 6800, 3, 2);

    (void)state;
    more.all.total_ns += 5000; /* three interrupts more in long visits */
    more.all.squares += 3 * 2000.0 * 2000.0;
    assert_int_equal(judged(true, before, more).sign, 0);
    assert_int_equal(judged(false, before, more).sign, 0);
}

static void one_instruction_apart(void **state)
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

/* A slow path so long that an interrupt always falls into it: no undisturbed visit goes there. */
static void slow_path_apart(void **state)
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

static void too_few_apart(void **state)
{
    struct metric once = visits(1, 6800, 0, 0), slower = visits(1, 8000, 0, 0);
    struct metric hit = visits(1, 6800, 1, 0), missed = visits(1, 9000, 1, 0);

    (void)state;
    assert_int_equal(judged(false, once, slower).sign, 1); /* nothing disturbed it */
    assert_false(judged(false, once, slower).unknown);
    assert_true(judged(false, hit, missed).unknown);
    assert_int_equal(judged(false, hit, missed).sign, 0);
    assert_false(judged(false, hit, hit).unknown);
    assert_true(judged(false, visits(8, 6800, 2, 0), visits(9, 6000, 2, 1)).sign <
                0); /* undisturbed ones tell */
}

static void spread_of_sums(void **state)
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
    assert_true(fabs(whole.squares - 8674042) < 1); /* by the definition, in another program */
    baseline_free(&sum);
    baseline_free(&one);
}

static void set(struct baseline *b, uint64_t count, uint64_t undisturbed)
{
    struct metric *m = baseline_metric(b, "block.x");

    m->all = (struct visits){count, 100 * count, 0};
    m->undisturbed = (struct visits){undisturbed, 100 * undisturbed, 0};
}

static void in_step(void **state)
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
        cmocka_unit_test(one_instruction_in_step),
        cmocka_unit_test(other_interrupts),
        cmocka_unit_test(one_instruction_apart),
        cmocka_unit_test(slow_path_apart),
        cmocka_unit_test(too_few_apart),
        cmocka_unit_test(spread_of_sums),
        cmocka_unit_test(in_step),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
