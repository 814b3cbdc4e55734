/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * trace_functions: instrumented functions by count, total, self and max, and which of them are traced. Names
 * aren't on the target: functions are shown as addresses, which scripts/name-functions turns into names.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <profiler/function.h>
#include <shell/shell.h>
#include <shell/table.h>
#include <util/format.h>
#include <util/widen.h>

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION && CONFIG_TRACE_FUNCTION_TABLE

static const char usage[] = "[-h] [-s [--sort KEY]] [-a [RANGE...]] [-d [RANGE...]] [-c] [-r]";

static const struct table_column columns[] = {
    {"Function", TABLE_LEFT}, {"Count", TABLE_RIGHT}, {"Total", TABLE_RIGHT},
    {"Self", TABLE_RIGHT},    {"Max", TABLE_RIGHT},
};

static void help(void)
{
    printf("usage: trace_functions %s\n", usage);
    printf("  -s  show the table; what no option does too\n"
           "  -a  begin to count and time; with ranges, trace only functions in these\n"
           "  -d  stop that; with ranges, trace no function in these\n"
           "  -c  trace all functions again\n"
           "  -r  empty the table\n"
           "RANGE is a function's address, or FIRST-LAST, in hexadecimal.\n"
           "KEY is function, count, total, self or max.\n");
}

/* ------------------------------------------------------------------ the table */

static const char *const keys[] = {"function", "count", "total", "self", "max"};

enum { KEY_FUNCTION, KEY_COUNT, KEY_TOTAL, KEY_SELF, KEY_MAX, KEYS };

static uint64_t value(const struct trace_function *f, int key)
{
    switch (key) {
    case KEY_FUNCTION:
        return UINT32_MAX - f->fn;
    case KEY_COUNT:
        return f->count;
    case KEY_SELF:
        return f->self_cycles;
    case KEY_MAX:
        return f->max_cycles;
    default:
        return f->total_cycles;
    }
}

/* Copies the table, in falling order of `key`: by insertion, the rows are few. @return how many rows */
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

static void time_cell(struct table *t, uint64_t cycles)
{
    char text[FORMAT_TIME_BYTES];

    table_cell(t, "%s", format_time_ns(text, widen_ns(cycles, port_cycles_hz())));
}

static void print_rows(const struct trace_function *rows, unsigned n)
{
    struct table t;

    table_begin(&t, columns, sizeof columns / sizeof columns[0]);
    while (table_pass(&t)) {
        for (unsigned i = 0; i < n; i++) {
            table_cell(&t, "0x%08lx", (unsigned long)(rows[i].fn & ~1u));
            table_cell(&t, "%lu", (unsigned long)rows[i].count);
            time_cell(&t, rows[i].total_cycles);
            time_cell(&t, rows[i].self_cycles);
            time_cell(&t, rows[i].max_cycles);
        }
    }
}

static void print_state(unsigned used)
{
    struct trace_function_losses l;

    trace_function_table_losses(&l);
    printf("%s, %u of %u places used\n", trace_function_table_runs() ? "on" : "off", used,
           CONFIG_TRACE_FUNCTION_TABLE);
    if (l.full != 0) {
        printf("full: %lu visits of other functions are missing\n", (unsigned long)l.full);
    }
    if (l.too_deep != 0) {
        printf("too deep: %lu visits below %u open functions are missing\n", (unsigned long)l.too_deep,
               CONFIG_TRACE_FUNCTION_DEPTH);
    }
    for (unsigned i = 0; trace_function_filter(i) != NULL; i++) {
        const struct trace_function_filter *f = trace_function_filter(i);

        printf("%s 0x%08lx-0x%08lx\n", f->exclude ? "without" : "only", (unsigned long)f->begin,
               (unsigned long)f->end - 1);
    }
}

static int show(int key)
{
    struct trace_function *rows = malloc(CONFIG_TRACE_FUNCTION_TABLE * sizeof *rows);

    if (rows == NULL) {
        printf("trace_functions: not enough memory for %u rows\n", CONFIG_TRACE_FUNCTION_TABLE);
        return -ENOMEM;
    }
    unsigned n = take(rows, key);

    print_rows(rows, n);
    print_state(n);
    free(rows);
    return 0;
}

/* ------------------------------------------------------------------ the line */

static int parse(const char *word, struct trace_function_filter *f)
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

static int add_filters(bool exclude, char **words, int n)
{
    struct trace_function_filter f = {.exclude = exclude};

    for (int i = 0; i < n; i++) {
        if (parse(words[i], &f) != 0) {
            printf("trace_functions: \"%s\" is no address or range, like 4f0 or 4f0-8ff\n", words[i]);
            return -EINVAL;
        }
    }
    for (int i = 0; i < n; i++) {
        (void)parse(words[i], &f);
        int error = trace_function_filter_add(&f);

        if (error != 0) {
            printf("trace_functions: \"%s\": there is room for %u ranges; -c removes them\n", words[i],
                   CONFIG_TRACE_FUNCTION_FILTERS);
            return error;
        }
    }
    return 0;
}

static int run_show(int argc, char **argv)
{
    int key = KEY_TOTAL;

    if (argc > 1) {
        const char *word = argv[1];

        if (strncmp(word, "--sort=", 7) == 0) {
            word += 7;
        } else if (strcmp(word, "--sort") == 0 && argc == 3) {
            word = argv[2];
        } else {
            return shell_usage_error("trace_functions");
        }
        for (key = 0; key < KEYS && strcmp(word, keys[key]) != 0; key++) {
        }
        if (key == KEYS) {
            printf("trace_functions: --sort \"%s\": the keys are function, count, total, self, max\n", word);
            return -EINVAL;
        }
    }
    return show(key);
}

static int run_option(char option, int argc, char **argv)
{
    if ((option == 'a' || option == 'd') && argc > 0) {
        return add_filters(option == 'd', argv, argc);
    }
    if (argc > 0) {
        return shell_usage_error("trace_functions");
    }
    switch (option) {
    case 'h':
        help();
        return 0;
    case 'a':
    case 'd':
        trace_function_table_run(option == 'a');
        return 0;
    case 'c':
        trace_function_filters_clear();
        return 0;
    case 'r':
        trace_function_table_reset();
        return 0;
    default:
        return shell_usage_error("trace_functions");
    }
}

static int run(int argc, char **argv)
{
    if (argc == 1) {
        return show(KEY_TOTAL);
    }
    if (strcmp(argv[1], "-s") == 0) {
        return run_show(argc - 1, argv + 1);
    }
    if (argv[1][0] != '-' || argv[1][1] == '\0' || argv[1][2] != '\0') {
        return shell_usage_error(argv[0]);
    }
    return run_option(argv[1][1], argc - 2, argv + 2);
}

SHELL_COMMAND("trace_functions", "show functions by their time, and choose them", usage, run, NULL);

#endif
