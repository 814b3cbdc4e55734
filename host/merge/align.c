/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums use distances from the average, so that times of day lose no digits. */
#include <math.h>
#include <merge/align.h>

static double slope(const struct align_pair *pairs, size_t n, double here, double there)
{
    double above = 0, below = 0;

    for (size_t i = 0; i < n; i++) {
        above += (pairs[i].there - there) * (pairs[i].here - here);
        below += (pairs[i].there - there) * (pairs[i].there - there);
    }
    return below > 0 ? above / below : 0;
}

bool align_fit(struct align_fit *fit, const struct align_pair *pairs, size_t n)
{
    double here = 0, there = 0, squares = 0;

    *fit = (struct align_fit){.pairs = n};
    for (size_t i = 0; i < n; i++) {
        here += (pairs[i].here - pairs[0].here) / (double)n;
        there += (pairs[i].there - pairs[0].there) / (double)n;
    }
    if (n == 0) {
        return false;
    }
    here += pairs[0].here;
    there += pairs[0].there;
    fit->axis =
        (struct time_axis){.from = there, .to = here, .rate = n > 1 ? slope(pairs, n, here, there) : 1};
    for (size_t i = 0; i < n; i++) {
        double apart = fabs(pairs[i].here - here - (pairs[i].there - there) * fit->axis.rate);

        squares += apart * apart;
        if (apart >= fit->max_ns) {
            fit->max_ns = apart;
            fit->max_at = pairs[i].here;
        }
    }
    fit->rms_ns = sqrt(squares / (double)n);
    return fit->axis.rate > 0;
}
