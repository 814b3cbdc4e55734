/* SPDX-License-Identifier: BSD-2-Clause */
/* Quoting for a shell: in that of POSIX 'a b', and '\'' for a quote. */
#include <stdbool.h>
#include <string.h>
#include <base/quote.h>
#include <base/system.h>

static bool is_plain(const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:,=+@%" SYSTEM_SEPARATORS;

    return word[0] != 0 && word[strspn(word, plain)] == 0;
}

void quote_word(char *text, size_t size, const char *word)
{
    bool plain = is_plain(word);
    size_t used = strlen(text), needed = 4 + strlen(word), quoted = strlen(SYSTEM_QUOTED);

    for (const char *c = word; *c != 0; c++) {
        needed += *c == *SYSTEM_QUOTE ? quoted - 1 : 0;
    }
    if (size - used < needed) {
        return;
    }
    if (used != 0) {
        text[used++] = ' ';
    }
    if (!plain) {
        text[used++] = *SYSTEM_QUOTE;
    }
    for (const char *c = word; *c != 0; c++) {
        if (*c == *SYSTEM_QUOTE) {
            memcpy(text + used, SYSTEM_QUOTED, quoted);
            used += quoted;
        } else {
            text[used++] = *c;
        }
    }
    if (!plain) {
        text[used++] = *SYSTEM_QUOTE;
    }
    text[used] = 0;
}
