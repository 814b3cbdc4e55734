/* SPDX-License-Identifier: BSD-2-Clause */
/* Words of TSDL: names, numbers, strings, and signs such as ":=" and "...". */
#ifndef FOREIGN_CTF_LEX_H
#define FOREIGN_CTF_LEX_H

#include <stddef.h>

enum token { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_SIGN };

struct lexer {
    const char *at, *end; /* what follows the word */
    unsigned line;
    enum token kind;
    const char *text; /* of the word; a string's is without quotes */
    size_t length;
};

/* Read the next word. */
void lexer_next(struct lexer *l);

#endif
