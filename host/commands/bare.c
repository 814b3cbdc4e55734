/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor masked, spoor stacks, spoor regions: tables of the result of `spoor record --bare`. */
#include <inttypes.h>
#include <cli/cli.h>
#include <query/profile.h>
#include <analysis/bare.h>

static struct {
    bool csv, json;
    const char *sort;
    uint64_t top;
    struct pass_options pass;
} given;

static const struct option options[] = {
    {"sort", 0, OPTION_TEXT, &given.sort, "COLUMN", "Sort by this column; -COLUMN puts the largest first."},
    {"top", 'n', OPTION_COUNT, &given.top, "N", "Show at most N rows."},
    {"csv", 0, OPTION_FLAG, &given.csv, NULL, "Write comma-separated values."},
    {"json", 0, OPTION_FLAG, &given.json, NULL, "Write one JSON object per line."},
    PASS_OPTIONS(given.pass),
    OPTION_END};

/* Print a table, and `after` below it, if it is for people. @param after  or NULL */
static int print(struct cli *cli, const struct bare_table *of, void (*after)(const struct profile *p))
{
    struct table table = {.out = &cli->out,
                          .format = given.json  ? TABLE_JSON
                                    : given.csv ? TABLE_CSV
                                                : TABLE_TEXT,
                          .sort = given.sort != NULL ? given.sort : of->sort,
                          .top = given.top};
    struct profile p = {.count = 0};
    int result = query_profile(&cli->input, &given.pass, PROFILE_LINES, "this command", &p);

    if (result == CLI_OK && of == &bare_regions && p.region_count == 0) {
        result = cli_failed(cli->argument[0], "was recorded without --memory");
    }
    if (result == CLI_OK) {
        table_begin(&table, &of->kind);
        of->rows(&table, &p);
        if (!table_end(&table)) {
            result = table.failed ? CLI_UNREADABLE : cli_no_column(table.kind, table.sort);
        } else if (table.format == TABLE_TEXT && after != NULL) {
            out_flush(&cli->out);
            after(&p);
        }
    }
    table_drop(&table);
    profile_free(&p);
    return result;
}

/* ------------------------------------------------------------------ masked */

static const char masked_description[] =
    "FILE is the result of `spoor record --bare`. A section begins with an instruction that masks "
    "interrupts, "
    "and ends with the one that unmasks them; its length is in instructions. Handlers run with interrupts "
    "masked by the hardware, on some CPUs; that isn't counted. If it wasn't known what an instruction does, "
    "its place is listed below the table, and sections that it may have ended aren't counted.";

static const struct doc_item masked_examples[] = {
    {"spoor masked --top 1 -e firmware.elf trace.bare",
     "Show the longest section with interrupts masked, and its caller."},
    {NULL}};

static void print_unknown(const struct profile *p)
{
    for (size_t n = 0; n < p->unknown_count; n++) {
        const struct profile_unknown *u = &p->unknown[n];

        printf("unknown: %s, %s, %" PRIu64 " times\n", u->function, u->place, u->count);
    }
}

static int masked(struct cli *cli)
{
    return print(cli, &bare_masked, print_unknown);
}

SPOOR_COMMAND(masked, CLI_LOOK, "FILE", "show where an image masks interrupts, and for how long", CLI_ANY,
              masked, options, masked_description, masked_examples, .see = "record profile coverage");

/* ------------------------------------------------------------------ stacks */

static const char stacks_description[] =
    "FILE is the result of `spoor record --bare`. A stack is used down to the last byte that an instruction "
    "stored by the stack pointer, or that Arm's M-profile stored at the entry of an exception, without the "
    "registers of the FPU. Code that isn't optimized stores by a frame pointer; that isn't seen.";

static const struct doc_item stacks_examples[] = {
    {"spoor stacks --sort free_bytes -e firmware.elf trace.bare",
     "Show first the stacks that are nearly full."},
    {NULL}};

static int stacks(struct cli *cli)
{
    return print(cli, &bare_stacks, NULL);
}

SPOOR_COMMAND(stacks, CLI_LOOK, "FILE", "show how much of its stacks an image used", CLI_ANY, stacks, options,
              stacks_description, stacks_examples, .see = "record masked regions");

/* ------------------------------------------------------------------ regions */

static const char regions_description[] =
    "FILE is the result of `spoor record --bare --memory`. A row is a variable, what is between the "
    "variables "
    "of a section, or a page outside the program: heaps and the registers of devices.";

static const struct doc_item regions_examples[] = {
    {"spoor regions --sort -writes --top 10 -e firmware.elf trace.bare",
     "Show the ten variables that were written most often."},
    {NULL}};

static int regions(struct cli *cli)
{
    return print(cli, &bare_regions, NULL);
}

SPOOR_COMMAND(regions, CLI_LOOK, "FILE", "show which variables and devices an image read and wrote", CLI_ANY,
              regions, options, regions_description, regions_examples, .see = "record masked stacks");
