/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor dump: print one item a line, in the order of time, and losses where they occurred. */
#include <string.h>
#include <base/count.h>
#include <cli/cli.h>
#include <query/match.h>
#include <query/known.h>
#include <query/range.h>
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

/* A switch belongs to the outgoing thread, so an item is written before it is followed. A stack or a function
 * is followed first, which finds its event or its name. */
static bool follows_first(const struct spoor_elf *elf, const struct spoor_item *item)
{
    enum spoor_class class = spoor_id(elf, item->id)->class;

    return item->kind != SPOOR_RECORD || class == SPOOR_STACK || class == SPOOR_ENTER || class == SPOOR_LEAVE;
}

/* Headers and names are written at any time. */
static bool is_within(const struct range *range, const struct spoor_item *item)
{
    bool timed = item->kind <= SPOOR_TIMED || item->kind == SPOOR_TEXT;

    return !timed || (item->time >= range->from && item->time < range->to);
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

static void csv_item(struct writer *w, const struct spoor_item *item)
{
    (void)w;
    dump_csv_item(&csv, item);
}

struct dump {
    struct cli *cli;
    struct writer writer;
    struct follow *follow;
    struct filter *filter; /* or NULL */
    struct range range;
    uint64_t took; /* events */
};

static int write_all(struct dump *d)
{
    void (*write)(struct writer *, const struct spoor_item *) = given.json  ? json_item
                                                                : given.csv ? csv_item
                                                                            : text_item;
    struct choose_recent recent = {0};
    struct spoor_reader *reader = d->cli->input.reader;
    bool sought = d->range.from_ns != 0 && spoor_seek(reader, d->range.from_ns);
    const struct spoor_item *item;
    int more;

    while ((more = spoor_next(reader, &item)) > 0 && d->cli->out.error == 0) {
        bool first = follows_first(d->cli->input.elf, item);

        if (given.csv && item->kind <= SPOOR_TIMED && !input_has_rate(&d->cli->input)) {
            return -1;
        }
        range_rate(&d->range, spoor_recording(reader)->header.hz);
        if (item->kind == SPOOR_RECORD) {
            range_note(&d->range, item->time);
        }
        if (sought && item->kind == SPOOR_RECORD && item->time >= d->range.to) {
            break; /* no later recording follows */
        }
        if (first) {
            follow_item(d->follow, item);
        }
        const struct choice c = {d->filter, reader, d->cli->input.elf, d->follow, d->range.hz};

        bool chosen = choose_next(&recent, &c, item) && is_within(&d->range, item);

        if (chosen) {
            write(&d->writer, item);
            d->took += item->kind == SPOOR_RECORD;
        }
        set_origin(&d->writer, item, chosen);
        if (!first) {
            follow_item(d->follow, item);
        }
    }
    if (given.json && more == 0) {
        json_end(&d->writer);
    } else if (given.csv) {
        dump_csv_end(&csv);
    }
    return more;
}

/* ------------------------------------------------------------------ the command */

/* @return CLI_OK, or an exit status after a message */
static int check_options(struct dump *d)
{
    const char *since = given.time != NULL && strncmp(given.time, "since=", 6) == 0 ? given.time + 6 : NULL;
    const char *wrong;
    struct input *in = &d->cli->input;
    int result = range_parse(&d->range, given.range, &in->fault) ? CLI_OK : CLI_UNREADABLE;

    if (result == CLI_OK && !set_form(&d->writer.names)) {
        result = cli_usage("--time is s, us, cycles, delta or since=EVENT, not ", given.time);
    }
    if (result == CLI_OK && given.event != NULL && !given.csv) {
        result = cli_usage("--event is for --csv; otherwise choose by --where event=", given.event);
    }
    if (result == CLI_OK && given.event != NULL) {
        result = cli_check_event(d->cli, given.event);
    }
    if (result == CLI_OK && since != NULL) {
        result = cli_check_event(d->cli, since);
    }
    if (result == CLI_OK && given.where != NULL) {
        d->filter = known_filter(given.where, d->cli->input.elf, false, &wrong);
        result = d->filter != NULL ? CLI_OK : cli_usage("--where: ", wrong);
    }
    return result;
}

/* At the end of the input. @return an exit status, after a message if nothing was found */
static int conclude(struct dump *d)
{
    struct cli *cli = d->cli;

    if (!input_has_packets(&cli->input)) {
        return CLI_UNREADABLE;
    }
    if (!d->range.inside) {
        return range_check(&d->range, &cli->input);
    }
    bool known = d->filter == NULL ||
                 known_check(d->filter, cli->input.reader, cli->input.elf, d->follow, &cli->input.report);

    return known || d->took != 0 ? CLI_OK : CLI_CANT_SAY;
}

static int dump(struct cli *cli)
{
    struct dump d = {.cli = cli, .follow = follow_open(cli->input.elf)};

    d.writer = (struct writer){.out = &cli->out, .follow = d.follow, .console = given.console};
    bool opened = d.follow != NULL && names_open(&d.writer.names, cli->input.elf, cli->input.reader);
    int result = opened ? check_options(&d) : CLI_UNREADABLE;

    if (result == CLI_OK && (!given.csv || dump_csv_begin(&csv, &d.writer, given.event))) {
        d.follow->no_stacks = !given.json && d.filter == NULL; /* text doesn't show the event of a stack */
        spoor_on_idle(cli->input.reader, show, &cli->out);
        result = write_all(&d) < 0 ? CLI_UNREADABLE : conclude(&d);
    }
    names_close(&d.writer.names);
    follow_close(d.follow);
    filter_free(d.filter);
    return result;
}

SPOOR_COMMAND(
    dump, CLI_LOOK, "FILE", "print the events, one a line: time, CPU, thread, event, fields", CLI_RECORDING,
    dump, options,
    .more =
        "`spoor dump` prints the events of a recording in the order of time, and losses where they happened.",
    .examples = examples, .see = "stats timeline cut");
