/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A duration is read from a counter of ticks, so each visit's is off by up to a tick either way, with the
 * standard deviation of a difference of two uniform errors: tick / sqrt(6). The average of n visits has that
 * / sqrt(n).
 *
 * Two runs in step do the same work: a change of the undisturbed visits counts from three of these errors on,
 * and above a floor, since the errors of periodic visits aren't independent: thousands of them may all be
 * read a tick later. Of the disturbed ones it can't, since a program that is one instruction longer meets its
 * interrupts at other places: one more of them, with the instructions that it leaves in the net time, may
 * fall into a block that nobody changed. Programs that differ may also part: then one visit more goes the
 * long way. In both cases the errors are estimated from how much the visits differ among themselves, and a
 * change counts from four on, since two averages of each metric are looked at: that of all visits, which has
 * the paths that only disturbed ones take, and that of the undisturbed ones, which differ so little that a
 * single instruction shows.
 */
#include <math.h>
#include <compare/judge.h>

#define ERRORS_IN_STEP 3
#define ERRORS_APART   4
/* Of fewer visits a spread can't be estimated. */
#define VISITS_LEAST 16

static double resolution(double tick_ns, const struct visits *v)
{
    return tick_ns / sqrt(6.0 * (double)v->count);
}

/* @return the standard error of an average, by the spread of the visits; infinite when it can't be told */
static double error_of(double tick_ns, const struct visits *v, bool undisturbed)
{
    double variance = v->count > 1 ? v->squares / (double)(v->count - 1) : 0;

    if (v->count < VISITS_LEAST && (!undisturbed || variance > tick_ns * tick_ns)) {
        return INFINITY;
    }
    return fmax(resolution(tick_ns, v), sqrt(variance / (double)v->count));
}

static struct judgement of_visits(const struct judge *j, const struct visits *a, const struct visits *b,
                                  bool in_step, bool undisturbed)
{
    double change = visits_average(b) - visits_average(a);
    double x = in_step ? resolution(j->tick_ns, a) : error_of(j->tick_ns, a, undisturbed);
    double y = in_step ? resolution(j->tick_ns, b) : error_of(j->tick_ns, b, undisturbed);
    double noise = in_step ? fmax(ERRORS_IN_STEP * hypot(x, y), j->floor_ns) : ERRORS_APART * hypot(x, y);

    return (struct judgement){
        .change_ns = change,
        .sign = fabs(change) <= noise ? 0
                : change < 0          ? -1
                                      : 1,
        .undisturbed = undisturbed,
        .unknown = isinf(noise) && fabs(change) > ERRORS_IN_STEP * hypot(resolution(j->tick_ns, a),
                                                                         resolution(j->tick_ns, b)),
    };
}

bool judge_in_step(const struct baseline *before, const struct baseline *after)
{
    for (size_t n = 0; n < after->count; n++) {
        const struct metric *b = &after->metrics[n], *a = baseline_find(before, b->name);

        if (a == NULL || a->all.count != b->all.count || a->undisturbed.count != b->undisturbed.count) {
            return false;
        }
    }
    return before->count == after->count;
}

struct judgement judge(const struct judge *j, const struct metric *before, const struct metric *after)
{
    const struct visits *a = &before->undisturbed, *b = &after->undisturbed;
    bool always = a->count == before->all.count && b->count == after->all.count;
    struct judgement all = of_visits(j, &before->all, &after->all, j->in_step && always, always);

    if (always || a->count == 0 || b->count == 0) {
        return all;
    }
    struct judgement undisturbed = of_visits(j, a, b, j->in_step, true);

    /* Worse by either is worse; otherwise that of all, unless it can't tell. */
    if (all.sign > 0 || (undisturbed.sign <= 0 && !all.unknown && (all.sign != 0 || undisturbed.sign == 0))) {
        return all;
    }
    return undisturbed;
}
