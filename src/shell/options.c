/* SPDX-License-Identifier: BSD-2-Clause */
/* Parse options with words, as described by a list, and print their usage and help. */
#include <spoor/config.h>

#if CONFIG_TRACE_SHELL

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <spoor/shell/options.h>
#include <spoor/shell/print.h>
#include <spoor/util/text.h>

/* The longest option with its words, in brackets. */
#define PART_BYTES 48

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

/* An option as described in the list. */
struct option {
    const char *name, *words;
    int length; /* of the words' description */
    int least, most;
    bool modifies;
};

/* Read the description at `at`. @return the next one's */
static const char *read_option(const char *at, struct option *o)
{
    bool many = false;

    o->name = at;
    o->words = at = spoor_text_nth(at, 1);
    o->most = 0;
    for (char before = ' '; *at != '\t'; before = *at++) {
        o->most += before == ' ';
        many |= *at == '.' || *at == '|';
    }
    o->length = (int)(at - o->words);
    o->least = o->words[0] != '[' ? o->most : 0;
    o->modifies = o->name[1] == '-' && !many;
    if (many) {
        o->most = SPOOR_SHELL_ARGS;
    }
    return spoor_text_nth(at, 1);
}

/*
 * Find an option by its name; a modifier's name may be followed by `=` and its word.
 *
 * @return its number, or the list's length if there is no such option
 */
static unsigned find(const struct spoor_shell_options *options, const char *word, struct option *o)
{
    const char *at = options->list;
    unsigned n = 0;

    for (; n < options->count; n++) {
        const char *rest = spoor_text_after(word, at);

        at = read_option(at, o);
        if (rest != NULL && (*rest == '\0' || (*rest == '=' && o->modifies && o->most != 0))) {
            break;
        }
    }
    return n;
}

const char *spoor_shell_complete_options(const struct spoor_shell_options *options,
                                         const struct spoor_shell_words *words, unsigned n)
{
    struct option o, now;
    unsigned last = find(options, "-s", &now);
    int at = 0;

    if (words->prefix[0] == '-') {
        return n < options->count ? spoor_text_nth(options->list, 2 * n) : NULL;
    }
    for (int i = 1; i < words->argc; i++) {
        unsigned option = find(options, words->argv[i], &o);

        if (option == options->count) {
            at++;
        } else if (!o.modifies || i + o.most == words->argc) {
            last = option;
            now = o;
            at = 0;
        } else {
            i += o.most;
        }
    }
    return at < now.most ? options->complete(last, words, at, n) : NULL;
}

static int check_option(const char *command, const struct option *o, char **words, int n)
{
    const char *help = o->words + o->length + 1;

    if (spoor_text_after(help, "needs ") != NULL) {
        spoor_printf("%s: %s %s\n", command, o->name, help);
        return -ENOTSUP;
    }
    if (n < o->least) {
        spoor_printf("%s: %s needs %.*s\n", command, o->name, o->length, o->words);
        return -EINVAL;
    }
    if (n > o->most) {
        spoor_printf("%s: %s takes no \"%s\"\n", command, o->name, words[o->most]);
        return -EINVAL;
    }
    return 0;
}

/*
 * Carry out the modifiers of -s, and remove them from the line.
 *
 * @param last  set to the last one's name, if there is any
 * @return the remaining argc, or a negative errno after a message
 */
static int take_modifiers(const struct spoor_shell_options *options, int argc, char **argv, void *arg,
                          const char **last)
{
    int left = 0;

    for (int i = 0; i < argc; i++) {
        struct option o;
        unsigned option = find(options, argv[i], &o);

        if (option == options->count || !o.modifies) {
            argv[left++] = argv[i];
            continue;
        }
        char *word = argv[i] + strlen(o.name);

        if (*word == '=') {
            word++;
        } else if (o.most != 0 && i + 1 < argc) {
            word = argv[++i];
        }
        int error = check_option(argv[0], &o, &word, o.most);

        error = error != 0 ? error : options->check(option, &word, o.most, arg);
        if (error != 0) {
            return error;
        }
        *last = o.name;
    }
    return left;
}

int spoor_shell_run_options(const struct spoor_shell_options *options, int argc, char **argv, void *arg)
{
    const char *modifier = NULL;

    argc = take_modifiers(options, argc, argv, arg, &modifier);
    if (argc < 0) {
        return argc;
    }
    for (int pass = 0; pass < 2; pass++) {
        int i = 1;

        do {
            struct option o;
            unsigned option = find(options, i < argc && is_option(argv[i]) ? argv[i++] : "-s", &o);
            char **words = argv + i;
            int n = 0, error;

            for (; i < argc && !is_option(argv[i]); i++) {
                n++;
            }
            if (option == options->count) {
                spoor_printf("%s: %s: no such option; see %s -h\n", argv[0], words[-1], argv[0]);
                return -EINVAL;
            }
            if (pass != 0) {
                error = options->run(option, words, n, arg);
            } else {
                error = check_option(argv[0], &o, words, n);
                error = error != 0 ? error : options->check(option, words, n, arg);
                modifier = spoor_text_is(o.name, "-s") ? NULL : modifier;
            }
            if (error != 0) {
                return error;
            }
        } while (i < argc);
        if (modifier != NULL) {
            spoor_printf("%s: %s needs -s\n", argv[0], modifier);
            return -EINVAL;
        }
    }
    return 0;
}

void spoor_shell_print_options(const struct spoor_shell_options *options, const char *command)
{
    const char *at = options->list;
    struct option o;
    char part[PART_BYTES];
    int indent, column;

    spoor_printf("%s: %s\n", command, spoor_shell_find(command)->summary);
    indent = column = spoor_printf("usage: %s", command);
    for (unsigned n = 0; n < options->count; n++) {
        at = read_option(at, &o);
        column =
            spoor_shell_print_word(part,
                                   spoor_snprintf(part, sizeof part, o.length != 0 ? "[%s %.*s]" : "[%s]",
                                                  o.name, o.length, o.words),
                                   column, indent);
    }
    at = options->list;
    for (unsigned n = 0; n < options->count; n++) {
        at = read_option(at, &o);
        if (o.words[o.length + 1] != '\0') {
            spoor_printf("\n  %s  %s", o.name, o.words + o.length + 1);
        }
    }
    spoor_printf("\n");
}

#endif
