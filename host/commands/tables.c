/* SPDX-License-Identifier: BSD-2-Clause */
/* spoor tables: the tables of spoor stats, for docs/tables.md. */
#include <analysis/analysis.h>
#include <cli/cli.h>
#include "mistakes.h"

static const struct doc_item examples[] = {{"spoor tables >tables.md", "Write a page."}, {NULL}};

static int tables(struct cli *cli)
{
    const struct analysis *a;
    const char *mistake = mistake_of_declarations();

    (void)cli;
    if (mistake != NULL) {
        fprintf(stderr, "spoor: %s\n", mistake);
        return CLI_WRONG;
    }
    printf("## What each needs\n\n| table | events |\n|---|---|\n");
    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        printf("| `%s` | %s |\n", a->name, a->needs != 0 ? analysis_events(a->needs) : "none");
    }
    printf("\n");
    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        printf("## %s\n%s.%s%s\n\n| column | type | |\n|---|---|---|\n", a->name, a->summary,
               a->needs != 0 ? " Needs " : "", a->needs != 0 ? analysis_remedy(a->needs) : "");
        for (unsigned i = 0; i < a->kind.count; i++) {
            const struct column *c = &a->kind.columns[i];

            printf("| `%s` | %s | %s |\n", c->name, column_forms[c->type].words, c->help);
        }
        printf("\n");
    }
    return CLI_OK;
}

SPOOR_COMMAND(tables, CLI_HELP, "", "describe the tables of `spoor stats`, as Markdown", CLI_NOTHING, tables,
              .examples = examples, .status = {[1] = "A table is declared wrongly."}, .see = "stats sql");
