/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor names: list the points and blocks of an ELF file. With CONFIG_TRACE_NAMES 0 the target's shell shows
 * their IDs only.
 */
#include <cli/cli.h>

static void print_kind(const struct spoor_elf *elf, enum spoor_class class, const char *kind)
{
    unsigned number = 0;

    for (unsigned n = 0; n < spoor_ids(elf); n++) {
        const struct spoor_id *id = spoor_id(elf, n);

        if (id->class == class) {
            const char *function = spoor_id_function(elf, id);

            printf("%3u  %s  %-18s  %s:%u  %s\n", number++, kind, id->name, id->file, id->line,
                   *function != 0 ? function : "-");
        }
    }
}

static const struct doc_item examples[] = {{"spoor names ELF", "List all points and blocks."}, {NULL}};

static int names(struct cli *cli)
{
    int result = cli_check_program(cli->input.elf);

    print_kind(cli->input.elf, SPOOR_POINT, "point");
    print_kind(cli->input.elf, SPOOR_BLOCK, "block");
    return result;
}

SPOOR_COMMAND(names, CLI_HELP, "ELF", "list points and blocks: ID, kind, name, place, function", CLI_PROGRAM,
              names,
              .more = "`spoor names` reads the names from an ELF file. If the target was built without names "
                      "(CONFIG_TRACE_NAMES 0), its shell shows the IDs of this list.",
              .examples = examples, .see = "symbols");
