/* SPDX-License-Identifier: BSD-2-Clause */
/* The rows of a template's blocks. A table is made anew from the recording, in a pass of its own. */
#include <string.h>
#include <analysis/calls.h>
#include <base/count.h>
#include <report/page/parts.h>

static const struct column summary_columns[] = {{"name", COLUMN_TEXT, ""}, {"value", COLUMN_TEXT, ""}};
static const struct table_kind summary_kind = {"summary", summary_columns, COUNT_OF(summary_columns)};

/* @return the analysis of a name if it needs no options */
static const struct analysis *analysis_of(const char *name)
{
    const struct analysis *a = analysis_find(name);

    return a != NULL && (a->wants & (WANTS_INTERVALS | WANTS_THREAD)) == 0 ? a : NULL;
}

static const struct calls_view *view_of(const char *name)
{
    const struct calls_view *view;

    for (unsigned n = 0; (view = calls_nth(n)) != NULL; n++) {
        if (strcmp(view->name, name) == 0) {
            return view;
        }
    }
    return NULL;
}

const struct table_kind *report_block(struct page *p, const char *name)
{
    if (strcmp(name, "summary") == 0) {
        return &summary_kind;
    }
    if (p->input.profile_kind != NULL) {
        const struct calls_view *view = view_of(name);

        return view != NULL ? calls_kind(view, &p->input.profile) : NULL;
    }
    const struct analysis *a = analysis_of(name);

    return a != NULL ? &a->kind : NULL;
}

struct summary_to {
    void (*take)(void *arg, const struct cell *row);
    void *arg;
};

static void take_summary(void *arg, const char *name, const char *text)
{
    const struct summary_to *to = arg;
    const struct cell row[] = {{.text = name, .length = strlen(name)},
                               {.text = text, .length = strlen(text)}};

    to->take(to->arg, row);
}

static int view_rows(struct page *p, const struct calls_view *view, struct table *table, struct fault *fault)
{
    bool done = (view->needs & ~p->input.profile.has) != 0 ||
                (calls_table(table, view, &p->input.profile) && table_end(table));

    table_drop(table);
    return done ? STATUS_OK : fault_set(fault, STATUS_UNREADABLE, "%s: not enough memory", view->name);
}

static int analysis_rows(struct page *p, const struct analysis *a, struct table *table, struct fault *fault)
{
    static const struct analysis_options none;
    struct input again;
    int result = input_open_again(&again, &p->input, NULL);

    if (result != STATUS_OK) {
        return fault_set(fault, result, "%s can't be read a second time, for the block %s of the template",
                         p->file, a->name);
    }
    result = query_table(&again, a, p->options, &none, table);
    if (result != STATUS_OK && result != STATUS_CANT_SAY) {
        (void)fault_set(fault, result, "%s: %s", a->name, again.fault.text);
    }
    input_close(&again);
    return result == STATUS_CANT_SAY ? STATUS_OK : result;
}

int report_rows(struct page *p, const char *name, void (*take)(void *arg, const struct cell *row), void *arg,
                struct fault *fault)
{
    struct table table = {.out = p->out, .format = TABLE_ROWS, .take = take, .arg = arg};

    if (strcmp(name, "summary") == 0) {
        report_summary(p, take_summary, &(struct summary_to){take, arg});
        return STATUS_OK;
    }
    return p->input.profile_kind != NULL ? view_rows(p, view_of(name), &table, fault)
                                         : analysis_rows(p, analysis_of(name), &table, fault);
}
