/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_functions: show instrumented functions by count, total, self and maximum time, and select the
 * functions to trace. Without CONFIG_TRACE_FUNCTION_NAMES the table has addresses, which `spoor symbols`
 * replaces by names.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION_TABLE && CONFIG_TRACE_SHELL

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <spoor/function.h>
#include <spoor/shell/options.h>
#include <spoor/shell/print.h>
#include <spoor/shell/shell.h>
#include <spoor/shell/table.h>
#include <spoor/util/divide.h>
#include <spoor/util/format.h>
#include <spoor/util/glob.h>
#include <spoor/util/text.h>

/* @return the name of a function of the table, or NULL if it isn't on the target */
static const char *name_of(uint32_t fn)
{
#if CONFIG_TRACE_FUNCTION_NAMES
    return trace_function_name(fn);
#else
    (void)fn;
    return NULL;
#endif
}

static const char columns[] = "<Function\0>Count\0>Total\0>Self\0>Max";

/* ------------------------------------------------------------------ the table */

static const char *const keys[] = {"function", "count", "total", "self", "max"};

enum { BY_FUNCTION, BY_COUNT, BY_TOTAL, BY_SELF, BY_MAX, FUNCTION_KEYS };

static uint64_t value(const struct trace_function *f, int key)
{
    switch (key) {
    case BY_FUNCTION:
        return UINT32_MAX - f->fn;
    case BY_COUNT:
        return f->count;
    case BY_SELF:
        return f->self_cycles;
    case BY_MAX:
        return f->max_cycles;
    default:
        return f->total_cycles;
    }
}

/*
 * Copy the table, sorted by `key` in descending order. Insertion sort is enough for so few rows.
 *
 * @return the number of rows
 */
static unsigned take(struct trace_function *rows, int key)
{
    unsigned n = 0;
    struct trace_function f;

    for (unsigned place = 0; place < CONFIG_TRACE_FUNCTION_TABLE; place++) {
        if (trace_function_table_get(place, &f) != 0) {
            continue;
        }
        unsigned at = n++;

        while (at > 0 && value(&rows[at - 1], key) < value(&f, key)) {
            rows[at] = rows[at - 1];
            at--;
        }
        rows[at] = f;
    }
    return n;
}

static void time_cell(struct spoor_table *t, uint64_t cycles)
{
    char text[SPOOR_FORMAT_TIME_BYTES];

    spoor_table_text(t, spoor_format_time_ns(text, spoor_divide_to_ns(cycles, spoor_port_cycles_hz())));
}

static void print_rows(const struct trace_function *rows, unsigned n)
{
    struct spoor_table t;

    spoor_table_begin(&t, columns, 5);
    while (spoor_table_pass(&t)) {
        for (unsigned i = 0; i < n; i++) {
            const char *name = name_of(rows[i].fn);

            if (name != NULL) {
                spoor_table_text(&t, name);
            } else {
                spoor_table_cell(&t, "0x%08lx", (unsigned long)(rows[i].fn & ~1u));
            }
            spoor_table_number(&t, rows[i].count);
            time_cell(&t, rows[i].total_cycles);
            time_cell(&t, rows[i].self_cycles);
            time_cell(&t, rows[i].max_cycles);
        }
    }
}

/* @return the name of the function that a filter selects, or NULL if it was set by address */
static const char *named(const struct trace_function_filter *filter)
{
#if CONFIG_TRACE_FUNCTION_NAMES
    uint32_t fn;

    for (unsigned i = 0; (fn = trace_function_nth(i)) != 0; i++) {
        if ((fn & ~1u) == filter->begin && filter->end == filter->begin + 1) {
            return trace_function_name(fn);
        }
    }
#else
    (void)filter;
#endif
    return NULL;
}

static void print_state(unsigned used)
{
    struct trace_function_losses l;

    trace_function_table_losses(&l);
    spoor_printf("%s, %u of %u places used\n", trace_function_table_runs() ? "on" : "off", used,
                 (unsigned)CONFIG_TRACE_FUNCTION_TABLE);
    if (l.full != 0) {
        spoor_printf("full: %lu visits of other functions are missing\n", (unsigned long)l.full);
    }
    if (l.too_deep != 0) {
        spoor_printf("too deep: %lu visits below %u open functions are missing\n", (unsigned long)l.too_deep,
                     (unsigned)CONFIG_TRACE_FUNCTION_DEPTH);
    }
    if (l.too_long != 0) {
        spoor_printf("too long: %lu visits ran for nearly a wrap of the clock, or longer\n",
                     (unsigned long)l.too_long);
    }
    for (unsigned i = 0; trace_function_filter(i) != NULL; i++) {
        const struct trace_function_filter *f = trace_function_filter(i);

        const char *how = f->exclude ? "without" : "only", *name = named(f);

        if (name != NULL) {
            spoor_printf("%s %s\n", how, name);
        } else {
            spoor_printf("%s 0x%08lx-0x%08lx\n", how, (unsigned long)f->begin, (unsigned long)f->end - 1);
        }
    }
}

static int show(int key)
{
    struct trace_function *rows = SPOOR_MALLOC(CONFIG_TRACE_FUNCTION_TABLE * sizeof *rows);

    if (rows == NULL) {
        spoor_printf("trace_functions: not enough memory for %u rows\n",
                     (unsigned)CONFIG_TRACE_FUNCTION_TABLE);
        return -ENOMEM;
    }
    unsigned n = take(rows, key);

    print_rows(rows, n);
    print_state(n);
    SPOOR_FREE(rows);
    return 0;
}

/* ------------------------------------------------------------------ command-line options */

static int parse_range(const char *word, struct trace_function_filter *f)
{
    char *end;
    uint32_t first = strtoul(word, &end, 16), last = first;

    if (end != word && *end == '-') {
        word = end + 1;
        last = strtoul(word, &end, 16);
    }
    if (end == word || *end != '\0' || last < first || last == UINT32_MAX) {
        return -EINVAL;
    }
    f->begin = first & ~1u;
    f->end = last + 1;
    return 0;
}

/*
 * Read the `n`-th range that a word selects. A name or pattern selects functions, even if it is a number,
 * too.
 *
 * @return 0, -ENOENT past the last, or -EINVAL if the word selects nothing
 */
static int parse(const char *word, unsigned n, struct trace_function_filter *f)
{
    unsigned found = 0;
#if CONFIG_TRACE_FUNCTION_NAMES
    uint32_t fn;

    for (unsigned i = 0; (fn = trace_function_nth(i)) != 0; i++) {
        const char *name = trace_function_name(fn);

        if (name != NULL && (spoor_text_is(word, name) || spoor_glob_match(word, name)) && found++ == n) {
            f->begin = fn & ~1u;
            f->end = f->begin + 1;
            return 0;
        }
    }
#endif
    if (found != 0 || n != 0) {
        return -ENOENT;
    }
    return parse_range(word, f);
}

enum { HELP, SHOW, ACTIVATE, DEACTIVATE, CLEAR, RESET, SORT, OPTIONS };

static const char option_list[] =
    "-h\0\t\0"
    "-s\0\tshow the table, as without an option\0"
    "-a\0[RANGE...]\tstart counting and timing; with ranges, trace only functions in these\0"
    "-d\0[RANGE...]\tstop it; with ranges, trace no function in these\0"
    "-c\0\ttrace all functions again\0"
    "-r\0\tempty the table\0"
    "--sort\0KEY\t\0";

static int read_key(const char *word, int *key)
{
    for (*key = 0; *key < FUNCTION_KEYS && !spoor_text_is(word, keys[*key]); (*key)++) {
    }
    if (*key == FUNCTION_KEYS) {
        spoor_printf("trace_functions: --sort \"%s\": the keys are function, count, total, self, max\n",
                     word);
        return -EINVAL;
    }
    return 0;
}

/* All words must be ranges. */
static int check(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    struct trace_function_filter f;

    if (option == SORT) {
        return read_key(words[0], arg);
    }
    for (int i = 0; i < n; i++) {
        if (parse(words[i], 0, &f) != 0) {
            spoor_printf("trace_functions: \"%s\" isn't %san address or range like 4f0 or 4f0-8ff\n",
                         words[i], CONFIG_TRACE_FUNCTION_NAMES ? "a function, or " : "");
            return -EINVAL;
        }
    }
    return 0;
}

static int add_filters(bool exclude, char **words, int n)
{
    struct trace_function_filter f = {.exclude = exclude};

    for (int i = 0; i < n; i++) {
        for (unsigned n_of_word = 0; parse(words[i], n_of_word, &f) == 0; n_of_word++) {
            int error = trace_function_filter_add(&f);

            if (error != 0) {
                spoor_printf("trace_functions: \"%s\": there is room for %u ranges; -c removes them\n",
                             words[i], (unsigned)CONFIG_TRACE_FUNCTION_FILTERS);
                return error;
            }
        }
    }
    return 0;
}

static void help(void);

static int run(SPOOR_SHELL_OPTION_ARGUMENTS)
{
    switch (option) {
    case SHOW:
        return show(*(const int *)arg);
    case HELP:
        help();
        break;
    case ACTIVATE: /* with ranges, set filters; without, start or stop the table */
    case DEACTIVATE:
        if (n > 0) {
            return add_filters(option == DEACTIVATE, words, n);
        }
        trace_function_table_run(option == ACTIVATE);
        break;
    case CLEAR:
        trace_function_filters_clear();
        break;
    default:
        trace_function_table_reset();
    }
    return 0;
}

static const char *offer(unsigned option, const struct spoor_shell_words *words, int at, unsigned n)
{
    (void)words;
    (void)at;
    return option == SORT && n < FUNCTION_KEYS ? keys[n] : NULL;
}

static const struct spoor_shell_options options = {option_list, OPTIONS, check, run, offer};

static void help(void)
{
    spoor_shell_print_options(&options, "trace_functions");
    spoor_printf("RANGE is a function's address, or FIRST-LAST, in hexadecimal%s.\n"
                 "KEY is function, count, total, self or max.\n",
                 CONFIG_TRACE_FUNCTION_NAMES ? ",\n  or a name or pattern" : "");
}

static int trace_functions_command(int argc, char **argv)
{
    int key = BY_TOTAL;

    return spoor_shell_run_options(&options, argc, argv, &key);
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    return spoor_shell_complete_options(&options, words, n);
}

SPOOR_SHELL_COMMAND("trace_functions", "show functions by time, and select them", SPOOR_SHELL_OPTIONS_USAGE,
                    trace_functions_command, complete);

#endif
