/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes the page of a history. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <base/count.h>
#include <base/json.h>
#include <trend/assets.h>
#include <trend/page.h>
#include <trend/rows.h>
#include <report/page/section.h>
#include <report/page/template.h>

#define POLICY                                                                                               \
    "default-src 'none'; script-src '" ASSET_TREND_HASH                                                      \
    "'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/* For the data: the rest of a page is smaller than 2000 bytes and its files. */
#define DATA_MAX (TREND_PAGE_MAX - 2000 - sizeof asset_page - sizeof asset_trend)

struct page {
    const struct trend *history;
    const struct moves *moves;
    size_t from;       /* the first run in the page */
    struct bytes data; /* the section */
};

static void put_runs(struct json *j, const struct page *p)
{
    json_key(j, "runs");
    json_open(j, '[');
    for (size_t n = p->from; n < p->history->count; n++) {
        json_open(j, '[');
        json_text(j, p->history->runs[n].commit);
        json_number(j, p->history->runs[n].time);
        json_close(j, ']');
    }
    json_close(j, ']');
}

/* The averages of a metric as pairs: a value, or null, and for how many runs it holds. */
static void put_averages(struct json *j, const struct page *p, const struct series *s, const char *unit)
{
    json_key(j, "averages");
    json_open(j, '[');
    for (size_t n = p->from, next; n < p->history->count; n = next) {
        double value = s->at[n] != NULL ? series_average(s, n) : 0;

        for (next = n + 1; next < p->history->count && (s->at[next] == NULL) == (s->at[n] == NULL) &&
                           (s->at[n] == NULL || series_average(s, next) == value);) {
            next++;
        }
        if (s->at[n] != NULL) {
            json_real(j, (double)(int64_t)(trend_value(unit, value) * 1000 + 0.5) / 1000);
        } else {
            json_null(j);
        }
        json_number(j, next - n);
    }
    json_close(j, ']');
}

static void put_moves(struct json *j, const struct page *p, size_t metric)
{
    json_key(j, "moves");
    json_open(j, '[');
    for (size_t n = 0; n < p->moves->count; n++) {
        const struct move *m = &p->moves->list[n];

        if (m->metric == metric && m->run >= p->from) {
            json_open(j, '[');
            json_number(j, m->run - p->from);
            json_text(j, move_name(m->kind));
            json_close(j, ']');
        }
    }
    json_close(j, ']');
}

static void put_metrics(struct json *j, const struct page *p)
{
    json_key(j, "metrics");
    json_open(j, '[');
    for (size_t n = 0; n < p->moves->metric_count; n++) {
        const struct series *s = &p->moves->metrics[n];
        const struct metric *last = NULL;
        size_t run = p->from;

        for (size_t i = p->from; i < p->history->count; i++) {
            last = s->at[i] != NULL ? s->at[i] : last;
            run = s->at[i] != NULL ? i : run;
        }
        if (last == NULL) {
            continue; /* it was gone before */
        }
        const char *unit = trend_unit(&p->history->runs[run].costs, s->name);

        json_open(j, '{');
        json_key_text(j, "name", s->name);
        json_key_text(j, "unit", unit);
        json_key(j, "undisturbed");
        json_bool(j, s->undisturbed);
        json_key_number(j, "total", last->all.total_ns);
        if (last->file != NULL) {
            json_key_text(j, "file", last->file);
            json_key_number(j, "line", last->line);
        }
        put_averages(j, p, s, unit);
        put_moves(j, p, n);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* ------------------------------------------------------------------ the page */

static int collect(void *arg, const char *bytes, size_t n)
{
    struct bytes *b = arg;

    bytes_add(b, bytes, n);
    return b->failed ? ENOMEM : 0;
}

/* Make the section, of all runs from `from` on. @return false if memory ran out */
static bool make_data(struct page *p)
{
    static _Thread_local struct out out;
    const struct section_to to = {.out = &out, .form = SECTION_HTML};
    struct json j = {.lines = false};

    out.fd = -1;
    out.error = 0;
    out.sink = collect;
    out.arg = &p->data;
    out.used = 0;
    json_open(&j, '{');
    json_key_number(&j, "left_out", p->from);
    put_runs(&j, p);
    put_metrics(&j, p);
    json_close(&j, '}');
    bool made = section_write_json(&to, "history", &j);

    out_flush(&out);
    return made && !p->data.failed;
}

static void put_data(void *arg, struct out *out)
{
    const struct page *p = arg;

    out_bytes(out, (const char *)p->data.data, p->data.used);
}

static void put_script(void *arg, struct out *out)
{
    (void)arg;
    out_literal(out, "<script>");
    out_bytes(out, asset_trend, sizeof asset_trend);
    out_literal(out, "</script>");
}

static const struct table_kind *no_block(void *arg, const char *name)
{
    (void)arg, (void)name;
    return NULL;
}

int trend_page(const struct trend *h, const struct moves *m, const char *title, struct out *out,
               struct fault *fault)
{
    struct page p = {.history = h, .moves = m};
    char shell[sizeof asset_page + 1], usual[240], lead[120];
    bool made = make_data(&p);

    while (made && p.data.used > DATA_MAX && p.from + 1 < h->count) {
        p.from += (h->count - p.from + 3) / 4;
        p.data.used = 0;
        made = make_data(&p);
    }
    if (!made) {
        bytes_free(&p.data);
        return fault_set(fault, STATUS_UNREADABLE, "the page: %s", strerror(ENOMEM));
    }
    memcpy(shell, asset_page, sizeof asset_page);
    shell[sizeof asset_page] = 0;
    snprintf(usual, sizeof usual, "History: %s", h->count != 0 ? h->runs[h->count - 1].costs.board : "");
    snprintf(lead, sizeof lead,
             p.from != 0 ? "%zu of %zu commits: the older ones would exceed 1 MB." : "%zu commits.",
             h->count - p.from, h->count);
    const struct template_place places[] = {{"title", title != NULL ? title : usual, NULL, NULL},
                                            {"lead", lead, NULL, NULL},
                                            {"policy", POLICY, NULL, NULL},
                                            {"data", NULL, put_data, &p},
                                            {"script", NULL, put_script, NULL}};
    const struct template template = {.places = places, .count = COUNT_OF(places), .block = no_block};
    int result = template_write(&template, shell, out, fault);

    bytes_free(&p.data);
    return result;
}
