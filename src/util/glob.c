/* SPDX-License-Identifier: BSD-2-Clause */
/* Shell pattern matching. Portable. */
#include <stddef.h>
#include <spoor/util/glob.h>

/*
 * Match one character against the set that starts at `p`. @return the pattern after it, or NULL if it
 * doesn't match
 */
static const char *match_set(const char *p, char c, bool *open)
{
    bool negated = p[1] == '!' || p[1] == '^';
    const char *first = p + 1 + negated;
    const char *s = first;
    bool found = false;

    /* A bracket in the first position is a member of the set. */
    for (; *s != '\0' && (*s != ']' || s == first); s++) {
        if (s[1] == '-' && s[2] != ']' && s[2] != '\0') {
            found |= (unsigned char)s[0] <= (unsigned char)c && (unsigned char)c <= (unsigned char)s[2];
            s += 2;
        } else {
            found |= *s == c;
        }
    }
    *open = *s == '\0';
    return found != negated ? s + 1 : NULL;
}

/* Match one character of text against the start of the pattern. @return the rest of the pattern, or NULL */
static const char *match_one(const char *p, char c)
{
    if (*p == '[') {
        bool open;
        const char *rest = match_set(p, c, &open);

        if (!open) {
            return rest;
        }
    }
    return *p == c || *p == '?' ? p + 1 : NULL;
}

bool spoor_glob_match(const char *pattern, const char *text)
{
    const char *star = NULL; /* after the last `*`, the only one that needs to be retried */
    const char *star_text = NULL;

    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            star_text = text;
            continue;
        }
        const char *rest = *pattern != '\0' ? match_one(pattern, *text) : NULL;

        if (rest != NULL) {
            pattern = rest;
            text++;
        } else if (star != NULL) {
            pattern = star;
            text = ++star_text;
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern++;
    }
    return *pattern == '\0';
}

bool spoor_glob_is_pattern(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '*' || *text == '?' || *text == '[') {
            return true;
        }
    }
    return false;
}
