/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor dump: one item a line, in the order of time; losses where they happened. */
#include <string.h>
#include <choose.h>
#include <range.h>
#include <write/writer.h>
#include "dump_csv.h"

static struct {
    bool console, json, csv;
    const char *where, *time, *event, *range;
} given;

static const struct option options[] = {
    {"console", 0, OPTION_FLAG, &given.console, NULL, "console text, too"},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "an object a line (docs/json.md)"},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "comma-separated values"},
    {"event", 0, OPTION_TEXT, &given.event, "EVENT",
     "with --csv: this event only, with a column for each of its fields"},
    {"time", 't', OPTION_TEXT, &given.time, "FORM",
     "times as s, us, cycles, delta (us since the line before) or since=EVENT (us since the last such "
     "event)"},
    {"where", 'w', OPTION_TEXT, &given.where, "FILTER",
     "these only: 'event=~sync_* && thread=filter' (docs/spoor.md)"},
    {"range", 'r', OPTION_TEXT, &given.range, "FROM..TO", "this part: 1.5..2 (seconds), 20ms..21ms, ..7us"},
    OPTION_END};

/* Nothing more comes at present: show all that there is. */
static void show(void *arg)
{
    out_flush(arg);
}

/* A switch is of the thread that leaves, so the item is written before its change is followed; but of a stack
 * and a function following says more. */
static bool follows_first(const struct spoor_elf *elf, const struct spoor_item *item)
{
    enum spoor_class class = spoor_id(elf, item->id)->class;

    return item->kind != SPOOR_RECORD || class == SPOOR_STACK || class == SPOOR_ENTER || class == SPOOR_LEAVE;
}

/* Headers and names are written at any time. */
static bool is_within(const struct range *range, const struct spoor_item *item)
{
    bool timed = item->kind <= SPOOR_JOINED || item->kind == SPOOR_TEXT;

    return !timed || (item->time >= range->from && item->time < range->to);
}

/* ------------------------------------------------------------------ forms of times */

/* @return whether it is a form */
static bool set_form(struct names *n)
{
    static const char *const forms[] = {"s", "us", "cycles"};

    if (given.time == NULL) {
        return true;
    }
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(given.time, forms[i]) == 0) {
            n->form = (enum names_form)i;
            return true;
        }
    }
    n->form = NAMES_SINCE;
    return strcmp(given.time, "delta") == 0 || (strncmp(given.time, "since=", 6) == 0 && given.time[6] != 0);
}

/* An item was looked at, and perhaps written: from when on do times of the next ones count? */
static void set_origin(struct writer *w, const struct spoor_item *item, bool written)
{
    bool delta = given.time != NULL && given.time[0] == 'd';

    if (w->names.form != NAMES_SINCE || item->kind > SPOOR_JOINED) {
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

static int write_all(struct cli *cli, struct writer *w, struct follow *follow, const struct filter *filter,
                     struct range *range)
{
    void (*write)(struct writer *, const struct spoor_item *) = given.json  ? json_item
                                                                : given.csv ? csv_item
                                                                            : text_item;
    struct choose_recent recent = {0};
    bool sought = range->from_ns != 0 && spoor_seek(cli->reader, range->from_ns);
    const struct spoor_item *item;
    int more;

    while ((more = spoor_next(cli->reader, &item)) > 0 && cli->out.error == 0) {
        bool first = follows_first(cli->elf, item);

        range_rate(range, spoor_recording(cli->reader)->header.hz);
        if (item->kind == SPOOR_RECORD) {
            range_note(range, item->time);
        }
        if (sought && item->kind == SPOOR_RECORD && item->time >= range->to) {
            break; /* no later recording follows */
        }
        if (first) {
            follow_item(follow, item);
        }
        const struct choice c = {filter, cli->reader, cli->elf, follow, range->hz};

        bool chosen = choose_next(&recent, &c, item) && is_within(range, item);

        if (chosen) {
            write(w, item);
        }
        set_origin(w, item, chosen);
        if (!first) {
            follow_item(follow, item);
        }
    }
    if (given.json && more == 0) {
        json_end(w);
    } else if (given.csv) {
        dump_csv_end(&csv);
    }
    return more;
}

static int dump(struct cli *cli)
{
    struct range range;
    int result = range_parse(&range, given.range);

    if (result != CLI_OK) {
        return result;
    }
    struct follow *follow = follow_open(cli->elf);
    struct writer w = {.out = &cli->out, .follow = follow, .console = given.console};
    const char *wrong;
    struct filter *filter = given.where != NULL ? filter_parse(given.where, &wrong) : NULL;
    int more = -1;

    if (given.where != NULL && filter == NULL) {
        follow_close(follow);
        return cli_usage("--where: ", wrong);
    }
    bool opened = follow != NULL && names_open(&w.names, cli->elf, cli->reader);

    if (!set_form(&w.names)) {
        more = -2;
        (void)cli_usage("--time is s, us, cycles, delta or since=EVENT, not ", given.time);
    } else if (given.csv && opened && !dump_csv_begin(&csv, &w, given.event)) {
        more = -2;
        (void)cli_usage("no such event in the program: ", given.event);
    } else if (opened) {
        follow->no_stacks = !given.json && filter == NULL; /* text doesn't show the event of a stack */
        spoor_on_idle(cli->reader, show, &cli->out);
        more = write_all(cli, &w, follow, filter, &range);
    }
    names_close(&w.names);
    follow_close(follow);
    filter_free(filter);
    if (more < 0 || !cli_has_packets(cli)) {
        return CLI_UNREADABLE;
    }
    return range.inside ? CLI_OK : range_check(&range, cli);
}

SPOOR_COMMAND(dump, CLI_LOOK, "FILE", "print the events, one a line: time, CPU, thread, event, fields",
              CLI_RECORDING, dump, options);
