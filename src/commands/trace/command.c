/* SPDX-License-Identifier: BSD-2-Clause */
/* Parse the options and words of trace_points and trace_blocks, and run the actions in order. */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_SHELL

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <spoor/shell/options.h>
#include <spoor/shell/print.h>
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

static void refuse_word(const struct trace_kind *k, const char *word)
{
#if TRACE_PLACES
    if (trace_word_is_function(k, word)) {
        spoor_printf("%s: no %s is named \"%s\"; \"%s()\" selects those in this function\n", k->command,
                     k->one, word, word);
        return;
    }
#endif
    if (CONFIG_TRACE_NAMES && !CONFIG_SHELL_PLACES &&
        (spoor_text_has(word, '.') || spoor_text_has(word, '('))) {
        spoor_printf("%s: \"%s\": places need CONFIG_SHELL_PLACES\n", k->command, word);
    } else if (CONFIG_TRACE_NAMES) {
        trace_refuse_name(k->command, k->one, word);
    } else {
        spoor_printf("%s: \"%s\": names and places need CONFIG_TRACE_NAMES; spoor names prints the IDs\n",
                     k->command, word);
    }
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
    refuse_word(k, word);
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
        const char *word = trace_column_word(key);

        column = spoor_shell_print_word(word, (int)strlen(word), column, 2);
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
        if (is_key(trace_column_word(*key), word)) {
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
    int conditions;         /* set by the line's -w so far, minus those it removed */
};

/* ------------------------------------------------------------------ options with words */

enum {
    HELP,
    SHOW,
    DETAILS,
    ACTIVATE,
    DEACTIVATE,
    RESET,
    RECORD,
    RECORD_NO_MORE,
    CONDITION,
    COSTS,
    RATES,
    SORT,
    NET, /* only of blocks, like the following one */
    LESS_OWN,
    OPEN,
    OPTIONS
};

#if CONFIG_TRACE_EVENTS && CONFIG_TRACE_VISITS
#define RECORD_OPTIONS                                                                                       \
    "-e\0ID...\talso record visits as events while the service user runs\0"                                  \
    "-E\0ID...\tstop recording them\0"
#elif CONFIG_TRACE_EVENTS
#define RECORD_OPTIONS "-e\0\tneeds CONFIG_TRACE_VISITS\0-E\0\tneeds CONFIG_TRACE_VISITS\0"
#else
#define RECORD_OPTIONS "-e\0\tneeds CONFIG_TRACE_EVENTS\0-E\0\tneeds CONFIG_TRACE_EVENTS\0"
#endif
#if CONFIG_SHELL_CONDITIONS
#define CONDITION_OPTION                                                                                     \
    "-w\0[ID CONDITION ACTION | ID off]\tlist conditions, set one, or remove those of an ID\0"
#else
#define CONDITION_OPTION "-w\0\tneeds CONFIG_SHELL_CONDITIONS\0"
#endif
#if CONFIG_SHELL_COSTS
#define COSTS_OPTION    "-o\0\tmeasure the cost of a visit\0"
#define LESS_OWN_OPTION "--less-own\0\t\0"
#else
#define COSTS_OPTION    "-o\0\tneeds CONFIG_SHELL_COSTS\0"
#define LESS_OWN_OPTION "--less-own\0\tneeds CONFIG_SHELL_COSTS\0"
#endif
#if CONFIG_SHELL_RATES
#define RATES_OPTION "--rate\0[ID...]\tvisits and time since the last --rate\0"
#else
#define RATES_OPTION "--rate\0\tneeds CONFIG_SHELL_RATES\0"
#endif
#if TRACE_OPEN_LISTED
#define OPEN_OPTION "--open\0[ID...]\tlist visits that threads haven't ended; scoped ones aren't known\0"
#elif !CONFIG_SHELL_SUMMARIES
#define OPEN_OPTION "--open\0\tneeds CONFIG_SHELL_SUMMARIES\0"
#else
#define OPEN_OPTION "--open\0\tneeds CONFIG_TRACE_EVENTS\0"
#endif
#if CONFIG_TRACE_NET
#define NET_OPTION "--net\0\t\0"
#else
#define NET_OPTION "--net\0\tneeds CONFIG_TRACE_NET\0"
#endif

static const char option_list[] =
    "-h\0\t\0"
    "-s\0[ID...]\tshow the table, as without an option\0"
    "-i\0ID...\tshow details\0"
    "-a\0ID...\tactivate\0"
    "-d\0ID...\tdeactivate; keep the numbers\0"
    "-r\0[ID...]\treset the numbers; without an ID, all\0" RECORD_OPTIONS CONDITION_OPTION COSTS_OPTION
        RATES_OPTION "--sort\0KEY\t\0" NET_OPTION LESS_OWN_OPTION OPEN_OPTION;

static int set_view(struct line *l, unsigned option, const char *word)
{
    if (option == SORT) {
        return read_key(l->kind, word, &l->view.sort);
    }
    l->view.net |= option == NET;
    l->view.less_own |= option == LESS_OWN;
    return 0;
}

static int check(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    struct line *l = arg;

    if (option >= SORT && option != OPEN) {
        return set_view(l, option, words[0]);
    }
    if (CONFIG_SHELL_CONDITIONS && option == CONDITION) {
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

static void help(const struct trace_kind *k);

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
#if CONFIG_SHELL_CONDITIONS
    case CONDITION:
        return trace_watch_command(k, words, n);
#endif
#if CONFIG_SHELL_COSTS
    case COSTS:
        trace_show_costs(k);
        return 0;
#endif
#if CONFIG_SHELL_RATES
    case RATES:
        return trace_show_rates(k, words, n);
#endif
#if TRACE_OPEN_LISTED
    case OPEN:
        trace_show_open(k, words, n);
        return 0;
#endif
    default:
        return trace_change(k, spoor_text_nth(option_list, 2 * option)[1], words, n);
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
    if (option == SORT) {
        const struct trace_column *key = trace_key(completed, n);

        return key != NULL ? trace_column_word(key) : NULL;
    }
    if (!CONFIG_SHELL_CONDITIONS || option != CONDITION || at == 0) {
        return completed->described(n);
    }
    if (at == 1) {
        return completed->timed || n < 2 ? spoor_text_nth(conditions, n) : NULL;
    }
    return n < SPOOR_ARRAY_SPREAD_SIZE(trace_actions) ? trace_actions[n].name : NULL;
}

/* The options of points and of blocks. */
static const struct spoor_shell_options options[] = {{option_list, NET, check, run, offer},
                                                     {option_list, OPTIONS, check, run, offer}};

static void help(const struct trace_kind *k)
{
    spoor_shell_print_options(&options[k->timed], k->command);
    spoor_printf(TRACE_PLACES
                     ? "ID is a number of the table, a name, a pattern like \"s*\", or a place like\n"
                       "\"main.c\", \"main.c:12\" or \"main()\"; several may be given.\n"
                     : "ID is a number of the table, a name, or a pattern like \"s*\"; several may\n"
                       "be given.\n");
    print_keys(k, spoor_printf("KEY is"));
    spoor_printf(".\n");
    if (CONFIG_SHELL_CONDITIONS) {
        help_conditions(k);
    }
}

int trace_command_run(const struct trace_kind *k, int argc, char **argv)
{
    struct line l = {.kind = k, .view.sort = trace_columns};

    return spoor_shell_run_options(&options[k->timed], argc, argv, &l);
}

const char *trace_command_complete(const struct trace_kind *k, const struct spoor_shell_words *words,
                                   unsigned n)
{
    completed = k;
    return spoor_shell_complete_options(&options[k->timed], words, n);
}

#endif
