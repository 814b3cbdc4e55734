/* SPDX-License-Identifier: BSD-2-Clause */
/* JSON that tells the page's script where each table is shown. */
#include <analysis/analysis.h>
#include <analysis/calls.h>
#include "data_priv.h"
#include "tables_priv.h"

static void put_names(struct json *j, const char *const *list, unsigned count)
{
    json_open(j, '[');
    for (unsigned n = 0; n < count && list[n] != NULL; n++) {
        json_text(j, list[n]);
    }
    json_close(j, ']');
}

static void put_jump(struct json *j, const struct table_page *page)
{
    if (page->jump.column == NULL) {
        json_null(j);
        return;
    }
    json_open(j, '{');
    json_key_text(j, "row", report_row_kinds[page->jump.row]);
    json_key_text(j, "column", page->jump.column);
    json_close(j, '}');
}

static void put_card(struct json *j, const struct table_page *page)
{
    if (page->card.sort == NULL) {
        json_null(j);
        return;
    }
    json_open(j, '{');
    json_key_text(j, "title", page->card.title);
    json_key_text(j, "sort", page->card.sort);
    json_key(j, "columns");
    put_names(j, page->card.columns, COUNT_OF(page->card.columns));
    json_key_text(j, "only", page->card.only);
    json_key(j, "without");
    put_names(j, page->card.without, COUNT_OF(page->card.without));
    json_close(j, '}');
}

static void put_table(struct json *j, const char *name, const struct table_page *page)
{
#define X(screen, word) [SCREEN_##screen] = word,
    static const char *const screens[] = {PAGE_SCREENS(X)};
#undef X

    json_open(j, '{');
    json_key_text(j, "name", name);
    json_key_text(j, "screen", screens[page->screen]);
    json_key(j, "jump");
    put_jump(j, page);
    json_key(j, "card");
    put_card(j, page);
    json_close(j, '}');
}

void report_tables(struct json *j)
{
    const struct analysis *a;

    json_open(j, '[');
    for (unsigned n = 0; (a = analysis_nth_in_page(n)) != NULL; n++) {
        put_table(j, a->name, &a->page);
    }
    json_close(j, ']');
}

void report_remedies(struct json *j)
{
    const char *name, *remedy;

    json_open(j, '{');
    for (unsigned n = 0; (name = analysis_nth_need(n, &remedy)) != NULL; n++) {
        json_key_text(j, name, remedy);
    }
    json_close(j, '}');
}

void report_profile_tables(struct json *j)
{
    const struct calls_view *view;

    json_open(j, '[');
    for (unsigned n = 0; (view = calls_nth(n)) != NULL; n++) {
        put_table(j, view->name, &view->page);
    }
    json_close(j, ']');
}
