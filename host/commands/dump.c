/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor dump: print one item a line, in the order of time, and losses where they occurred. */
#include <string.h>
#include <base/count.h>
#include <cli/cli.h>
#include <engine/walk.h>
#include <write/writer.h>
#include <write/csv.h>

static struct {
    bool console, json, csv;
    const char *where, *time, *event, *range;
} given;

static const struct option options[] = {
    {"console", 0, OPTION_FLAG, &given.console, NULL, "Print console text as well."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line (docs/json.md)."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"event", 0, OPTION_TEXT, &given.event, "EVENT",
     "With --csv: write this event only, with a column for each of its fields."},
    {"time", 't', OPTION_TEXT, &given.time, "FORM",
     "Print times as s, us, cycles, delta (us since the previous line) or since=EVENT (us since the last "
     "such event)."},
    {"where", 'w', OPTION_TEXT, &given.where, "FILTER", CLI_WHERE_HELP},
    {"range", 'r', OPTION_TEXT, &given.range, "FROM..TO", CLI_RANGE_HELP},
    OPTION_END};

static const struct doc_item examples[] = {
    {"spoor dump -e ELF FILE", "Print all events."},
    {"spoor dump --where 'thread=filter && event=~sync_*' -t delta -e ELF FILE",
     "Print some events, with the time from one to the next."},
    {"spoor dump --csv --event sync_wait -e ELF FILE", "Write one event's fields as columns."},
    {NULL}};

/* No more input at present: show what there is. */
static void show(void *arg)
{
    out_flush(arg);
}

/* ------------------------------------------------------------------ forms of times */

/* @return whether --time is valid */
static bool set_form(struct names *n)
{
    static const char *const forms[] = {"s", "us", "cycles"};

    if (given.time == NULL) {
        return true;
    }
    for (unsigned i = 0; i < COUNT_OF(forms); i++) {
        if (strcmp(given.time, forms[i]) == 0) {
            n->form = (enum names_form)i;
            return true;
        }
    }
    n->form = NAMES_SINCE;
    return strcmp(given.time, "delta") == 0 || (strncmp(given.time, "since=", 6) == 0 && given.time[6] != 0);
}

/* Set the origin of the times of the next items. */
static void set_origin(struct writer *w, const struct spoor_item *item, bool written)
{
    bool delta = given.time != NULL && given.time[0] == 'd';

    if (w->names.form != NAMES_SINCE || item->kind > SPOOR_TIMED) {
        return;
    }
    if (delta ? written
              : item->kind == SPOOR_RECORD &&
                    strcmp(given.time + 6, spoor_id(w->names.elf, item->id)->name) == 0) {
        w->names.origin = item->time;
        w->names.has_origin = true;
    }
}

/* ------------------------------------------------------------------ the loop */

static struct dump_csv csv;

struct dump {
    struct cli *cli;
    struct writer writer;
    struct walk walk;
};

static bool take(void *arg, const struct spoor_item *item, bool chosen)
{
    struct dump *d = arg;

    if (given.csv && item->kind <= SPOOR_TIMED && !input_has_rate(&d->cli->input)) {
        return false;
    }
    if (chosen && given.csv) {
        dump_csv_item(&csv, item);
    } else if (chosen) {
        (given.json ? json_item : text_item)(&d->writer, item);
    }
    set_origin(&d->writer, item, chosen);
    return d->cli->out.error == 0;
}

static int write_all(struct dump *d)
{
    int result = walk_run(&d->walk, take, d);

    if (result == CLI_OK && d->cli->input.fault.text[0] != 0) {
        return CLI_UNREADABLE;
    }
    if (result == CLI_OK && given.json) {
        json_end(&d->writer);
    } else if (given.csv) {
        dump_csv_end(&csv);
    }
    return result;
}

/* ------------------------------------------------------------------ the command */

/* @return CLI_OK, or an exit status after a message */
static int check_options(struct dump *d)
{
    const char *since = given.time != NULL && strncmp(given.time, "since=", 6) == 0 ? given.time + 6 : NULL;
    int result = walk_open(&d->walk);

    if (result == CLI_OK && !set_form(&d->writer.names)) {
        result = cli_usage("--time is s, us, cycles, delta or since=EVENT, not ", given.time);
    }
    if (result == CLI_OK && given.event != NULL && !given.csv) {
        result = cli_usage("--event is for --csv; otherwise choose by --where event=", given.event);
    }
    if (result == CLI_OK && given.event != NULL) {
        result = cli_check_event(d->cli, given.event);
    }
    return result == CLI_OK && since != NULL ? cli_check_event(d->cli, since) : result;
}

static int dump(struct cli *cli)
{
    struct dump d = {.cli = cli,
                     .walk = {.input = &cli->input, .range_text = given.range, .where = given.where}};
    bool opened = names_open(&d.writer.names, cli->input.elf, cli->input.reader);
    int result = opened ? check_options(&d) : CLI_UNREADABLE;

    d.writer.out = &cli->out;
    d.writer.follow = d.walk.follow;
    d.writer.console = given.console;
    if (result == CLI_OK && (!given.csv || dump_csv_begin(&csv, &d.writer, given.event))) {
        d.walk.follow->no_stacks =
            !given.json && d.walk.filter == NULL; /* text doesn't show the event of a stack */
        spoor_on_idle(cli->input.reader, show, &cli->out);
        result = write_all(&d);
        result = result == CLI_OK ? walk_check(&d.walk) : result;
    }
    names_close(&d.writer.names);
    walk_close(&d.walk);
    return result;
}

SPOOR_COMMAND(
    dump, CLI_LOOK, "FILE", "print the events, one a line: time, CPU, thread, event, fields", CLI_RECORDING,
    dump, options,
    .more =
        "`spoor dump` prints the events of a recording in the order of time, and losses where they happened.",
    .examples = examples, .see = "stats timeline cut");
