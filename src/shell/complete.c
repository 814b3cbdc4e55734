/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Complete the word before the cursor. Quotes and backslashes are parsed as by spoor_shell_split(). Portable.
 */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <string.h>
#include <spoor/util/text.h>
#include "line_priv.h"

/*
 * The line up to the cursor, split into words. words.prefix is the unfinished word that ends at the cursor.
 */
struct place {
    char text[SPOOR_SHELL_LINE_BYTES]; /* the words without quotes, each NUL-terminated */
    char *argv[SPOOR_SHELL_ARGS];
    struct spoor_shell_words words;
    char quote; /* the quote that is open at the cursor, or '\0' */
};

static bool find_place(const struct spoor_edit *e, struct place *p)
{
    char *at = p->text;

    memcpy(p->text, e->line, e->cursor);
    p->text[e->cursor] = '\0';
    p->words = (struct spoor_shell_words){0, p->argv, NULL};
    p->quote = '\0';
    for (;;) {
        while (*at == ' ' || *at == '\t') {
            at++;
        }
        char *end = at;
        char *rest = spoor_shell_take_word(at, &end, &p->quote);

        if (rest == NULL) {
            return false;
        }
        if (*rest == '\0') {
            *end = '\0';
            p->words.prefix = at;
            return true;
        }
        if (p->words.argc == SPOOR_SHELL_ARGS) {
            return false;
        }
        *end = '\0';
        p->argv[p->words.argc++] = at;
        at = rest + 1;
    }
}

/*
 * Find the first candidate from number `*n` on that starts with the prefix, and store its number in `*n`.
 *
 * @return the candidate, or NULL if there is no further one
 */
static const char *next_fit(const struct spoor_edit *e, const struct place *p, unsigned *n)
{
    const char *name;

    while ((name = e->ops->candidate(&p->words, *n)) != NULL &&
           spoor_text_after(name, p->words.prefix) == NULL) {
        (*n)++;
    }
    return name;
}

/* Escape `c` so that the shell parses it back as `c` inside `quote`. @return the length */
static unsigned escaped(char out[4], char c, char quote)
{
    if (quote == '\'' && c == '\'') {
        memcpy(out, "'\\''", 4);
        return 4;
    }
    if (spoor_text_has(quote == '\0' ? " \t\"'\\" : quote == '"' ? "\"\\" : "", c)) {
        out[0] = '\\';
        out[1] = c;
        return 2;
    }
    out[0] = c;
    return 1;
}

/* Insert `n` characters of `text`, escaped, and then `tail`. @return false if they don't fit */
static bool insert(struct spoor_edit *e, const char *text, size_t n, char quote, const char *tail)
{
    size_t room = SPOOR_SHELL_LINE_BYTES - 1u - e->length;
    size_t needed = strlen(tail);
    char piece[4];

    for (size_t i = 0; i < n; i++) {
        needed += escaped(piece, text[i], quote);
    }
    if (needed > room) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        unsigned length = escaped(piece, text[i], quote);

        for (unsigned k = 0; k < length; k++) {
            spoor_line_put(e, piece[k]);
        }
    }
    while (*tail != '\0') {
        spoor_line_put(e, *tail++);
    }
    spoor_line_show_put(e, (unsigned)needed);
    return true;
}

static bool offered_before(const struct spoor_edit *e, const struct place *p, const char *name, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (spoor_text_is(e->ops->candidate(&p->words, i), name)) {
            return true;
        }
    }
    return false;
}

static void list(struct spoor_edit *e, const struct place *p)
{
    size_t column = 0;
    const char *name;

    spoor_line_write(e, "\n");
    for (unsigned n = 0; (name = next_fit(e, p, &n)) != NULL; n++) {
        size_t width = strlen(name) + 2;

        if (offered_before(e, p, name, n)) {
            continue;
        }
        if (column != 0 && column + width >= SPOOR_SHELL_SCREEN_COLUMNS) {
            spoor_line_write(e, "\n");
            column = 0;
        }
        spoor_line_write(e, name);
        spoor_line_write(e, "  ");
        column += width;
    }
    spoor_line_write(e, "\n");
    spoor_line_redraw(e);
}

void spoor_line_complete(struct spoor_edit *e, bool again)
{
    struct place place;
    unsigned n = 0;
    const char *first, *other;
    size_t common;
    bool several = false;

    if (e->ops->candidate == NULL || !find_place(e, &place) || (first = next_fit(e, &place, &n)) == NULL) {
        spoor_line_write(e, "\a");
        return;
    }
    common = strlen(first);
    while (n++, (other = next_fit(e, &place, &n)) != NULL) {
        size_t same = 0;

        while (other[same] != '\0' && other[same] == first[same]) {
            same++;
        }
        several |= other[same] != first[same];
        common = same < common ? same : common;
    }

    size_t typed = strlen(place.words.prefix);
    char tail[3] = {place.quote, ' ', '\0'};
    /* A prefix of a condition, like "max>", isn't a complete word. */
    bool blank_follows = e->line[e->cursor] == ' ' || spoor_text_has("<>=", first[strlen(first) - 1]);

    if (several && common == typed) {
        if (again) {
            list(e, &place);
        } else {
            spoor_line_write(e, "\a");
        }
        return;
    }
    tail[1] = blank_follows ? '\0' : ' ';
    if (!insert(e, first + typed, common - typed, place.quote,
                several               ? ""
                : place.quote == '\0' ? tail + 1
                                      : tail)) {
        spoor_line_write(e, "\a");
    }
}

#endif
