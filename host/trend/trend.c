/* SPDX-License-Identifier: BSD-2-Clause */
/* The runs of a history, and times as text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include <trend/trend.h>

static void remove_at(struct trend *h, size_t at)
{
    baseline_free(&h->runs[at].costs);
    h->count--;
    memmove(&h->runs[at], &h->runs[at + 1], (h->count - at) * sizeof *h->runs);
}

bool trend_add(struct trend *h, const struct trend_run *run)
{
    for (size_t n = h->count; n-- > 0;) {
        if (strcmp(h->runs[n].commit, run->commit) == 0) {
            remove_at(h, n);
        }
    }
    if (!VECTOR_GROW(h->runs, h->count)) {
        return false;
    }
    h->runs[h->count++] = *run;
    return true;
}

void trend_keep(struct trend *h, size_t count)
{
    size_t gone = h->count > count ? h->count - count : 0;

    for (size_t n = 0; n < gone; n++) {
        baseline_free(&h->runs[n].costs);
    }
    h->count -= gone;
    memmove(h->runs, h->runs + gone, h->count * sizeof *h->runs);
}

void trend_free(struct trend *h)
{
    for (size_t n = 0; n < h->count; n++) {
        baseline_free(&h->runs[n].costs);
    }
    free(h->runs);
    *h = (struct trend){.count = 0};
}

bool trend_is_commit(const char *commit)
{
    size_t n = 0;

    while (commit[n] > ' ' && commit[n] < 0x7F) {
        n++;
    }
    return commit[n] == 0 && n > 0 && n <= TREND_COMMIT_MAX;
}

/* ------------------------------------------------------------------ times */

#define DAY 86400

/* @return the days from 1970-01-01 to a date of the Gregorian calendar, whose year begins in March here: a
 * leap day is the last of its year */
static int64_t days_to(int64_t year, unsigned month, unsigned day)
{
    year -= month <= 2;
    unsigned months = month > 2 ? month - 3 : month + 9;
    int64_t days = 365 * year + year / 4 - year / 100 + year / 400;

    return days + (153 * months + 2) / 5 + day - 1 - 719468;
}

void trend_put_time(char text[24], uint64_t time)
{
    unsigned seconds = (unsigned)(time % DAY), month = 12, day = 1;
    int64_t days = (int64_t)(time / DAY), year = 1970 + days / 366;

    while (year < 9999 && days_to(year + 1, 1, 1) <= days) {
        year++;
    }
    while (month > 1 && days_to(year, month, 1) > days) {
        month--;
    }
    day += (unsigned)(days - days_to(year, month, 1));
    snprintf(text, 24, "%04u-%02u-%02uT%02u:%02u:%02uZ", (unsigned)year % 10000, month % 100, day % 100,
             seconds / 3600, seconds / 60 % 60, seconds % 60);
}

bool trend_parse_time(const char *text, uint64_t *time)
{
    static const unsigned char lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned year, month, day, hour, minute, second;
    int end = -1;

    if (strspn(text, "0123456789") == strlen(text) && *text != 0 && strlen(text) <= 11) {
        *time = strtoull(text, NULL, 10);
        return true;
    }
    if (sscanf(text, "%4u-%2u-%2uT%2u:%2u:%2uZ%n", &year, &month, &day, &hour, &minute, &second, &end) != 6 ||
        end != 20 || text[end] != 0 || year < 1970 || month < 1 || month > 12 || hour > 23 || minute > 59 ||
        second > 59) {
        return false;
    }
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    if (day < 1 || day > lengths[month - 1] + (unsigned)(leap && month == 2)) {
        return false;
    }
    *time = (uint64_t)days_to(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
    return true;
}
