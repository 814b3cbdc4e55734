/* SPDX-License-Identifier: BSD-2-Clause */
/* The distance of Levenshtein and Damerau: characters to insert, delete, replace, or swap with the next one.
 */
#include <stdio.h>
#include <ctype.h>
#include <string.h>
#include <base/nearest.h>

#define LENGTH_MAX    63
#define CONTAINED_MIN 3 /* shorter words are contained in too many others */

static unsigned least(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;

    return m < c ? m : c;
}

/* The table of the distances of all prefixes, row by row. A swap needs the row before the last. */
static int lower(char c)
{
    return tolower((unsigned char)c);
}

static unsigned distance(const char *a, const char *b)
{
    size_t n = strlen(b);
    unsigned rows[3][LENGTH_MAX + 1], *before = rows[0], *above = rows[1], *row = rows[2];

    for (unsigned j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (unsigned i = 1; a[i - 1] != 0; i++) {
        unsigned *oldest = before;

        before = above;
        above = row;
        row = oldest;
        row[0] = i;
        for (unsigned j = 1; j <= n; j++) {
            row[j] = least(above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1])), row[j - 1] + 1, above[j] + 1);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
                row[j] = least(row[j], before[j - 2] + 1, row[j]);
            }
        }
    }
    return row[n];
}

void nearest_offer(struct nearest *n, const char *known)
{
    size_t length = strlen(n->word);

    if (length > LENGTH_MAX || strlen(known) > LENGTH_MAX) {
        return;
    }
    unsigned edits = distance(n->word, known);

    if (edits <= length / 3 && (n->found == NULL || edits < n->edits)) {
        n->found = known;
        n->edits = edits;
    }
    if (length >= CONTAINED_MIN && n->around == NULL && strstr(known, n->word) != NULL) {
        n->around = known;
    }
}

const char *nearest_hint(struct nearest *n)
{
    n->found = n->found != NULL ? n->found : n->around;
    n->hint[0] = 0;
    if (n->found != NULL) {
        snprintf(n->hint, sizeof n->hint, "; did you mean %s?", n->found);
    }
    return n->hint;
}
