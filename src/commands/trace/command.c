/* SPDX-License-Identifier: BSD-2-Clause */
/* Parse the options and words of trace_points and trace_blocks, and run the actions in order. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <spoor/shell/options.h>
#include <spoor/shell/print.h>
#include <spoor/util/glob.h>
#include <spoor/util/text.h>
#include "command_priv.h"

static int refuse_id(const struct trace_kind *k, const char *word)
{
    unsigned size = k->size();

    if (size == 0) {
        spoor_printf("%s: ID %s: there are no %s\n", k->command, word, k->many);
    } else if (size == 1) {
        spoor_printf("%s: ID %s: there is one %s, 0\n", k->command, word, k->one);
    } else {
        spoor_printf("%s: ID %s: there are %u %s, 0 to %u\n", k->command, word, size, k->many, size - 1);
    }
    return -ENOENT;
}

/* Refuse a word that selects nothing, even if other words select something. */
static int check_word(const struct trace_kind *k, const char *word)
{
    for (unsigned id = 0; id < k->size(); id++) {
        if (trace_word_means(k, word, id)) {
            return 0;
        }
    }
    uint32_t number;

    if (spoor_text_number(word, &number)) {
        return refuse_id(k, word);
    }
    spoor_printf("%s: no %s %s \"%s\"; see %s -s\n", k->command, k->one,
                 spoor_glob_is_pattern(word) ? "matches" : "is named", word, k->command);
    return -ENOENT;
}

static int check_words(const struct trace_kind *k, char **words, int n)
{
    int error = 0;

    for (int i = 0; i < n && error == 0; i++) {
        error = check_word(k, words[i]);
    }
    return error;
}

/* Print the keys of --sort, starting at `column`. */
static void print_keys(const struct trace_kind *k, int column)
{
    const struct trace_column *key;

    for (unsigned n = 0; (key = trace_key(k, n)) != NULL; n++) {
        bool is_last = trace_key(k, n + 1) == NULL;

        if (is_last) {
            column = spoor_shell_print_word("or", 2, column, 2);
        }
        column = spoor_shell_print_word(key->word, (int)strlen(key->word), column, 2);
        column += !is_last && trace_key(k, n + 2) != NULL ? spoor_printf(",") : 0;
    }
}

static void help_conditions(const struct trace_kind *k)
{
    spoor_printf("CONDITION compares %s,\n  e.g. %s. ACTION is\n",
                 k->timed ? "count, last, net, min, max or avg" : "count",
                 k->timed ? "\"max>50us\" or \"count>=1000\"" : "\"count>=1000\"");
    spoor_array_spread_foreach_ptr(a, trace_actions)
    {
        spoor_printf("  %-11s%s\n", a->name, a->summary);
    }
}

static void help(const struct trace_kind *k)
{
    spoor_shell_print_usage(spoor_shell_find(k->command));
    spoor_printf("  -s  show the table, as without an option\n"
                 "  -i  show details\n"
                 "  -a  activate\n"
                 "  -d  deactivate; keep the numbers\n"
                 "  -r  reset the numbers; without an ID, all\n"
                 "  -e  also record visits as events while the service user runs\n"
                 "  -E  stop recording them\n"
                 "  -w  list conditions, set one, or remove those of an ID\n"
                 "  -o  measure the cost of a visit\n"
                 "  --rate  visits and time since the last --rate\n"
                 "ID is a number of the table, a name, or a pattern like \"s*\"; several may\n"
                 "be given.\n");
    print_keys(k, spoor_printf("KEY is"));
    spoor_printf(".\n");
    help_conditions(k);
}

/*
 * Compare ignoring case, without strcasecmp(), which small C libraries lack. The key must be in lower case.
 */
static bool is_key(const char *key, const char *word)
{
    while (*key != '\0' && *key == (*word >= 'A' && *word <= 'Z' ? *word - 'A' + 'a' : *word)) {
        key++;
        word++;
    }
    return *key == *word;
}

static int read_key(const struct trace_kind *k, const char *word, const struct trace_column **key)
{
    for (unsigned n = 0; (*key = trace_key(k, n)) != NULL; n++) {
        if (is_key((*key)->word, word)) {
            return 0;
        }
    }
    print_keys(k, spoor_printf("%s: --sort \"%s\": the keys are", k->command, word));
    spoor_printf("\n");
    return -EINVAL;
}

/* The state of a line while its options are parsed. */
struct line {
    const struct trace_kind *kind;
    struct trace_view view; /* how -s shows the table */
    const char *last;       /* the long option parsed last, or NULL */
    int conditions;         /* set by the line's -w so far, minus those it removed */
};

/*
 * Parse the long option at argv[i].
 *
 * @return the number of words used, 0 if there is no long option, or a negative errno
 */
static int take_long_option(const struct trace_kind *k, int argc, char **argv, int i, struct line *o)
{
    const char *key = spoor_text_after(argv[i], "--sort");
    int error;

    if (key != NULL && (*key == '=' || *key == '\0')) {
        bool apart = *key == '\0';

        o->last = "--sort";
        error = read_key(k, !apart ? key + 1 : i + 1 < argc ? argv[i + 1] : "", &o->view.sort);
        return error != 0 ? error : apart ? 2 : 1;
    }
    if (k->timed && spoor_text_is(argv[i], "--less-own")) {
        o->last = argv[i];
        o->view.less_own = true;
        return 1;
    }
    if (k->timed && spoor_text_is(argv[i], "--net")) {
        o->last = argv[i];
        o->view.net = true;
        if (!CONFIG_TRACE_NET) {
            spoor_printf("%s: --net: this image has wall times only (CONFIG_TRACE_NET 0)\n", k->command);
            return -ENOTSUP;
        }
        return 1;
    }
    return 0;
}

/* Remove the long options from the line. @return the remaining argc, or a negative errno */
static int take_long_options(const struct trace_kind *k, int argc, char **argv, struct line *o)
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

/* ------------------------------------------------------------------ options with words */

enum { SHOW, HELP, DETAILS, ACTIVATE, DEACTIVATE, RESET, RECORD, RECORD_NO_MORE, CONDITION, COSTS, RATES };

#define AN_ID "an ID, a name or a pattern"

static const struct spoor_shell_option list[] = {
    [SHOW] = {"-s", 0, SPOOR_SHELL_WORDS_MAX, NULL},
    [HELP] = {"-h", 0, 0, NULL},
    [DETAILS] = {"-i", 1, SPOOR_SHELL_WORDS_MAX, AN_ID},
    [ACTIVATE] = {"-a", 1, SPOOR_SHELL_WORDS_MAX, AN_ID},
    [DEACTIVATE] = {"-d", 1, SPOOR_SHELL_WORDS_MAX, AN_ID},
    [RESET] = {"-r", 0, SPOOR_SHELL_WORDS_MAX, NULL},
    [RECORD] = {"-e", 1, SPOOR_SHELL_WORDS_MAX, AN_ID},
    [RECORD_NO_MORE] = {"-E", 1, SPOOR_SHELL_WORDS_MAX, AN_ID},
    [CONDITION] = {"-w", 0, SPOOR_SHELL_WORDS_MAX, NULL},
    [COSTS] = {"-o", 0, 0, NULL},
    [RATES] = {"--rate", 0, SPOOR_SHELL_WORDS_MAX, NULL},
};

static int check(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    struct line *l = arg;

    if (!CONFIG_TRACE_EVENTS && (option == RECORD || option == RECORD_NO_MORE)) {
        spoor_printf("%s: %s: this image has no events (CONFIG_TRACE_EVENTS 0)\n", l->kind->command,
                     list[option].name);
        return -ENOTSUP;
    }
    if (option == CONDITION) {
        int error = check_words(l->kind, words, n > 1 ? 1 : n);

        return error != 0 ? error : trace_check_watch(l->kind, words, n, &l->conditions);
    }
    return check_words(l->kind, words, n);
}

static void show_details(const struct trace_kind *k, char **words, int n)
{
    for (unsigned id = 0; id < k->size(); id++) {
        if (trace_selected(k, words, n, id)) {
            trace_show_details(k, id);
        }
    }
}

static int run(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    const struct line *l = arg;
    const struct trace_kind *k = l->kind;

    switch (option) {
    case SHOW:
        return trace_show_table(k, words, n, &l->view);
    case HELP:
        help(k);
        return 0;
    case DETAILS:
        show_details(k, words, n);
        return 0;
    case CONDITION:
        return trace_watch_command(k, words, n);
    case COSTS:
        trace_show_costs(k);
        return 0;
    case RATES:
        return trace_show_rates(k, words, n);
    default:
        return trace_change(k, list[option].name[1], words, n);
    }
}

/* ------------------------------------------------------------------ completion */

/* The kind of the line being completed. A static variable is enough: the editor has one line. */
static const struct trace_kind *completed;

/* Offer names; for -w ID CONDITION ACTION also conditions, up to their number, and actions. */
static const char *offer(unsigned option, const struct spoor_shell_words *words, int at, unsigned n)
{
    static const char conditions[] = "count>=\0off\0max>\0last>\0net>\0avg>\0min<\0";

    (void)words;
    if (option != CONDITION || at == 0) {
        return completed->described(n);
    }
    if (at == 1) {
        return completed->timed || n < 2 ? spoor_text_nth(conditions, n) : NULL;
    }
    return n < SPOOR_ARRAY_SPREAD_SIZE(trace_actions) ? trace_actions[n].name : NULL;
}

static const struct spoor_shell_options options = {SPOOR_SHELL_OPTION_LIST(list), check, run, offer};

/* Refuse --sort, --net and --less-own without -s, because they only change what -s shows. */
static int check_view(const struct trace_kind *k, const char *last, int argc, char **argv)
{
    bool shows = argc == 1 || argv[1][0] != '-' || argv[1][1] == '\0';

    for (int i = 1; i < argc; i++) {
        shows |= spoor_text_is(argv[i], "-s");
    }
    if (last != NULL && !shows) {
        spoor_printf("%s: %s needs -s\n", k->command, last);
        return -EINVAL;
    }
    return 0;
}

int trace_command_run(const struct trace_kind *k, int argc, char **argv)
{
    struct line l = {.kind = k, .view.sort = trace_columns};

    argc = take_long_options(k, argc, argv, &l);
    if (argc < 0) {
        return argc;
    }
    int error = check_view(k, l.last, argc, argv);

    return error != 0 ? error : spoor_shell_run_options(&options, argc, argv, &l);
}

const char *trace_command_complete(const struct trace_kind *k, const struct spoor_shell_words *words,
                                   unsigned n)
{
    completed = k;
    if (words->prefix[0] == '-' && n >= options.count) {
        n -= options.count;
        return k->timed || n == 0 ? spoor_text_nth("--sort\0--net\0--less-own\0", n) : NULL;
    }
    if (spoor_text_is(words->argv[words->argc - 1], "--sort")) {
        const struct trace_column *key = trace_key(k, n);

        return key != NULL ? key->word : NULL;
    }
    return spoor_shell_complete_options(&options, words, n);
}

#endif
