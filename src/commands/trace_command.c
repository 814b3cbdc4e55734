/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The line of trace_points and trace_blocks: its options, what its words select, and the order of things.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <util/glob.h>
#include "trace_command_priv.h"

#if CONFIG_TRACE

/* An option and the words behind it, up to the next one. */
struct action {
    char option;
    char **words;
    int count;
};

static unsigned key_count(const struct trace_kind *k)
{
    return k->timed ? KEYS : KEY_COUNT + 1;
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
        if (trace_word_means(k, word, id)) {
            return 0;
        }
    }
    if (trace_is_number(word)) {
        return refuse_id(k, word);
    }
    printf("%s: no %s %s \"%s\"; see %s -s\n", k->command, k->one,
           glob_is_pattern(word) ? "matches" : "is named", word, k->command);
    return -ENOENT;
}

static int check(const struct trace_kind *k, const struct action *a)
{
    int ids = a->option == 'w' && a->count > 1 ? 1 : a->count; /* words that are IDs */

    if (strchr("hsiadrwoeE", a->option) == NULL) {
        printf("%s: %s: no such option; see %s -h\n", k->command, a->words[-1], k->command);
        return -EINVAL;
    }
    if (strchr("ho", a->option) != NULL && a->count > 0) {
        printf("%s: -%c takes no \"%s\"\n", k->command, a->option, a->words[0]);
        return -EINVAL;
    }
    if (strchr("iadeE", a->option) != NULL && a->count == 0) {
        printf("%s: -%c needs an ID, a name or a pattern\n", k->command, a->option);
        return -EINVAL;
    }
    if (strchr("eE", a->option) != NULL && !CONFIG_TRACE_EVENTS) {
        printf("%s: -%c: this image has no events (CONFIG_TRACE_EVENTS 0)\n", k->command, a->option);
        return -ENOTSUP;
    }
    for (int i = 0; i < ids; i++) {
        int error = check_word(k, a->words[i]);

        if (error != 0) {
            return error;
        }
    }
    return a->option == 'w' ? trace_check_watch(k, a->words, a->count) : 0;
}

static void print_in_lower_case(const char *s)
{
    for (; *s != '\0'; s++) {
        putchar(*s >= 'A' && *s <= 'Z' ? *s - 'A' + 'a' : *s);
    }
}

static void print_keys(const struct trace_kind *k)
{
    for (unsigned i = 0; i < key_count(k); i++) {
        printf("%s", i == 0 ? "" : i + 1 == key_count(k) ? " or " : ", ");
        print_in_lower_case(trace_key_name((enum trace_key)i));
    }
}

static void help_conditions(const struct trace_kind *k)
{
    printf("CONDITION compares %s, e.g. %s. ACTION is\n",
           k->timed ? "count, last, net, min, max or avg" : "count",
           k->timed ? "\"max>50us\" or \"count>=1000\"" : "\"count>=1000\"");
    array_spread_foreach_ptr (a, trace_actions) {
        printf("  %-11s%s\n", a->name, a->summary);
    }
}

static void help(const struct trace_kind *k)
{
    printf("usage: %s %s\n", k->command, k->usage);
    printf("  -s  show the table; what no option does too\n"
           "  -i  show details\n"
           "  -a  activate\n"
           "  -d  deactivate; the numbers stay\n"
           "  -r  reset the numbers, all without an ID\n"
           "  -e  record visits as events, too, while the service user runs\n"
           "  -E  record them no more\n"
           "  -w  list conditions, set one, or remove those of an ID\n"
           "  -o  measure what a visit costs\n"
           "ID is a number of the table, a name, or a pattern like \"s*\"; several may be given.\n"
           "KEY is ");
    print_keys(k);
    printf(".\n");
    help_conditions(k);
}

static int perform(const struct trace_kind *k, const struct action *a, const struct trace_view *view)
{
    switch (a->option) {
    case 'h':
        help(k);
        return 0;
    case 's':
        return trace_show_table(k, a->words, a->count, view);
    case 'w':
        return trace_watch_command(k, a->words, a->count);
    case 'o':
        trace_show_costs(k);
        return 0;
    case 'i':
        for (unsigned id = 0; id < k->size(); id++) {
            if (trace_selected(k, a->words, a->count, id)) {
                trace_show_details(k, id);
            }
        }
        return 0;
    default:
        return trace_change(k, a->option, a->words, a->count);
    }
}

static int read_key(const struct trace_kind *k, const char *word, enum trace_key *key)
{
    for (unsigned n = 0; n < key_count(k); n++) {
        if (strcasecmp(word, trace_key_name((enum trace_key)n)) == 0) {
            *key = (enum trace_key)n;
            return 0;
        }
    }
    printf("%s: --sort \"%s\": the keys are ", k->command, word);
    print_keys(k);
    printf("\n");
    return -EINVAL;
}

/* What the long options say of the table; `last` is the one read last, NULL for none. */
struct long_options {
    struct trace_view view;
    const char *last;
};

/* Take the long option at argv[i]. Returns how many words it is, 0 if it is none, or a negative errno. */
static int take_long_option(const struct trace_kind *k, int argc, char **argv, int i, struct long_options *o)
{
    int error;

    if (strncmp(argv[i], "--sort", 6) == 0 && (argv[i][6] == '=' || argv[i][6] == '\0')) {
        bool apart = argv[i][6] == '\0';

        o->last = "--sort";
        error = read_key(k, !apart ? argv[i] + 7 : i + 1 < argc ? argv[i + 1] : "", &o->view.sort);
        return error != 0 ? error : apart ? 2 : 1;
    }
    if (k->timed && strcmp(argv[i], "--less-own") == 0) {
        o->last = argv[i];
        o->view.less_own = true;
        return 1;
    }
    if (k->timed && strcmp(argv[i], "--net") == 0) {
        o->last = argv[i];
        o->view.net = true;
        if (!CONFIG_TRACE_NET) {
            printf("%s: --net: this image keeps wall times alone (CONFIG_TRACE_NET 0)\n", k->command);
            return -ENOTSUP;
        }
        return 1;
    }
    return 0;
}

/* Take the long options out of the line. Returns what is left of argc, or a negative errno. */
static int take_long_options(const struct trace_kind *k, int argc, char **argv, struct long_options *o)
{
    int left = 0;

    for (int i = 0; i < argc;) {
        int taken = take_long_option(k, argc, argv, i, o);

        if (taken < 0) {
            return taken;
        }
        if (taken == 0) {
            argv[left++] = argv[i++];
        }
        i += taken;
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
    struct long_options o = {.view.sort = KEY_ID};
    int error = 0;
    bool shows = false;
    struct action a;
    int i = 1;

    argc = take_long_options(k, argc, argv, &o);
    if (argc < 0) {
        return argc;
    }
    do {
        i = next_action(argc, argv, i, &a);
        shows |= a.option == 's';
        error = check(k, &a);
    } while (error == 0 && i < argc);
    if (error == 0 && o.last != NULL && !shows) {
        printf("%s: %s goes with -s\n", k->command, o.last);
        error = -EINVAL;
    }
    for (i = 1; error == 0;) {
        i = next_action(argc, argv, i, &a);
        error = perform(k, &a, &o.view);
        if (i >= argc) {
            break;
        }
    }
    return error;
}

#endif
