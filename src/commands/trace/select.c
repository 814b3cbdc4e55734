/* SPDX-License-Identifier: BSD-2-Clause */
/* Select points and blocks by the words of a line: IDs, names, patterns, places in the source. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <string.h>
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

#if TRACE_PLACES

/* @return whether a pattern matches a path, or the end of it that follows a '/' */
static bool is_file(const char *pattern, const char *path)
{
    while (!spoor_glob_match(pattern, path)) {
        path = strchr(path, '/');
        if (path == NULL) {
            return false;
        }
        path++;
    }
    return true;
}

/* Not inlined, so that its copy of the word isn't on the stack while a table is printed. */
static __attribute__((noinline)) bool is_place(const char *word, const struct spoor_location_func *l)
{
    char text[CONFIG_SHELL_CELL_BYTES];
    size_t length = strlen(word);
    const char *colon = strchr(word, ':');
    uint32_t line = (uint32_t)l->at.line;

    if (length < 3 || length >= sizeof text) {
        return false;
    }
    memcpy(text, word, length + 1);
    if (spoor_text_is(word + length - 2, "()")) {
        text[length - 2] = '\0';
        return spoor_glob_match(text, l->func);
    }
    if (colon != NULL) {
        text[colon - word] = '\0';
        if (!spoor_text_number(colon + 1, &line)) {
            return false;
        }
    }
    return strchr(text, '.') != NULL && line == (uint32_t)l->at.line && is_file(text, l->at.file);
}

bool trace_word_means(const struct trace_kind *k, const char *word, unsigned id)
{
    const struct spoor_location_func *l = k->location(id);

    return trace_word_names(word, id, k->name(id)) || (l != NULL && is_place(word, l));
}

bool trace_word_is_function(const struct trace_kind *k, const char *word)
{
    for (unsigned id = 0; id < k->size(); id++) {
        const struct spoor_location_func *l = k->location(id);

        if (word[0] != '\0' && l != NULL && spoor_text_is(l->func, word)) {
            return true;
        }
    }
    return false;
}

#else

bool trace_word_means(const struct trace_kind *k, const char *word, unsigned id)
{
    return trace_word_names(word, id, k->name(id));
}

#endif

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
