/* SPDX-License-Identifier: BSD-2-Clause */
/* Without recursion: where a text fails to match, the last * takes one more character. */
#include <stddef.h>
#include <base/glob.h>

bool glob_match(const char *pattern, const char *text)
{
    const char *star = NULL, *from = NULL;

    for (;;) {
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*text != 0 && (*pattern == '?' || *pattern == *text)) {
            pattern++;
            text++;
        } else if (*text == 0 && *pattern == 0) {
            return true;
        } else if (star != NULL && *from != 0) {
            pattern = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
}
