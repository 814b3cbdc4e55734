/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor dump: one item a line, in the order of time; losses where they happened. */
#include <choose.h>
#include <cli.h>
#include <write/writer.h>

static struct {
    bool console, json;
    const char *where;
    uint64_t from_ns, to_ns;
} given;

static const struct option options[] = {
    {"console", 0, OPTION_FLAG, &given.console, NULL, "console text, too"},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "an object a line (docs/json.md)"},
    {"where", 'w', OPTION_TEXT, &given.where, "FILTER",
     "these only: 'event=~sync_* && thread=filter' (docs/spoor.md)"},
    {"from", 0, OPTION_TIME, &given.from_ns, "TIME", "items from this time on: 1.5 (seconds), 20ms, 7us"},
    {"to", 0, OPTION_TIME, &given.to_ns, "TIME", "items before this time"},
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

/* In cycles of the present recording. */
struct range {
    uint64_t from_ns, to_ns, from, to;
    uint32_t hz;
};

static void update_range(struct range *range, const struct spoor_reader *r)
{
    uint32_t hz = spoor_recording(r)->header.hz;

    if (hz != range->hz) {
        range->hz = hz;
        range->from = spoor_cycles(range->from_ns, hz);
        range->to = range->to_ns == UINT64_MAX ? UINT64_MAX : spoor_cycles(range->to_ns, hz);
    }
}

/* Headers and names are written at any time. */
static bool is_within(const struct range *range, const struct spoor_item *item)
{
    bool timed = item->kind <= SPOOR_JOINED || item->kind == SPOOR_TEXT;

    return !timed || (item->time >= range->from && item->time < range->to);
}

static int write_all(struct cli *cli, struct writer *w, struct follow *follow, const struct filter *filter)
{
    void (*write)(struct writer *, const struct spoor_item *) = given.json ? json_item : text_item;
    struct range range = {.from_ns = given.from_ns, .to_ns = given.to_ns, .to = UINT64_MAX};
    bool sought = given.from_ns != 0 && spoor_seek(cli->reader, given.from_ns);
    const struct spoor_item *item;
    int more;

    while ((more = spoor_next(cli->reader, &item)) > 0 && cli->out.error == 0) {
        bool first = follows_first(cli->elf, item);

        update_range(&range, cli->reader);
        if (sought && item->kind == SPOOR_RECORD && item->time >= range.to) {
            break; /* no later recording follows */
        }

        if (first) {
            follow_item(follow, item);
        }
        const struct choice c = {filter, cli->reader, cli->elf, follow, range.hz};

        if (is_within(&range, item) && (filter == NULL || choose_item(&c, item))) {
            write(w, item);
        }
        if (!first) {
            follow_item(follow, item);
        }
    }
    if (given.json && more == 0) {
        json_end(w);
    }
    return more;
}

static int dump(struct cli *cli)
{
    struct follow *follow = follow_open(cli->elf);
    struct writer w = {.out = &cli->out, .follow = follow, .console = given.console};
    const char *wrong;
    struct filter *filter = given.where != NULL ? filter_parse(given.where, &wrong) : NULL;
    int more = -1;

    if (given.where != NULL && filter == NULL) {
        follow_close(follow);
        return cli_usage("--where: ", wrong);
    }
    if (follow != NULL && names_open(&w.names, cli->elf, cli->reader)) {
        follow->no_stacks = !given.json; /* text doesn't show the event of a stack */
        spoor_on_idle(cli->reader, show, &cli->out);
        more = write_all(cli, &w, follow, filter);
    }
    names_close(&w.names);
    follow_close(follow);
    filter_free(filter);
    return more < 0 || !cli_has_packets(cli) ? CLI_UNREADABLE : CLI_OK;
}

SPOOR_COMMAND(dump, "FILE", "print the events, one a line: time, CPU, thread, event, fields", CLI_RECORDING,
              dump, options);
