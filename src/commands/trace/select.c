/* SPDX-License-Identifier: BSD-2-Clause */
/* The points and blocks that the words of a line select: IDs, names, patterns. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <limits.h>
#include <string.h>
#include <spoor/shell/print.h>
#include <spoor/util/glob.h>
#include "command_priv.h"

bool trace_is_number(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

const char *trace_number_name(unsigned id)
{
    static char texts[2][12];
    static unsigned turn;
    char *text = texts[turn++ % 2];

    spoor_snprintf(text, sizeof(texts[0]), "#%u", id);
    return text;
}

/* The ID that a number means; one that no array reaches when it is too large. */
static unsigned to_id(const char *number)
{
    unsigned id = 0;

    for (; *number != '\0'; number++) {
        if (id > UINT_MAX / 10 - 1) {
            return UINT_MAX;
        }
        id = id * 10 + (unsigned)(*number - '0');
    }
    return id;
}

bool trace_word_means(const struct trace_kind *k, const char *word, unsigned id)
{
    if (trace_is_number(word)) {
        return to_id(word) == id;
    }
    return spoor_glob_match(word, k->name(id)) || strcmp(word, k->name(id)) == 0;
}

bool trace_selected(const struct trace_kind *k, char **words, int n, unsigned id)
{
    for (int i = 0; i < n; i++) {
        if (trace_word_means(k, words[i], id)) {
            return true;
        }
    }
    return n == 0;
}

#endif
