/* SPDX-License-Identifier: BSD-2-Clause */
/* Quoting for a POSIX shell: 'a b', and '\'' for a quote. */
#include <stdbool.h>
#include <string.h>
#include <base/quote.h>

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=+@%";

    return word[0] != 0 && word[strspn(word, plain)] == 0;
}

void quote_word(char *text, size_t size, const char *word)
{
    bool plain = is_plain(word);
    size_t used = strlen(text), needed = 4 + strlen(word);

    for (const char *c = word; *c != 0; c++) {
        needed += *c == '\'' ? 3 : 0;
    }
    if (size - used < needed) {
        return;
    }
    if (used != 0) {
        text[used++] = ' ';
    }
    if (!plain) {
        text[used++] = '\'';
    }
    for (const char *c = word; *c != 0; c++) {
        if (*c == '\'') {
            memcpy(text + used, "'\\'", 3);
            used += 3;
        }
        text[used++] = *c;
    }
    if (!plain) {
        text[used++] = '\'';
    }
    text[used] = 0;
}
