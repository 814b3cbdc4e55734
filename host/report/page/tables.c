/* SPDX-License-Identifier: BSD-2-Clause */
/* JSON that tells the page's script where each table is shown. */
#include <analysis/analysis.h>
#include <analysis/calls.h>
#include "data_priv.h"
#include "tables_priv.h"

static json_t *names(const char *const *list, unsigned count)
{
    json_t *array = json_array();

    for (unsigned n = 0; n < count && list[n] != NULL; n++) {
        json_array_append_new(array, json_string(list[n]));
    }
    return array;
}

static json_t *jump_of(const struct table_page *page)
{
    return page->jump.column == NULL
               ? json_null()
               : json_pack("{s:s,s:s}", "row", report_row_kinds[page->jump.row], "column", page->jump.column);
}

static json_t *card_of(const struct table_page *page)
{
    return page->card.sort == NULL
               ? json_null()
               : json_pack("{s:s,s:s,s:o,s:s?,s:o}", "title", page->card.title, "sort", page->card.sort,
                           "columns", names(page->card.columns, COUNT_OF(page->card.columns)), "only",
                           page->card.only, "without",
                           names(page->card.without, COUNT_OF(page->card.without)));
}

static void add(json_t *list, const char *name, const struct table_page *page)
{
#define X(screen, word) [SCREEN_##screen] = word,
    static const char *const screens[] = {PAGE_SCREENS(X)};
#undef X

    json_array_append_new(list, json_pack("{s:s,s:s,s:o,s:o}", "name", name, "screen", screens[page->screen],
                                          "jump", jump_of(page), "card", card_of(page)));
}

json_t *report_tables(void)
{
    const struct analysis *a;
    json_t *list = json_array();

    for (unsigned n = 0; (a = analysis_nth_in_page(n)) != NULL; n++) {
        add(list, a->name, &a->page);
    }
    return list;
}

json_t *report_remedies(void)
{
    const char *name, *remedy;
    json_t *remedies = json_object();

    for (unsigned n = 0; (name = analysis_nth_need(n, &remedy)) != NULL; n++) {
        json_object_set_new(remedies, name, json_string(remedy));
    }
    return remedies;
}

json_t *report_profile_tables(void)
{
    const struct calls_view *view;
    json_t *list = json_array();

    for (unsigned n = 0; (view = calls_nth(n)) != NULL; n++) {
        add(list, view->name, &view->page);
    }
    return list;
}
