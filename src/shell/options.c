/* SPDX-License-Identifier: BSD-2-Clause */
/* Parse options with words, as described by a table. */
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

/* @return the index of an option in the list, or the list's length if there is no such option */
static unsigned find(const struct spoor_shell_options *options, const char *name)
{
    unsigned n = 0;

    while (n < options->count && !spoor_text_is(options->list[n].name, name)) {
        n++;
    }
    return n;
}

const char *spoor_shell_complete_options(const struct spoor_shell_options *options,
                                         const struct spoor_shell_words *words, unsigned n)
{
    unsigned last = 0;
    int at = 0;

    if (words->prefix[0] == '-') {
        return n < options->count ? options->list[n].name : NULL;
    }
    for (int i = 1; i < words->argc; i++) {
        unsigned option = find(options, words->argv[i]);

        at++;
        if (option < options->count) {
            last = option;
            at = 0;
        }
    }
    return at < options->list[last].most ? options->complete(last, words, at, n) : NULL;
}

static int check_count(const char *command, const struct spoor_shell_option *o, char **words, int n)
{
    if (n < o->least) {
        spoor_printf("%s: %s needs %s\n", command, o->name, o->needs != NULL ? o->needs : "more words");
        return -EINVAL;
    }
    if (n > o->most) {
        spoor_printf("%s: %s takes no \"%s\"\n", command, o->name, words[o->most]);
        return -EINVAL;
    }
    return 0;
}

int spoor_shell_run_options(const struct spoor_shell_options *options, int argc, char **argv, void *arg)
{
    for (int pass = 0; pass < 2; pass++) {
        int i = 1;

        do {
            unsigned option = i < argc && is_option(argv[i]) ? find(options, argv[i++]) : 0;
            char **words = argv + i;
            int n = 0, error;

            for (; i < argc && !is_option(argv[i]); i++) {
                n++;
            }
            if (option == options->count) {
                spoor_printf("%s: %s: no such option; see %s -h\n", argv[0], words[-1], argv[0]);
                return -EINVAL;
            }
            if (pass == 0) {
                error = check_count(argv[0], &options->list[option], words, n);
                error = error != 0 ? error : options->check(option, words, n, arg);
            } else {
                error = options->run(option, words, n, arg);
            }
            if (error != 0) {
                return error;
            }
        } while (i < argc);
    }
    return 0;
}

#endif
