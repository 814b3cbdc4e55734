/* SPDX-License-Identifier: BSD-2-Clause */
/* Comparing and parsing text. Portable. */
#include <stddef.h>
#include <spoor/util/text.h>

int spoor_text_compare(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

bool spoor_text_is(const char *a, const char *b)
{
    return spoor_text_compare(a, b) == 0;
}

const char *spoor_text_after(const char *text, const char *beginning)
{
    for (; *beginning != '\0'; beginning++) {
        if (*text++ != *beginning) {
            return NULL;
        }
    }
    return text;
}

bool spoor_text_contains(const char *text, const char *part)
{
    while (spoor_text_after(text, part) == NULL) {
        if (*text++ == '\0') {
            return false;
        }
    }
    return true;
}

bool spoor_text_has(const char *set, char c)
{
    while (*set != '\0') {
        if (*set++ == c) {
            return true;
        }
    }
    return false;
}

char *spoor_text_put(char *end, const char *more)
{
    while ((*end = *more++) != '\0') {
        end++;
    }
    return end;
}

const char *spoor_text_nth(const char *list, unsigned n)
{
    for (; *list != '\0'; n--) {
        if (n == 0) {
            return list;
        }
        while (*list++ != '\0') {
        }
    }
    return NULL;
}

bool spoor_text_number(const char *text, uint32_t *value)
{
    uint32_t number = 0;
    const char *at = text;

    for (; *at >= '0' && *at <= '9'; at++) {
        uint32_t digit = (uint32_t)(*at - '0');

        number = number > (UINT32_MAX - digit) / 10 ? UINT32_MAX : number * 10 + digit;
    }
    *value = number;
    return at != text && *at == '\0';
}
