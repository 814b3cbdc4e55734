/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The line of trace_points and trace_blocks: its options, what its words select, and the order of things.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <util/glob.h>
#include "trace_command_priv.h"

#if CONFIG_TRACE

/* An option and the words behind it, up to the next one. */
struct action {
    char option;
    char **words;
    int count;
};

static const char *const key_names[KEYS] = {"id", "name", "count", "last", "min", "max", "avg", "total"};

static unsigned key_count(const struct trace_kind *k)
{
    return k->timed ? KEYS : KEY_COUNT + 1;
}

static bool is_number(const char *word)
{
    return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

/* The ID that a number means; one that no array reaches when it is too large. */
static unsigned to_id(const char *number)
{
    unsigned id = 0;

    for (; *number != '\0'; number++) {
        if (id > UINT_MAX / 10 - 1) {
            return UINT_MAX;
        }
        id = id * 10 + (unsigned)(*number - '0');
    }
    return id;
}

static bool word_means(const struct trace_kind *k, const char *word, unsigned id)
{
    if (is_number(word)) {
        return to_id(word) == id;
    }
    return glob_match(word, k->name(id)) || strcmp(word, k->name(id)) == 0;
}

bool trace_selected(const struct trace_kind *k, char **words, int n, unsigned id)
{
    for (int i = 0; i < n; i++) {
        if (word_means(k, words[i], id)) {
            return true;
        }
    }
    return n == 0;
}

static int refuse_id(const struct trace_kind *k, const char *word)
{
    unsigned size = k->size();

    if (size == 0) {
        printf("%s: ID %s: there are no %s\n", k->command, word, k->many);
    } else if (size == 1) {
        printf("%s: ID %s: there is one %s, 0\n", k->command, word, k->one);
    } else {
        printf("%s: ID %s: there are %u %s, 0 to %u\n", k->command, word, size, k->many, size - 1);
    }
    return -ENOENT;
}

/* A word that means nothing is an error, whatever the others mean. */
static int check_word(const struct trace_kind *k, const char *word)
{
    for (unsigned id = 0; id < k->size(); id++) {
        if (word_means(k, word, id)) {
            return 0;
        }
    }
    if (is_number(word)) {
        return refuse_id(k, word);
    }
    printf("%s: no %s %s \"%s\"; see %s -s\n", k->command, k->one,
           glob_is_pattern(word) ? "matches" : "is named", word, k->command);
    return -ENOENT;
}

static int check(const struct trace_kind *k, const struct action *a)
{
    if (strchr("hsiadr", a->option) == NULL) {
        printf("%s: %s: no such option; see %s -h\n", k->command, a->words[-1], k->command);
        return -EINVAL;
    }
    if (a->option == 'h' && a->count > 0) {
        printf("%s: -h takes no \"%s\"\n", k->command, a->words[0]);
        return -EINVAL;
    }
    if (strchr("iad", a->option) != NULL && a->count == 0) {
        printf("%s: -%c needs an ID, a name or a pattern\n", k->command, a->option);
        return -EINVAL;
    }
    for (int i = 0; i < a->count; i++) {
        int error = check_word(k, a->words[i]);

        if (error != 0) {
            return error;
        }
    }
    return 0;
}

static void help(const struct trace_kind *k)
{
    printf("usage: %s %s\n", k->command, TRACE_COMMAND_USAGE);
    printf("  -s  show the table; what no option does too\n"
           "  -i  show details\n"
           "  -a  activate\n"
           "  -d  deactivate; the numbers stay\n"
           "  -r  reset the numbers, all without an ID\n"
           "ID is a number of the table, a name, or a pattern like \"s*\"; several may be given.\n"
           "KEY is ");
    for (unsigned i = 0; i < key_count(k); i++) {
        printf("%s%s", key_names[i], i + 1 == key_count(k) ? ".\n" : i + 2 == key_count(k) ? " or " : ", ");
    }
}

/* What -a, -d and -r did: one by its name, several by their number. */
static void confirm(const struct trace_kind *k, char option, unsigned changed, unsigned last)
{
    if (changed == 1) {
        printf("%s %u %s: %s\n", k->one, last, k->name(last),
               option == 'a'   ? "on"
               : option == 'd' ? "off"
                               : "reset");
    } else {
        printf("%s %u %s\n",
               option == 'a'   ? "enabled"
               : option == 'd' ? "disabled"
                               : "reset",
               changed, k->many);
    }
}

static void change(const struct trace_kind *k, const struct action *a)
{
    unsigned changed = 0, last = 0;

    for (unsigned id = 0; id < k->size(); id++) {
        if (!trace_selected(k, a->words, a->count, id)) {
            continue;
        }
        if (a->option == 'r') {
            k->reset(id);
        } else {
            k->enable(id, a->option == 'a');
        }
        changed++;
        last = id;
    }
    confirm(k, a->option, changed, last);
}

static int perform(const struct trace_kind *k, const struct action *a, enum trace_key sort)
{
    switch (a->option) {
    case 'h':
        help(k);
        return 0;
    case 's':
        return trace_show_table(k, a->words, a->count, sort);
    case 'i':
        for (unsigned id = 0; id < k->size(); id++) {
            if (trace_selected(k, a->words, a->count, id)) {
                trace_show_details(k, id);
            }
        }
        return 0;
    default:
        change(k, a);
        return 0;
    }
}

/* Take --sort and its key out of the line. Returns what is left of argc, or a negative errno. */
static int take_sort(const struct trace_kind *k, int argc, char **argv, int *sort)
{
    int left = 0;

    for (int i = 0; i < argc; i++) {
        const char *key;
        unsigned n;

        if (strncmp(argv[i], "--sort=", 7) == 0) {
            key = argv[i] + 7;
        } else if (strcmp(argv[i], "--sort") == 0) {
            key = i + 1 < argc ? argv[++i] : "";
        } else {
            argv[left++] = argv[i];
            continue;
        }
        for (n = 0; n < key_count(k) && strcmp(key, key_names[n]) != 0; n++) {
        }
        if (n == key_count(k)) {
            printf("%s: --sort \"%s\": the keys are id, name, count%s\n", k->command, key,
                   k->timed ? ", last, min, max, avg, total" : "");
            return -EINVAL;
        }
        *sort = (int)n;
    }
    return left;
}

static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0';
}

/* The action that begins at argv[i]: words without an option are for -s. Returns where the next begins. */
static int next_action(int argc, char **argv, int i, struct action *a)
{
    a->option = 's';
    if (i < argc && is_option(argv[i])) {
        a->option = argv[i][2] == '\0' ? argv[i][1] : '?';
        i++;
    }
    a->words = argv + i;
    for (a->count = 0; i < argc && !is_option(argv[i]); i++) {
        a->count++;
    }
    return i;
}

int trace_command_run(const struct trace_kind *k, int argc, char **argv)
{
    int sort = -1;
    int error = 0;
    bool shows = false;
    struct action a;
    int i = 1;

    argc = take_sort(k, argc, argv, &sort);
    if (argc < 0) {
        return argc;
    }
    do {
        i = next_action(argc, argv, i, &a);
        shows |= a.option == 's';
        error = check(k, &a);
    } while (error == 0 && i < argc);
    if (error == 0 && sort >= 0 && !shows) {
        printf("%s: --sort goes with -s\n", k->command);
        error = -EINVAL;
    }
    for (i = 1; error == 0;) {
        i = next_action(argc, argv, i, &a);
        error = perform(k, &a, sort < 0 ? KEY_ID : (enum trace_key)sort);
        if (i >= argc) {
            break;
        }
    }
    return error;
}

#endif
