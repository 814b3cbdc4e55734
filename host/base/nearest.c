/* SPDX-License-Identifier: BSD-2-Clause */
/* Levenshtein's distance: characters to insert, delete or replace. */
#include <string.h>
#include <base/nearest.h>

#define LENGTH_MAX 63

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;

    return m < c ? m : c;
}

static unsigned distance(const char *a, const char *b)
{
    size_t n = strlen(b);
    unsigned row[LENGTH_MAX + 1];

    for (unsigned j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (unsigned i = 1; a[i - 1] != 0; i++) {
        unsigned diagonal = row[0];

        row[0] = i;
        for (unsigned j = 1; j <= n; j++) {
            unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            row[j] = least(replaced, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[n];
}

const char *nearest(const char *word, const char *const *words, size_t count)
{
    const char *found = NULL;
    unsigned limit = (unsigned)strlen(word) / 3 + 1;

    if (strlen(word) > LENGTH_MAX) {
        return NULL;
    }
    for (size_t n = 0; n < count; n++) {
        if (strlen(words[n]) <= LENGTH_MAX && distance(word, words[n]) < limit) {
            limit = distance(word, words[n]);
            found = words[n];
        }
    }
    if (found == NULL && strlen(word) < 3) {
        return NULL;
    }
    for (size_t n = 0; n < count && found == NULL; n++) { /* "an385" */
        found = strstr(words[n], word) != NULL ? words[n] : NULL;
    }
    return found;
}
