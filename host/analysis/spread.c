/* SPDX-License-Identifier: BSD-2-Clause */
/* Buckets: each power of two is divided into 2^SPREAD_BITS buckets; small values have one bucket each. */
#include <stdlib.h>
#include <analysis/spread.h>

#define BUCKETS (1u << SPREAD_BITS)

static unsigned power_of(uint64_t value)
{
    return value < BUCKETS ? 0 : 64 - (unsigned)__builtin_clzll(value) - SPREAD_BITS;
}

static unsigned bucket_of(uint64_t value, unsigned power)
{
    return power == 0 ? (unsigned)value : (unsigned)(value >> (power - 1)) - BUCKETS;
}

/* @return the largest value in a bucket */
static uint64_t last_of(unsigned power, unsigned bucket)
{
    return power == 0 ? bucket : ((uint64_t)(BUCKETS + bucket + 1) << (power - 1)) - 1;
}

void spread_add(struct spread *s, uint64_t value, uint64_t at)
{
    unsigned power = power_of(value);

    if (s->count == 0 || value < s->min) {
        s->min = value;
    }
    if (s->count == 0 || value > s->max || (value == s->max && at < s->max_at)) {
        s->max = value;
        s->max_at = at;
    }
    s->count++;
    s->sum += value;
    if (s->buckets[power] == NULL) {
        s->buckets[power] = calloc(BUCKETS, sizeof *s->buckets[power]);
    }
    if (s->buckets[power] != NULL) {
        s->buckets[power][bucket_of(value, power)]++;
    }
}

uint64_t spread_percentile(const struct spread *s, unsigned permille)
{
    uint64_t wanted = (s->count * permille + 999) / 1000, so_far = 0;

    for (unsigned power = 0; power < 65; power++) {
        for (unsigned b = 0; s->buckets[power] != NULL && b < BUCKETS; b++) {
            so_far += s->buckets[power][b];
            if (so_far >= wanted && so_far > 0) {
                uint64_t value = last_of(power, b);

                return value > s->max ? s->max : value < s->min ? s->min : value;
            }
        }
    }
    return s->max;
}

void spread_free(struct spread *s)
{
    for (unsigned power = 0; power < 65; power++) {
        free(s->buckets[power]);
        s->buckets[power] = NULL;
    }
}
