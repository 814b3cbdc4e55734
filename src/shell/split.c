/* SPDX-License-Identifier: BSD-2-Clause */
/* Split a line into words. Portable. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <stdbool.h>
#include <spoor/shell/shell.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

char *spoor_shell_take_word(char *from, char **to, char *quote)
{
    char *out = *to;

    *quote = '\0';
    for (; *from != '\0' && (*quote != '\0' || !is_blank(*from)); from++) {
        if (*from == '\\' && *quote != '\'') {
            if (*++from == '\0') {
                return NULL;
            }
            *out++ = *from;
        } else if (*quote == '\0' && (*from == '"' || *from == '\'')) {
            *quote = *from;
        } else if (*quote != '\0' && *from == *quote) {
            *quote = '\0';
        } else {
            *out++ = *from;
        }
    }
    *to = out;
    return from;
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
        char quote;
        char *rest = spoor_shell_take_word(line, &end, &quote);

        if (rest == NULL || quote != '\0') {
            return -EINVAL;
        }
        argv[n++] = line;
        line = *rest == '\0' ? rest : rest + 1;
        *end = '\0';
    }
}

#endif
