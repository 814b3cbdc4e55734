/* SPDX-License-Identifier: BSD-2-Clause */
/* Select points and blocks by the words of a line: IDs, names, patterns. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <spoor/shell/print.h>
#include <spoor/util/glob.h>
#include <spoor/util/text.h>
#include "command_priv.h"

bool trace_word_names(const char *word, uint32_t number, const char *name)
{
    uint32_t given;

    if (spoor_text_number(word, &given)) {
        return given == number;
    }
    return spoor_glob_match(word, name) || spoor_text_is(word, name);
}

const char *trace_number_name(unsigned id)
{
    static char texts[2][12];
    static unsigned turn;
    char *text = texts[turn++ % 2];

    spoor_snprintf(text, sizeof(texts[0]), "#%u", id);
    return text;
}

void trace_refuse_name(const char *command, const char *one, const char *word)
{
    spoor_printf("%s: no %s %s \"%s\"; see %s -s\n", command, one,
                 spoor_glob_is_pattern(word) ? "matches" : "is named", word, command);
}

bool trace_word_means(const struct trace_kind *k, const char *word, unsigned id)
{
    return trace_word_names(word, id, k->name(id));
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
