/* SPDX-License-Identifier: BSD-2-Clause */
/* A merge sort: short runs are sorted by insertion, then runs are merged by way of a copy of the left one. */
#include <base/sort.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RUN 8 /* elements that are sorted by insertion */

struct sort {
    char *at;
    size_t size;
    int (*compare)(const void *, const void *);
};

static void swap(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        char c = a[i];

        a[i] = b[i];
        b[i] = c;
    }
}

static void insert(const struct sort *s, size_t from, size_t to)
{
    for (size_t n = from + 1; n < to; n++) {
        for (char *e = s->at + n * s->size; e > s->at + from * s->size && s->compare(e - s->size, e) > 0;
             e -= s->size) {
            swap(e - s->size, e, s->size);
        }
    }
}

/* Merge two runs; `left` has room for the first one. */
static void merge(const struct sort *s, char *left, size_t from, size_t middle, size_t to)
{
    const char *a = left, *a_end = left + (middle - from) * s->size;
    const char *b = s->at + middle * s->size, *b_end = s->at + to * s->size;
    char *out = s->at + from * s->size;

    if (s->compare(b - s->size, b) <= 0) {
        return; /* they are in order */
    }
    memcpy(left, out, (size_t)(a_end - a));
    for (; a < a_end; out += s->size) {
        const char **next = b < b_end && s->compare(a, b) > 0 ? &b : &a;

        memcpy(out, *next, s->size);
        *next += s->size;
    }
}

void sort_stable(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    const struct sort s = {base, size, compare};
    char *left = count > RUN ? malloc(count * size) : NULL;
    size_t run = left != NULL ? RUN : count; /* without memory everything is sorted by insertion */

    for (size_t from = 0; from < count; from += run) {
        insert(&s, from, count - from < run ? count : from + run);
    }
    for (; run < count; run *= 2) {
        for (size_t from = 0; count - from > run; from += 2 * run) {
            merge(&s, left, from, from + run, count - from < 2 * run ? count : from + 2 * run);
            if (count - from <= 2 * run) {
                break;
            }
        }
    }
    free(left);
}
