/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Durations are differences of two counter values, so that each is off by at most one tick in either
 * direction, with the standard deviation of a difference of two uniform errors: tick / sqrt(6). The error of
 * an average of n visits is that / sqrt(n).
 *
 * Two runs are in step if they do the same work. A change of the undisturbed visits then counts from three
 * errors on, if it also exceeds a floor: the errors of periodic visits aren't independent, and thousands of
 * them may all be read one tick later.
 *
 * Disturbed visits need another criterion. A program that is one instruction longer is interrupted at other
 * places; another interrupt may then fall into an unchanged block, and adds a few instructions to its net
 * time. Programs that differ may also diverge: one more visit takes the long path. In both cases the error is
 * estimated from the variance of the visits, and a change counts from four errors on, because each metric has
 * two averages that are checked. The average of all visits includes the paths that only disturbed visits
 * take. The undisturbed visits differ so little that a single instruction shows.
 */
#include <math.h>
#include <compare/judge.h>

#define ERRORS_IN_STEP 3
#define ERRORS_APART   4
/* With fewer visits the variance can't be estimated. */
#define VISITS_LEAST 16

static double resolution(double tick_ns, const struct visits *v)
{
    return tick_ns / sqrt(6.0 * (double)v->count);
}

/* @return the standard error of an average, by the variance of the visits; infinite if it can't be
 * estimated */
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

    /* The result is worse if either average is. If not, the average of all visits decides, unless it is
     * unknown. */
    if (all.sign > 0 || (undisturbed.sign <= 0 && !all.unknown && (all.sign != 0 || undisturbed.sign == 0))) {
        return all;
    }
    return undisturbed;
}
