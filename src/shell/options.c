/* SPDX-License-Identifier: BSD-2-Clause */
/* Options with words, from a table. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <stdbool.h>
#include <spoor/shell/options.h>
#include <spoor/shell/print.h>
#include <spoor/util/text.h>

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

/* The option at argv[*i] and its words; `*i` moves on after them. @return NULL when there is no such option
 */
static const struct spoor_shell_option *next_option(const struct spoor_shell_option *options, unsigned count,
                                                    int argc, char **argv, int *i, char ***words, int *n)
{
    const struct spoor_shell_option *o = options;

    if (*i < argc && is_option(argv[*i])) {
        while (o < options + count && !spoor_text_is(argv[*i], o->name)) {
            o++;
        }
        (*i)++;
    }
    *words = argv + *i;
    for (*n = 0; *i < argc && !is_option(argv[*i]); (*i)++) {
        (*n)++;
    }
    return o < options + count ? o : NULL;
}

const char *spoor_shell_complete_options(const struct spoor_shell_option *options, unsigned count,
                                         const struct spoor_shell_words *words, unsigned n)
{
    const struct spoor_shell_option *last = options;
    int at = 0;

    if (words->prefix[0] == '-') {
        return n < count ? options[n].name : NULL;
    }
    for (int i = 1; i < words->argc; i++) {
        const struct spoor_shell_option *o = options;

        at++;
        while (o < options + count && !spoor_text_is(words->argv[i], o->name)) {
            o++;
        }
        if (o < options + count) {
            last = o;
            at = 0;
        }
    }
    return last->complete != NULL && at < last->most ? last->complete(words, at, n) : NULL;
}

static int check(const char *command, const struct spoor_shell_option *o, char **words, int n, void *arg)
{
    if (n < o->least) {
        spoor_printf("%s: %s needs %s\n", command, o->name, o->needs != NULL ? o->needs : "more words");
        return -EINVAL;
    }
    if (n > o->most) {
        spoor_printf("%s: %s takes no \"%s\"\n", command, o->name, words[o->most]);
        return -EINVAL;
    }
    return o->check != NULL ? o->check(o, words, n, arg) : 0;
}

int spoor_shell_run_options(const struct spoor_shell_option *options, unsigned count, int argc, char **argv,
                            void *arg)
{
    for (int pass = 0; pass < 2; pass++) {
        int i = 1;

        do {
            char **words;
            int n;
            const struct spoor_shell_option *o = next_option(options, count, argc, argv, &i, &words, &n);

            if (o == NULL) {
                spoor_printf("%s: %s: no such option; see %s -h\n", argv[0], words[-1], argv[0]);
                return -EINVAL;
            }
            int error = pass == 0 ? check(argv[0], o, words, n, arg) : o->run(o, words, n, arg);

            if (error != 0) {
                return error;
            }
        } while (i < argc);
    }
    return 0;
}

#endif
