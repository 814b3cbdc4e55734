/* SPDX-License-Identifier: BSD-2-Clause */
/* `spoor tables` fails when there is one: the build asks after the link (scripts/rulelib/host.py). */
#include <stdio.h>
#include <analysis/analysis.h>
#include <analysis/calls.h>
#include "mistakes.h"

static char text[200];

/* @return a name that is none of the table's columns, or NULL */
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

const char *analysis_mistake(void)
{
    const struct analysis *a;
    const struct calls_view *view;
    const char *wrong;

    for (unsigned n = 0; (a = analysis_nth(n)) != NULL; n++) {
        wrong = wrong_column(&a->kind, a->sort, &a->page);
        if (wrong != NULL) {
            snprintf(text, sizeof text, "the analysis %s has no column %s", a->name, wrong);
            return text;
        }
    }
    for (unsigned n = 0; (view = calls_nth(n)) != NULL; n++) {
        wrong = wrong_column(&view->numbers, view->sort, &view->page);
        if (wrong != NULL) {
            snprintf(text, sizeof text, "the view %s of profiles has no column %s", view->name, wrong);
            return text;
        }
    }
    return NULL;
}
