/* SPDX-License-Identifier: BSD-2-Clause */
/* Write the sections of a report. If the events of a section weren't recorded, it says which to enable. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <base/bytes.h>
#include <base/count.h>
#include <view/view.h>
#include <compare/measure.h>
#include <report/page/html.h>
#include <analysis/calls.h>
#include <profile/profile.h>
#include <compare/table.h>
#include <report/page/parts.h>

/* ------------------------------------------------------------------ summary */

static void put_row(void *arg, const char *name, const char *text)
{
    struct out *o = arg;

    out_literal(o, "<dt>");
    html_text(o, name);
    out_literal(o, "</dt><dd>");
    html_text(o, text);
    out_literal(o, "</dd>\n");
}

static uint64_t lost_by(const struct spoor_account *a)
{
    return spoor_lost(a) + a->missing + a->unread + a->cut;
}

/* Losses come first, since every table only covers the events received. */
static void put_accounts(struct page *p)
{
    const struct spoor_recording *r = spoor_recording(p->input.reader);
    struct out *o = p->out;
    uint64_t lost = 0;
    char text[200];

    for (unsigned cpu = 0; cpu < r->cpus; cpu++) {
        lost += lost_by(&r->account[cpu]);
    }
    if (lost == 0) {
        out_literal(o, "<p class=\"good\">No events were lost.</p>\n");
    } else {
        snprintf(text, sizeof text, "%" PRIu64 " events were lost; the tables only cover the rest.", lost);
        out_literal(o, "<p class=\"bad\">");
        html_text(o, text);
        out_literal(o, "</p>\n");
    }
    out_literal(o, "<div class=\"w\"><table><thead><tr><th class=\"t\" scope=\"col\">CPU</th><th "
                   "scope=\"col\">events</th>");
    out_literal(o, "<th scope=\"col\">lost on the target</th><th scope=\"col\">lost on the link</th>");
    out_literal(o, "<th scope=\"col\">discarded</th><th scope=\"col\">before the reader "
                   "joined</th></tr></thead><tbody>\n");
    for (unsigned cpu = 0; cpu < r->cpus; cpu++) {
        const struct spoor_account *a = &r->account[cpu];

        snprintf(text, sizeof text,
                 "<tr><td class=\"t\">%u</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64
                 "</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td></tr>\n",
                 cpu, a->decoded, spoor_lost(a), a->missing + a->unread + a->cut, a->cleared, a->before);
        out_text(o, text);
    }
    out_literal(o, "</tbody></table></div>\n");
}

static void put_summary(struct page *p)
{
    struct out *o = p->out;

    out_literal(o, "<section id=\"summary\"><h2>Summary</h2>\n");
    put_accounts(p);
    out_literal(o, "<dl>\n");
    report_summary(p, put_row, o);
    out_literal(o, "</dl></section>\n");
}

/* ------------------------------------------------------------------ the timeline */

#define COLUMNS 160

static void put_name(const struct view *v, const struct history_row *r, struct out *o)
{
    struct out name; /* all but its buffer is set */

    name.fd = -1;
    name.error = 0;
    name.sink = NULL;
    name.used = 0;
    view_name(v, r, &name);
    size_t n = name.used < 15 ? name.used : 15;

    html_text_n(o, name.bytes, n);
    for (; n < 16; n++) {
        out_char(o, ' ');
    }
}

static void put_rows(struct page *p, struct view *v)
{
    struct view_cell cells[COLUMNS];
    char text[200];

    out_literal(p->out, "<section id=\"timeline\"><h2>Timeline</h2>\n");
    snprintf(text, sizeof text,
             "<p>One column is %.3f us. Height: share of the column in which the CPU or thread ran. · ready "
             "but not "
             "running; ╳ events lost.</p>\n",
             p->data.hz != 0 ? (double)(v->to - v->from) * 1e6 / p->data.hz / COLUMNS : 0);
    out_text(p->out, text);
    out_literal(p->out, "<pre aria-label=\"CPUs and threads over time\">");
    for (size_t n = 0; n < v->shown_count && n < 200; n++) {
        const struct history_row *r = &p->data.history.rows[v->shown[n]];

        put_name(v, r, p->out);
        view_row(v, r, cells);
        for (unsigned c = 0; c < COLUMNS; c++) {
            out_text(p->out, cells[c].text);
        }
        out_char(p->out, '\n');
    }
    out_literal(p->out, "</pre></section>\n");
}

static void put_timeline(struct page *p)
{
    struct view v = {.history = &p->data.history,
                     .elf = p->input.elf,
                     .reader = p->input.reader,
                     .hz = p->data.hz,
                     .columns = COLUMNS};

    history_sort(&p->data.history);
    view_arrange(&v);
    view_fit(&v);
    if (v.shown_count != 0) {
        put_rows(p, &v);
    }
    free(v.shown);
}

/* ------------------------------------------------------------------ tables */

static void take_row(void *arg, const struct cell *row)
{
    html_table_row(arg, row);
}

/* Write a table, or the reason why it can't be made: usually the events that it needs. */
static void put_part(struct page *p, unsigned n)
{
    const struct analysis *a = p->tables.runs[n].analysis;
    const struct table_page *page = &a->page;
    struct html_table html;
    struct table table = {.out = p->out, .format = TABLE_ROWS, .take = take_row, .arg = &html};
    struct fault fault = {.text = ""};
    char head[300];

    snprintf(head, sizeof head, "<section id=\"%s\"><h2>%s</h2>\n<p>", a->name, page->title);
    out_text(p->out, head);
    html_text(p->out, page->words);
    out_literal(p->out, "</p>\n");
    html_table_begin(&html, p->out, &a->kind, page->top);
    tables_begin(&table, a);
    int result = tables_finish(&p->tables, n, &p->pass, &table, &fault);

    table_drop(&table);
    if (result == STATUS_OK || html.begun) {
        html_table_end(&html);
    }
    if (result != STATUS_OK) {
        out_literal(p->out, "<p class=\"needs\">");
        html_marked(p->out, fault.text[0] != 0 ? fault.text : "This table could not be made.");
        out_literal(p->out, "</p>\n");
    }
    p->failed |= result != STATUS_OK && result != STATUS_CANT_SAY;
    out_literal(p->out, "</section>\n");
}

/* ------------------------------------------------------------------ two recordings */

static bool measure_both(struct page *p, struct baseline *before, struct baseline *after)
{
    struct page *const both[] = {p, p->compared};
    bool done = true;

    for (unsigned n = 0; n < 2 && done; n++) {
        struct input again;

        done = input_open_again(&again, &both[n]->input, NULL) == STATUS_OK &&
               measure(&again, n == 0 ? before : after) == STATUS_OK;
        input_close(&again);
    }
    return done;
}

static void put_comparison(struct page *p)
{
    struct baseline before = {.count = 0}, after = {.count = 0};
    struct comparisons c = {.count = 0};
    struct budgets budgets = {.count = 0};
    struct html_table html;
    struct table table = {.out = p->out, .format = TABLE_ROWS, .take = take_row, .arg = &html};
    bool measured = p->input.profile_kind == NULL && measure_both(p, &before, &after);

    out_literal(p->out, "<section id=\"compare\"><h2>Compare</h2>\n");
    if (measured && compare(&c, &before, &after, &budgets, NULL)) {
        const char *refusal = compare_refusal(&before, &after);

        if (refusal != NULL) {
            out_literal(p->out, "<p class=\"needs\">");
            html_text(p->out, refusal);
            out_literal(p->out, "</p>\n");
        }
        html_table_begin(&html, p->out, &diff_kind, 400);
        table_begin(&table, &diff_kind);
        for (size_t n = 0; n < c.count; n++) {
            if (c.list[n].verdict != VERDICT_SAME) {
                diff_row(&table, &c.list[n]);
            }
        }
        (void)table_end(&table);
        html_table_end(&html);
        table_drop(&table);
        comparisons_free(&c);
    } else {
        out_literal(
            p->out,
            "<p class=\"needs\">Only recordings have metrics. The page&#39;s script compares profiles "
            "below.</p>\n");
    }
    out_literal(p->out, "</section>\n");
    baseline_free(&before);
    baseline_free(&after);
}

static int keep_bytes(void *arg, const char *bytes, size_t n)
{
    bytes_add(arg, bytes, n);
    return ((struct bytes *)arg)->failed ? ENOMEM : 0;
}

/* Write the tables that read others, or all that don't. */
static void put_tables(struct page *p, bool read)
{
    for (unsigned n = 0; n < p->tables.asked; n++) {
        if ((p->tables.runs[n].analysis->reads != NULL) == read) {
            put_part(p, n);
        }
    }
}

/* What was found comes first, but is known last. */
static void put_parts(struct page *p)
{
    struct bytes rest = {.used = 0};
    struct out *kept = calloc(1, sizeof *kept), *out = p->out;

    put_summary(p);
    if (kept == NULL) {
        p->failed = true;
        return;
    }
    kept->sink = keep_bytes;
    kept->arg = &rest;
    p->out = kept;
    put_timeline(p);
    put_tables(p, false);
    out_flush(kept);
    p->out = out;
    put_tables(p, true);
    out_bytes(out, (const char *)rest.data, rest.used);
    p->failed |= rest.failed || kept->error != 0;
    bytes_free(&rest);
    free(kept);
}

/* ------------------------------------------------------------------ another tool's profile */

static void put_profile_part(struct page *p, const struct calls_view *view)
{
    struct html_table html;
    struct table table = {.out = p->out, .format = TABLE_ROWS, .take = take_row, .arg = &html};
    struct profile *profile = &p->input.profile;
    char head[200];

    snprintf(head, sizeof head, "<section id=\"%s\"><h2>%s</h2>\n<p>", view->name, view->page.title);
    out_text(p->out, head);
    html_text(p->out, view->page.words);
    out_literal(p->out, "</p>\n");
    if ((view->needs & ~profile->has) != 0) {
        out_literal(p->out,
                    "<p class=\"needs\">This needs stacks; the file only has arcs between functions.</p>\n");
    } else {
        html_table_begin(&html, p->out, calls_kind(view, profile), view->page.top);
        p->failed |= !calls_table(&table, view, profile) || !table_end(&table);
        html_table_end(&html);
        table_drop(&table);
    }
    out_literal(p->out, "</section>\n");
}

static void put_profile_parts(struct page *p)
{
    const struct calls_view *view;

    out_literal(p->out, "<section id=\"summary\"><h2>Summary</h2>\n<dl>\n");
    report_summary(p, put_row, p->out);
    out_literal(p->out, "</dl></section>\n");
    for (unsigned n = 0; (view = calls_nth(n)) != NULL; n++) {
        put_profile_part(p, view);
    }
}

void report_body(void *arg, struct out *out)
{
    struct page *p = arg;

    p->out = out;
    if (p->compared != NULL) {
        put_comparison(p);
    }
    if (p->input.profile_kind != NULL) {
        put_profile_parts(p);
    } else {
        put_parts(p);
    }
}

static void put_link(struct out *out, const char *id, const char *title)
{
    char text[200];

    snprintf(text, sizeof text, "<li><a href=\"#%s\">%s</a></li>", id, title);
    out_text(out, text);
}

void report_contents(void *arg, struct out *out)
{
    const struct page *p = arg;
    const struct calls_view *view;
    const struct analysis *a;
    bool is_profile = p->input.profile_kind != NULL;

    out_literal(out, "<ul>");
    if (p->compared != NULL) {
        put_link(out, "compare", "Compare");
    }
    put_link(out, "summary", "Summary");
    if (!is_profile && p->data.history.count != 0) {
        put_link(out, "timeline", "Timeline");
    }
    for (unsigned n = 0; is_profile && (view = calls_nth(n)) != NULL; n++) {
        put_link(out, view->name, view->page.title);
    }
    for (unsigned n = 0; !is_profile && (a = analysis_nth_in_page(n)) != NULL; n++) {
        put_link(out, a->name, a->page.title);
    }
    out_literal(out, "</ul>");
}
