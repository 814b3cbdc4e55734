/* SPDX-License-Identifier: BSD-2-Clause */
#include "ctf_lex.h"
#include <ctype.h>
#include <string.h>

static void skip_line(struct lexer *l)
{
    while (l->at < l->end && *l->at != '\n') {
        l->at++;
    }
}

static void skip_comment(struct lexer *l)
{
    for (l->at += 2; l->at < l->end; l->at++) {
        l->line += *l->at == '\n';
        if (l->end - l->at >= 2 && l->at[0] == '*' && l->at[1] == '/') {
            l->at += 2;
            return;
        }
    }
}

static void skip_blanks(struct lexer *l)
{
    while (l->at < l->end) {
        if (isspace((unsigned char)*l->at)) {
            l->line += *l->at++ == '\n';
        } else if (l->end - l->at >= 2 && l->at[0] == '/' && l->at[1] == '*') {
            skip_comment(l);
        } else if (l->end - l->at >= 2 && l->at[0] == '/' && l->at[1] == '/') {
            skip_line(l);
        } else {
            return;
        }
    }
}

static size_t word(const struct lexer *l)
{
    size_t n = 0;

    while (l->at + n < l->end && (isalnum((unsigned char)l->at[n]) || l->at[n] == '_')) {
        n++;
    }
    return n;
}

void lexer_next(struct lexer *l)
{
    skip_blanks(l);
    l->text = l->at;
    l->length = 0;
    if (l->at == l->end) {
        l->kind = TOKEN_END;
        return;
    }
    size_t left = (size_t)(l->end - l->at);

    if (*l->at == '"') {
        const char *close = memchr(l->at + 1, '"', left - 1);

        l->kind = TOKEN_STRING;
        l->text = l->at + 1;
        l->length = close != NULL ? (size_t)(close - l->text) : left - 1;
        l->at = close != NULL ? close + 1 : l->end;
        return;
    }
    l->length = word(l);
    l->kind = l->length == 0 ? TOKEN_SIGN : isdigit((unsigned char)l->text[0]) ? TOKEN_NUMBER : TOKEN_NAME;
    if (l->length == 0) {
        l->length = left >= 3 && memcmp(l->at, "...", 3) == 0  ? 3
                    : left >= 2 && memcmp(l->at, ":=", 2) == 0 ? 2
                                                               : 1;
    }
    l->at += l->length;
}
