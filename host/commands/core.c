/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor core: what a target measured, from its memory after it stopped. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <cli/cli.h>
#include <core/measured.h>
#include <base/count.h>
#include <base/time.h>
#include <table/table.h>
#include "core_stacks.h"

static struct {
    bool csv, json, all;
    const char *sort;
    uint64_t top;
} given;

static const struct option options[] = {
    {"all", 'a', OPTION_FLAG, &given.all, NULL,
     "Show all columns of blocks: also sums, each net time, mismatches and places."},
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "Sort by this column; -COLUMN puts the largest first."},
    {"top", 'n', OPTION_COUNT, &given.top, "N", "Show at most N rows."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line."},
    OPTION_END};

static struct table begin(struct cli *cli, const struct table_kind *kind)
{
    struct table t = {.out = &cli->out,
                      .format = given.json  ? TABLE_JSON
                                : given.csv ? TABLE_CSV
                                            : TABLE_TEXT,
                      .sort = given.sort,
                      .top = given.top};

    table_begin(&t, kind);
    return t;
}

static int end(struct table *t)
{
    int result = table_end(t) ? CLI_OK : t->failed ? CLI_UNREADABLE : cli_no_column(t->kind, t->sort);

    table_drop(t);
    return result;
}

/* Where a point or block is. */
static void put_place(struct table *t, const struct spoor_elf *elf, const struct spoor_id *id)
{
    char place[300];

    table_text(t, spoor_id_function(elf, id));
    snprintf(place, sizeof place, "%s:%" PRIu32, id->file, id->line);
    table_text(t, place);
}

/* ------------------------------------------------------------------ points */

static const struct column point_columns[] = {
    {"number", COLUMN_NUMBER, "as in the target's shell"},
    {"point", COLUMN_TEXT, "its name"},
    {"active", COLUMN_TEXT, "yes, or no: it doesn't count"},
    {"count", COLUMN_COUNT, "visits since the start or the last reset of the point"},
    {"function", COLUMN_TEXT, "the function that defines it"},
    {"place", COLUMN_TEXT, "file and line"},
};

static const struct table_kind point_kind = {"points", point_columns, COUNT_OF(point_columns), NO_METRIC};

static int points(struct cli *cli)
{
    const struct input *in = &cli->input;
    const struct spoor_memory memory = input_memory(in);
    struct measured_points all = {.list = NULL};
    int result = CLI_UNREADABLE;

    if (cli_check_program(in->elf) == CLI_OK &&
        measured_read_points(&all, in->elf, &memory, input_name(in), &in->report)) {
        struct table t = begin(cli, &point_kind);

        for (size_t n = 0; n < all.count; n++) {
            const struct measured_point *p = &all.list[n];

            table_number(&t, p->number);
            table_text(&t, p->id->name);
            table_text(&t, p->on ? "yes" : "no");
            table_number(&t, p->count);
            put_place(&t, in->elf, p->id);
            table_end_row(&t);
        }
        result = end(&t);
    }
    free(all.list);
    return result;
}

/* ------------------------------------------------------------------ blocks */

/* The first are those of the shell's table; --all shows the others, too. */
static const struct column block_columns[] = {
    {"number", COLUMN_NUMBER, "as in the target's shell"},
    {"block", COLUMN_TEXT, "its name"},
    {"active", COLUMN_TEXT, "yes, or no: it doesn't measure"},
    {"count", COLUMN_COUNT, "measured visits since the start or the last reset of the block"},
    {"last_us", COLUMN_US, "wall time of the last visit"},
    {"min_us", COLUMN_US, "the shortest"},
    {"max_us", COLUMN_US, "the longest"},
    {"avg_us", COLUMN_US, "the mean"},
    {"net_avg_us", COLUMN_US, "mean of the net time: without interrupts and other threads"},
    {"self_avg_us", COLUMN_US, "mean of the net time without nested blocks"},
    {"sum_us", COLUMN_SUM_US, "wall time of all visits"},
    {"net_last_us", COLUMN_US, "net time of the last visit"},
    {"net_min_us", COLUMN_US, "the shortest"},
    {"net_max_us", COLUMN_US, "the longest"},
    {"net_sum_us", COLUMN_SUM_US, "net time of all visits"},
    {"self_sum_us", COLUMN_SUM_US, "the same without nested blocks"},
    {"unmatched_leaves", COLUMN_COUNT, "leaves without an enter"},
    {"unmatched_enters", COLUMN_COUNT, "enters without a leave"},
    {"too_long", COLUMN_COUNT, "visits too long to be measured; not in count"},
    {"function", COLUMN_TEXT, "the function that defines it"},
    {"place", COLUMN_TEXT, "file and line"},
};

#define SHOWN 10

/* Wall times are known if there was a visit, net times if the program measures them, too. */
static void put_time(struct table *t, bool known, uint64_t ns)
{
    if (known) {
        table_number(t, (int64_t)ns);
    } else {
        table_empty(t);
    }
}

static void put_rest(struct table *t, const struct measured_block *b, bool net, uint32_t hz)
{
    put_time(t, b->count != 0, time_ns(b->sum, hz));
    put_time(t, net, time_ns(b->net_last, hz));
    put_time(t, net, time_ns(b->net_min, hz));
    put_time(t, net, time_ns(b->net_max, hz));
    put_time(t, net, time_ns(b->net_sum, hz));
    put_time(t, net, time_ns(b->self_sum, hz));
    table_number(t, b->unmatched_leave);
    table_number(t, b->unmatched_enter);
    table_number(t, b->too_long);
}

static void put_block(struct table *t, const struct spoor_elf *elf, const struct measured_block *b, bool net,
                      uint32_t hz)
{
    bool visited = b->count != 0;
    uint32_t count = visited ? b->count : 1;

    table_number(t, b->number);
    table_text(t, b->id->name);
    table_text(t, b->on ? "yes" : "no");
    table_number(t, b->count);
    put_time(t, visited, time_ns(b->last, hz));
    put_time(t, visited, time_ns(b->min, hz));
    put_time(t, visited, time_ns(b->max, hz));
    put_time(t, visited, measured_mean_ns(b->sum, count, hz));
    put_time(t, visited && net, measured_mean_ns(b->net_sum, count, hz));
    put_time(t, visited && net, measured_mean_ns(b->self_sum, count, hz));
    if (t->kind->count > SHOWN) {
        put_rest(t, b, visited && net, hz);
        put_place(t, elf, b->id);
    }
    table_end_row(t);
}

/* What the table of a person doesn't show. */
static void print_below(const struct measured_blocks *all)
{
    for (size_t n = 0; n < all->count; n++) {
        const struct measured_block *b = &all->list[n];

        if (b->unmatched_leave != 0 || b->unmatched_enter != 0) {
            printf("mismatches: block %u %s: %" PRIu32 " unmatched leaves, %" PRIu32 " unmatched enters\n",
                   b->number, b->id->name, b->unmatched_leave, b->unmatched_enter);
        }
        if (b->too_long != 0) {
            printf("too long: block %u %s: %" PRIu32 " visits, not counted\n", b->number, b->id->name,
                   b->too_long);
        }
    }
    if (all->unkept != 0) {
        printf("too long: %" PRIu32 " visits of blocks beyond CONFIG_TRACE_LONG_BLOCKS\n", all->unkept);
    }
}

static int show_blocks(struct cli *cli, const struct measured_blocks *all, uint32_t hz)
{
    const struct table_kind kind = {"blocks", block_columns, given.all ? COUNT_OF(block_columns) : SHOWN,
                                    NO_METRIC};
    struct table t = begin(cli, &kind);

    for (size_t n = 0; n < all->count; n++) {
        put_block(&t, cli->input.elf, &all->list[n], all->net, hz);
    }
    int result = end(&t);

    if (result == CLI_OK && t.format == TABLE_TEXT && !given.all) {
        out_flush(&cli->out);
        print_below(all);
    }
    return result;
}

static int blocks(struct cli *cli)
{
    const struct input *in = &cli->input;
    const struct spoor_memory memory = input_memory(in);
    struct measured_blocks all = {.list = NULL};
    int result = CLI_UNREADABLE;

    if (cli_check_program(in->elf) == CLI_OK &&
        measured_read_blocks(&all, in->elf, &memory, input_name(in), &in->report)) {
        uint32_t hz = cli_rate != 0 ? (uint32_t)cli_rate : measured_rate(in->elf, &memory);

        result = hz != 0 || all.count == 0
                     ? show_blocks(cli, &all, hz)
                     : cli_failed(input_name(in),
                                  "the rate of the times is unknown, since the program has no rings that say "
                                  "it: give it by --rate HZ");
    }
    free(all.list);
    return result;
}

static int stacks(struct cli *cli)
{
    struct table t = begin(cli, &core_stack_kind);
    int result = core_put_stacks(cli, &t);

    if (result == CLI_OK) {
        return end(&t);
    }
    table_drop(&t);
    return result;
}

/* ------------------------------------------------------------------ the command */

static const struct {
    const char *name, *summary;
    int (*show)(struct cli *cli);
} kinds[] = {
    {"points", "counters, as trace_points shows them in the target's shell", points},
    {"blocks", "timings, as trace_blocks shows them", blocks},
    {"stacks", "where each CPU and each waiting thread stopped, and the callers", stacks},
};

static bool nth_kind(unsigned n, struct cli_choice *c)
{
    if (n < COUNT_OF(kinds)) {
        *c = (struct cli_choice){NULL, kinds[n].name, kinds[n].summary};
    }
    return n < COUNT_OF(kinds);
}

static const struct cli_choices choices = {"kinds", "kinds:", nth_kind};

static const char description[] =
    "FILE is a core dump of the target: an ELF core, as `spoor dump` of gdb or dump-guest-memory of QEMU "
    "writes it, or Zephyr's, as its console prints it. --image reads a plain copy of the memory. Nothing is "
    "called in the target, so it may have crashed. The layout of blocks is read from the program's debug "
    "information (-g). Stacks need the section .debug_frame, which -g makes for Arm. They begin with the "
    "registers of CPUs in a core dump, and with those that Spoor's kernel, FreeRTOS or Zephyr saved of "
    "threads that wait.";

static const struct doc_item examples[] = {
    {"spoor core points -e firmware.elf crash.core", "Show the counters of a target that crashed."},
    {"spoor core blocks --sort -max_us -e firmware.elf crash.core",
     "Show first the block with the longest visit."},
    {"spoor core blocks --image ram.bin@0x20000000 -e firmware.elf", "Read a plain copy of the memory."},
    {NULL}};

static int core(struct cli *cli)
{
    struct nearest near = {.word = cli->argument[0]};

    for (size_t n = 0; n < COUNT_OF(kinds); n++) {
        if (strcmp(cli->argument[0], kinds[n].name) == 0) {
            return kinds[n].show(cli);
        }
        nearest_offer(&near, kinds[n].name);
    }
    if (*nearest_hint(&near) == 0) {
        cli_list_choices(&choices, stderr);
    }
    return cli_unknown("no such kind: ", &near);
}

SPOOR_COMMAND(core, CLI_LOOK, "KIND FILE",
              "show points, blocks or stacks in the memory of a target that stopped", CLI_MEMORY, core,
              options, description, examples, .choices = &choices, .see = "dump names stats");
