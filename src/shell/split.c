/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Splitting a line into words. Portable.
 */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <stdbool.h>
#include <spoor/shell/shell.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Move one word down to *to, without its quotes. @return the text after it, or NULL when it doesn't end */
static char *take_word(char *from, char **to)
{
    char quote = '\0';
    char *out = *to;

    for (; *from != '\0' && (quote != '\0' || !is_blank(*from)); from++) {
        if (*from == '\\' && quote != '\'') {
            if (*++from == '\0') {
                return NULL;
            }
            *out++ = *from;
        } else if (quote == '\0' && (*from == '"' || *from == '\'')) {
            quote = *from;
        } else if (quote != '\0' && *from == quote) {
            quote = '\0';
        } else {
            *out++ = *from;
        }
    }
    *to = out;
    return quote == '\0' ? from : NULL;
}

int spoor_shell_split(char *line, char **argv, int max)
{
    int n = 0;

    for (;;) {
        while (is_blank(*line)) {
            line++;
        }
        if (*line == '\0') {
            return n;
        }
        if (n == max) {
            return -E2BIG;
        }
        char *end = line;
        char *rest = take_word(line, &end);

        if (rest == NULL) {
            return -EINVAL;
        }
        argv[n++] = line;
        line = *rest == '\0' ? rest : rest + 1;
        *end = '\0';
    }
}

#endif
