/* SPDX-License-Identifier: BSD-2-Clause */
/* `spoor tables` fails if there is a mistake: the build runs it after the link (scripts/rulelib/host.py). */
#include <stdio.h>
#include <string.h>
#include <analysis/analysis.h>
#include <analysis/calls.h>
#include <cli/cli.h>
#include <export/export.h>
#include "mistakes.h"

static char text[200];

/* @return a name that isn't a column of the table, or NULL */
static const char *wrong_column(const struct table_kind *kind, const char *sort, const struct table_page *p)
{
    const char *const names[] = {sort,
                                 p->jump.column,
                                 p->card.sort,
                                 p->card.columns[0],
                                 p->card.columns[1],
                                 p->card.columns[2],
                                 p->card.columns[3],
                                 p->card.only,
                                 p->card.without[0]};

    for (unsigned n = 0; n < COUNT_OF(names); n++) {
        if (names[n] != NULL && !table_has_column(kind, names[n])) {
            return names[n];
        }
    }
    return NULL;
}

/* @return a column whose name lacks the unit of its type, or NULL */
static const char *without_unit(const struct table_kind *kind)
{
    for (unsigned n = 0; n < kind->count; n++) {
        const char *name = kind->columns[n].name, *unit = column_forms[kind->columns[n].type].suffix;

        if (strlen(name) < strlen(unit) || strcmp(name + strlen(name) - strlen(unit), unit) != 0) {
            return name;
        }
    }
    return NULL;
}

static const char *say(const char *what, const char *name, const char *verb, const char *wrong)
{
    snprintf(text, sizeof text, "%s %s %s %s", what, name, verb, wrong);
    return text;
}

static const char *analysis_mistake(const struct analysis *a)
{
    const char *wrong = wrong_column(&a->kind, a->sort, &a->page);

    if (wrong != NULL) {
        return say("the analysis", a->name, "has no column", wrong);
    }
    wrong = without_unit(&a->kind);
    if (wrong != NULL) {
        return say("the analysis", a->name, "has a column without the unit of its type:", wrong);
    }
    if (a->end == NULL) {
        return say("the analysis", a->name, "lacks the function that writes its rows:", ".end");
    }
    return NULL;
}

/* @return the name of two analyses, formats or commands, of which the second would never be found; or NULL */
static const char *named_twice(void)
{
    const struct analysis *a;
    const struct export_format *x;
    const struct command *c;
    enum export_kind found;

    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        if (analysis_find(a->name) != a) {
            return a->name;
        }
    }
    for (enum export_kind kind = 0; kind < EXPORT_KINDS; kind++) {
        for (unsigned n = 0; (x = export_nth(kind, n)) != NULL; n++) {
            if (export_find(x->name, &found) != x) {
                return x->name;
            }
        }
    }
    for (unsigned n = 0; (c = cli_nth(n)) != NULL; n++) {
        if (cli_find(c->name) != c) {
            return c->name;
        }
    }
    return NULL;
}

const char *mistake_of_declarations(void)
{
    const struct analysis *a;
    const struct calls_view *view;
    const char *wrong = named_twice();

    if (wrong != NULL) {
        return say("the name", wrong, "is used by two", "analyses, formats or commands");
    }
    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        wrong = analysis_mistake(a);
        if (wrong != NULL) {
            return wrong;
        }
    }
    for (unsigned n = 0; (view = calls_nth(n)) != NULL; n++) {
        wrong = wrong_column(&view->numbers, view->sort, &view->page);
        if (wrong != NULL) {
            return say("the view of profiles", view->name, "has no column", wrong);
        }
    }
    return NULL;
}
