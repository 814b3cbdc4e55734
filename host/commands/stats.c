/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor stats: print the table of one analysis. */
#include <errno.h>
#include <string.h>
#include <base/count.h>
#include <cli/cli.h>
#include <query/tables.h>
#include <query/known.h>

static struct {
    bool csv, json, summary, list;
    const char *sort;
    uint64_t top;
    struct pass_options pass;
    struct analysis_options of_analysis;
    struct analysis_interval interval; /* from the command line */
    const char *config;
} given;

static const struct option options[] = {
    {"summary", 0, OPTION_FLAG, &given.summary, NULL,
     "sched: sum up by thread, as `spoor stats threads` does."},
    {"bin", 0, OPTION_SPAN, &given.of_analysis.bin_ns, "TIME",
     "load: write rows for each bin of this length."},
    {"deadline", 0, OPTION_SPAN, &given.of_analysis.deadline_ns, "TIME",
     "response: the deadline of threads that don't declare one."},
    {"begin", 0, OPTION_TEXT, &given.interval.begin_event, "EVENT",
     "intervals: the event that begins an interval."},
    {"end", 0, OPTION_TEXT, &given.interval.end_event, "EVENT", "intervals: the event that ends it."},
    {"key", 0, OPTION_TEXT, &given.interval.key, "FIELD",
     "intervals: both events must have an equal value of this field, or of thread or cpu."},
    {"config", 0, OPTION_TEXT, &given.config, "FILE",
     "intervals: read them from FILE, one a line: NAME BEGIN END [KEY [PARENT]]. KEY may be -. PARENT is an "
     "earlier line's interval, which must enclose this one."},
    {"thread", 0, OPTION_TEXT, &given.of_analysis.thread, "NAME", "critical-path: the thread to explain."},
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "Sort by this column; -COLUMN puts the largest first."},
    {"top", 'n', OPTION_COUNT, &given.top, "N", "Show at most N rows."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

static bool nth_kind(unsigned n, struct cli_choice *c)
{
    const struct analysis *a = analysis_nth(n);

    *c = a != NULL ? (struct cli_choice){NULL, a->name, a->summary} : (struct cli_choice){NULL};
    return a != NULL;
}

static const struct cli_choices kinds = {"kinds", "KIND is one of:", nth_kind};

static const char description[] =
    "`spoor stats` prints one table about a recording. `spoor help KIND` describes the columns of a table, "
    "and `spoor info` shows which tables the recorded events are enough for. Times are in us, unless a "
    "column's name says otherwise.";

static const struct doc_item examples[] = {
    {"spoor stats threads -e ELF FILE", "Show how long each thread ran, waited and was ready."},
    {"spoor stats latency --sort -max_us --top 10 -e ELF FILE", "Show the ten largest scheduling latencies."},
    {"spoor stats waits --where 'thread=filter && duration>50us' -e ELF FILE",
     "Show the long waits of one thread."},
    {"spoor stats intervals --begin ipc_sent --end ipc_replied -e ELF FILE",
     "Measure the time between two events."},
    {NULL}};

static int no_such_kind(const char *name)
{
    struct nearest near = {.word = name};
    const struct analysis *a;

    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        nearest_offer(&near, a->name);
    }
    if (*nearest_hint(&near) == 0) {
        cli_list_choices(&kinds, stderr);
    }
    return cli_unknown("no such analysis: ", &near);
}

static const struct analysis *choose(const char *name)
{
    const struct analysis *a = analysis_find(name);

    return given.summary && a != NULL && a->summed != NULL ? a->summed : a;
}

static int lacks(const struct analysis *a, const char *wanted)
{
    char text[100];

    snprintf(text, sizeof text, "stats %s needs %s", a->name, wanted);
    return cli_usage(text, "");
}

/* Refuse an option that another analysis has. It chooses no rows, which it would seem to do. */
static int check_options(const struct analysis *a)
{
    const struct analysis_interval *i = &given.interval;
    const struct {
        bool given, fits;
        const char *wrong;
    } checks[] = {
        {given.of_analysis.thread != NULL, (a->wants & WANTS_THREAD) != 0,
         "--thread is for critical-path; in other tables --where 'thread=NAME' chooses rows"},
        {given.of_analysis.bin_ns != 0, strcmp(a->name, "load") == 0, "--bin is for load"},
        {i->begin_event != NULL || i->end_event != NULL || i->key != NULL || given.config != NULL,
         (a->wants & WANTS_INTERVALS) != 0, "--begin, --end, --key and --config are for intervals"},
    };

    for (unsigned n = 0; n < COUNT_OF(checks); n++) {
        if (checks[n].given && !checks[n].fits) {
            return cli_usage(checks[n].wrong, "");
        }
    }
    return CLI_OK;
}

/* ------------------------------------------------------------------ intervals of the user */

static struct analysis_interval intervals[ANALYSIS_INTERVALS_MAX];
static char config[16384];

static int wrong_line(unsigned line, const char *wrong)
{
    fprintf(stderr, "spoor: %s: line %u: %s\n", given.config, line, wrong);
    return CLI_UNREADABLE;
}

static bool is_known(const char *name, unsigned count)
{
    for (unsigned n = 0; n < count; n++) {
        if (strcmp(intervals[n].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static int parse_interval(char *text, unsigned line, unsigned *count)
{
    char *at, *comment = strchr(text, '#'), *word[6] = {NULL};
    unsigned n = 0;

    if (comment != NULL) {
        *comment = 0;
    }
    for (char *w = strtok_r(text, " \t\r\n", &at); w != NULL && n < 6; w = strtok_r(NULL, " \t\r\n", &at)) {
        word[n++] = w;
    }
    if (n == 0) {
        return CLI_OK;
    }
    if (n < 3 || n > 5) {
        return wrong_line(line, "not NAME BEGIN END [KEY [PARENT]]");
    }
    if (*count == ANALYSIS_INTERVALS_MAX) {
        return wrong_line(line, "too many intervals");
    }
    if (word[4] != NULL && !is_known(word[4], *count)) {
        return wrong_line(line, "its parent isn't an interval of an earlier line");
    }
    intervals[(*count)++] = (struct analysis_interval){
        word[0], word[1], word[2], word[3] != NULL && strcmp(word[3], "-") != 0 ? word[3] : NULL, word[4]};
    return CLI_OK;
}

/* Check the interval of the command line. Those of a file may be for another program. @return as
 * set_intervals() */
static int check_events(const struct cli *cli)
{
    int result = cli_check_event(cli, given.interval.begin_event);

    return result == CLI_OK ? cli_check_event(cli, given.interval.end_event) : result;
}

/* @return CLI_OK, or an exit status after a message */
static int set_intervals(const struct analysis *analysis)
{
    FILE *f = given.config != NULL ? fopen(given.config, "r") : NULL;
    unsigned count = 0, line = 0;
    int result = CLI_OK;

    if (given.config == NULL) {
        given.of_analysis.intervals = &given.interval;
        given.of_analysis.interval_count = 1;
        return given.interval.begin_event != NULL && given.interval.end_event != NULL
                   ? CLI_OK
                   : lacks(analysis, "--begin EVENT and --end EVENT, or --config FILE");
    }
    if (f == NULL) {
        fprintf(stderr, "spoor: %s: %s\n", given.config, strerror(errno));
        return CLI_UNREADABLE;
    }
    size_t used = fread(config, 1, sizeof config - 1, f);

    fclose(f);
    if (used == sizeof config - 1 || memchr(config, 0, used) != NULL) {
        return wrong_line(1, "the file is too long or isn't text");
    }
    for (char *at = config, *next; at != NULL && result == CLI_OK; at = next) {
        next = strchr(at, '\n');
        if (next != NULL) {
            *next++ = 0;
        }
        result = parse_interval(at, ++line, &count);
    }
    given.of_analysis.intervals = intervals;
    given.of_analysis.interval_count = count;
    return result == CLI_OK && count == 0 ? wrong_line(line, "the file has no interval") : result;
}

/* ------------------------------------------------------------------ the command */

static int stats(struct cli *cli)
{
    const struct analysis *analysis = choose(cli->argument[0]);
    struct table table = {.out = &cli->out,
                          .format = given.json  ? TABLE_JSON
                                    : given.csv ? TABLE_CSV
                                                : TABLE_TEXT,
                          .sort = given.sort,
                          .top = given.top};

    if (analysis == NULL) {
        return no_such_kind(cli->argument[0]);
    }
    if (check_options(analysis) != CLI_OK) {
        return CLI_UNREADABLE;
    }
    if (analysis->wants & WANTS_INTERVALS) {
        int result = set_intervals(analysis);

        result = result == CLI_OK && given.config == NULL ? check_events(cli) : result;
        if (result != CLI_OK) {
            return result;
        }
    }
    if ((analysis->wants & WANTS_THREAD) && given.of_analysis.thread == NULL) {
        return lacks(analysis, "--thread NAME");
    }
    if (given.sort != NULL && !table_has_column(&analysis->kind, given.sort)) {
        return cli_no_column(&analysis->kind, given.sort);
    }
    int result = query_table(&cli->input, analysis, &given.pass, &given.of_analysis, &table);

    result = cli_fail(cli, &cli->input.fault, result);
    if (result == CLI_CANT_SAY && given.of_analysis.thread != NULL) {
        (void)known_thread(given.of_analysis.thread, cli->input.reader, &cli->input.report);
    }
    return result;
}

SPOOR_COMMAND(stats, CLI_LOOK, "KIND FILE",
              "print a table: sched, threads, latency, waits, irq, ipc, blocks, functions …", CLI_RECORDING,
              stats, options, description, examples, &kinds, .see = "info sql report");
