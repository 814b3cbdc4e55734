/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Metrics as text: OpenMetrics with the time of the recording; the older format of Prometheus without it,
 * because node exporters and push gateways refuse times.
 */
#include <inttypes.h>
#include <string.h>
#include "metrics_priv.h"

static void put_escaped(struct bytes *b, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t length = out_utf8(text + i, n - i);

        if (length != 0) {
            bytes_add(b, text + i, length);
            i += length - 1;
            continue;
        }
        if (text[i] == '"' || text[i] == '\\') {
            bytes_u8(b, '\\');
        }
        bytes_u8(b, text[i] < ' ' || text[i] == 0x7F ? '?' : (unsigned char)text[i]);
    }
}

static void put_label(struct bytes *b, const char *name, const char *text, size_t n)
{
    bytes_print(b, "%s%s=\"", b->used != 0 ? "," : "", name);
    put_escaped(b, text, n);
    bytes_u8(b, '"');
}

static void put_labels(struct table_export *e, const struct cell *row)
{
    struct metrics *m = e->to.state;
    char number[32];

    m->labels.used = 0;
    put_label(&m->labels, "run", e->run->name, strlen(e->run->name));
    put_label(&m->labels, "board", e->run->board, strlen(e->run->board));
    if (e->run->release[0] != 0) {
        put_label(&m->labels, "release", e->run->release, strlen(e->run->release));
    }
    for (unsigned n = 0; n < m->kind->count; n++) {
        const struct column *c = &m->kind->columns[n];

        if (metrics_is_label(c) && !row[n].empty) {
            snprintf(number, sizeof number, "%" PRId64, row[n].number);
            put_label(&m->labels, c->name, c->type == COLUMN_TEXT ? row[n].text : number,
                      c->type == COLUMN_TEXT ? row[n].length : strlen(number));
        }
    }
    unsigned before = metrics_repeated(m);

    if (before != 0) {
        snprintf(number, sizeof number, "%u", before + 1);
        put_label(&m->labels, "row", number, strlen(number));
    }
}

static const char *sample_ending(const struct column *c)
{
    return column_forms[c->type].grows ? "_total" : "";
}

static void end_openmetrics_table(struct table_export *e)
{
    struct metrics *m = e->to.state;
    struct bytes head = {0};
    char name[128];

    for (unsigned n = 0; m->kind != NULL && n < m->kind->count; n++) {
        const struct column *c = &m->kind->columns[n];

        if (m->samples[n].used == 0) {
            continue;
        }
        metrics_name(name, sizeof name, m->kind, c);
        const char *total = m->plain ? sample_ending(c) : "";

        bytes_print(&head, "# TYPE %s%s %s\n", name, total,
                    column_forms[c->type].grows ? "counter" : "gauge");
        if (metrics_unit(c) != NULL && !m->plain) {
            bytes_print(&head, "# UNIT %s %s\n", name, metrics_unit(c));
        }
        bytes_print(&head, "# HELP %s%s %s: %s\n", name, total, m->kind->name, c->help);
        export_flush(&e->to, &head);
        export_flush(&e->to, &m->samples[n]);
    }
    bytes_free(&head);
    metrics_forget_table(m);
}

static void openmetrics_row(struct table_export *e, const struct table_kind *kind, const struct cell *row)
{
    struct metrics *m = e->to.state;
    char name[128];

    if (m->kind != kind) {
        end_openmetrics_table(e);
        m->kind = kind;
    }
    put_labels(e, row);
    for (unsigned n = 0; n < m->kind->count; n++) {
        const struct column *c = &m->kind->columns[n];

        if (!metrics_is_label(c) && !row[n].empty) {
            metrics_name(name, sizeof name, m->kind, c);
            bytes_print(&m->samples[n], "%s%s{", name, sample_ending(c));
            bytes_add(&m->samples[n], m->labels.data, m->labels.used);
            bytes_text(&m->samples[n], "} ");
            metrics_put_value(&m->samples[n], &row[n], c->type);
            if (e->run->ms != 0 && !m->plain) {
                bytes_print(&m->samples[n], " %" PRIu64 ".%03u", e->run->ms / 1000,
                            (unsigned)(e->run->ms % 1000));
            }
            bytes_u8(&m->samples[n], '\n');
        }
    }
}

static void openmetrics_end(struct table_export *e)
{
    end_openmetrics_table(e);
    out_literal(e->to.out, "# EOF\n");
}

static void prometheus_begin(struct table_export *e)
{
    struct metrics *m = e->to.state;

    m->plain = true;
}

static const struct table_exporter openmetrics_exporter = {
    .format = {"openmetrics", "tables as metrics with their time, in OpenMetrics' text (docs/fleet.md)",
               EXPORT_TEXT},
    .state_bytes = sizeof(struct metrics),
    .one_run = true, /* all samples of a metric must be adjacent */
    .table = metrics_wants_table,
    .row = openmetrics_row,
    .end = openmetrics_end,
    .free = metrics_free,
};
SPOOR_TABLE_EXPORTER(openmetrics);

static const struct table_exporter prometheus_exporter = {
    .format = {"prometheus", "tables as metrics for a node exporter, in Prometheus' text (docs/fleet.md)",
               EXPORT_TEXT},
    .state_bytes = sizeof(struct metrics),
    .one_run = true,
    .begin = prometheus_begin,
    .table = metrics_wants_table,
    .row = openmetrics_row,
    .end = end_openmetrics_table,
    .free = metrics_free,
};
SPOOR_TABLE_EXPORTER(prometheus);
