/* SPDX-License-Identifier: BSD-2-Clause */
/* Metrics as JSON of the OpenTelemetry protocol, for a collector. A run is a resource; each column is a
 * metric. */
#include <inttypes.h>
#include <string.h>
#include "metrics_priv.h"

static void put_json(struct bytes *b, const char *text, size_t n)
{
    static const char digits[] = "0123456789abcdef";

    bytes_u8(b, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        size_t length = out_utf8(text + i, n - i);

        if (length != 0) {
            bytes_add(b, text + i, length);
            i += length - 1;
        } else if (c == '"' || c == '\\') {
            bytes_u8(b, '\\');
            bytes_u8(b, c);
        } else if (c < ' ' || c >= 0x7F) {
            bytes_print(b, "\\u00%c%c", digits[c >> 4], digits[c & 15]);
        } else {
            bytes_u8(b, c);
        }
    }
    bytes_u8(b, '"');
}

static void put_attribute(struct bytes *b, bool first, const char *key, const char *text, size_t n)
{
    bytes_print(b, "%s{\"key\":\"%s\",\"value\":{\"stringValue\":", first ? "" : ",", key);
    put_json(b, text, n);
    bytes_text(b, "}}");
}

static void otlp_labels(struct metrics *m, const struct cell *row)
{
    char number[32];

    m->labels.used = 0;
    for (unsigned n = 0; n < m->kind->count; n++) {
        const struct column *c = &m->kind->columns[n];

        if (metrics_is_label(c) && !row[n].empty) {
            snprintf(number, sizeof number, "%" PRId64, row[n].number);
            put_attribute(&m->labels, m->labels.used == 0, c->name,
                          c->type == COLUMN_TEXT ? row[n].text : number,
                          c->type == COLUMN_TEXT ? row[n].length : strlen(number));
        }
    }
    unsigned before = metrics_repeated(m);

    if (before != 0) {
        snprintf(number, sizeof number, "%u", before + 1);
        put_attribute(&m->labels, m->labels.used == 0, "row", number, strlen(number));
    }
}

static void begin_resource(struct table_export *e, struct bytes *b)
{
    bytes_text(b, "{\"resource\":{\"attributes\":[");
    put_attribute(b, true, "service.name", e->run->board, strlen(e->run->board));
    put_attribute(b, false, "service.version", e->run->release, strlen(e->run->release));
    put_attribute(b, false, "service.instance.id", e->run->name, strlen(e->run->name));
    put_attribute(b, false, "spoor.build_id", e->run->build, strlen(e->run->build));
    bytes_text(b, "]},\"scopeMetrics\":[{\"scope\":{\"name\":\"spoor\"},\"metrics\":[\n");
}

/* Write each table of a run as a separate resource; a collector merges equal resources. */
static void end_otlp_table(struct table_export *e)
{
    struct metrics *m = e->to.state;
    struct bytes head = {0};
    char name[128];
    bool some = false;

    for (unsigned n = 0; m->kind != NULL && n < m->kind->count; n++) {
        const struct column *c = &m->kind->columns[n];

        if (m->samples[n].used == 0) {
            continue;
        }
        if (!some) {
            bytes_text(&head, m->some ? ",\n" : "\n");
            begin_resource(e, &head);
        }
        metrics_name(name, sizeof name, m->kind, c);
        bytes_print(&head, "%s{\"name\":\"%s\",\"unit\":\"%s\",%s\"dataPoints\":[\n", some ? ",\n" : "", name,
                    metrics_unit(c) == NULL     ? "1"
                    : metrics_unit(c)[0] == 's' ? "s"
                                                : "1",
                    column_forms[c->type].grows
                        ? "\"sum\":{\"aggregationTemporality\":2,\"isMonotonic\":true,"
                        : "\"gauge\":{");
        export_flush(&e->to, &head);
        export_flush(&e->to, &m->samples[n]);
        bytes_text(&head, "]}}");
        some = true;
    }
    if (some) {
        bytes_text(&head, "]}]}");
        export_flush(&e->to, &head);
        m->some = true;
    }
    bytes_free(&head);
    metrics_forget_table(m);
}

static void otlp_row(struct table_export *e, const struct table_kind *kind, const struct cell *row)
{
    struct metrics *m = e->to.state;

    if (m->kind != kind) {
        end_otlp_table(e);
        m->kind = kind;
    }
    otlp_labels(m, row);
    for (unsigned n = 0; n < m->kind->count; n++) {
        const struct column *c = &m->kind->columns[n];
        struct bytes *b = &m->samples[n];

        if (!metrics_is_label(c) && !row[n].empty) {
            bytes_print(b, "%s{\"attributes\":[", b->used != 0 ? ",\n" : "");
            bytes_add(b, m->labels.data, m->labels.used);
            bytes_print(b, "],\"timeUnixNano\":\"%" PRIu64 "000000\",\"asDouble\":", e->run->ms);
            metrics_put_value(b, &row[n], c->type);
            bytes_u8(b, '}');
        }
    }
}

static void end_otlp_run(struct table_export *e)
{
    struct metrics *m = e->to.state;

    end_otlp_table(e);
    m->kind = NULL;
}

static void otlp_begin(struct table_export *e)
{
    out_literal(e->to.out, "{\"resourceMetrics\":[");
}

static void otlp_end(struct table_export *e)
{
    out_literal(e->to.out, "\n]}\n");
}

static const struct table_exporter otlp_exporter = {
    .format = {"otlp", "tables as metrics of OpenTelemetry, in its JSON: for a collector (docs/fleet.md)",
               EXPORT_TEXT},
    .state_bytes = sizeof(struct metrics),
    .begin = otlp_begin,
    .table = metrics_wants_table,
    .row = otlp_row,
    .end_run = end_otlp_run,
    .end = otlp_end,
    .free = metrics_free,
};
SPOOR_TABLE_EXPORTER(otlp);
