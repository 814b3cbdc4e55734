/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tables as metrics: a gauge or counter for each column of numbers, with the columns of text, and CPU and
 * line, as labels. OpenMetrics with the time of the recording; Prometheus' older text without it, which node
 * exporters and push gateways refuse; and JSON of the OpenTelemetry protocol for a collector. Units are the
 * bases that all ask for: seconds, ratios.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/hash.h>
#include <export/table/exporter.h>

struct metrics {
    const struct table_kind *kind;
    struct bytes samples[TABLE_COLUMNS_MAX]; /* of each column */
    struct bytes labels;
    struct hash seen; /* labels of this table: a row with equal ones gets a number */
    uint32_t rows;
    bool some;
    bool plain; /* Prometheus' older text */
};

static bool is_label(const struct column *c)
{
    return c->type == COLUMN_TEXT || strcmp(c->name, "cpu") == 0 || strcmp(c->name, "line") == 0;
}

static bool wants_table(struct table_export *e, const struct table_kind *kind)
{
    (void)e;
    return kind->metric == METRIC;
}

static const char *unit_of(const struct column *c)
{
    return column_forms[c->type].base;
}

static bool ends(const char *text, size_t length, const char *with)
{
    size_t n = strlen(with);

    return length >= n && memcmp(text + length - n, with, n) == 0;
}

/* max_us of blocks is spoor_blocks_max_seconds; total_us spoor_blocks_seconds, a counter: its samples add
   _total; count is spoor_blocks_events, since _count is the ending of a summary's. */
static void metric_name(char *name, size_t size, const struct table_kind *kind, const struct column *c)
{
    size_t length = strlen(c->name) - strlen(column_forms[c->type].suffix);
    const char *unit = unit_of(c);

    if (ends(c->name, length, "count")) {
        length -= strlen("count");
        unit = "events";
    } else if (column_forms[c->type].grows && ends(c->name, length, "total")) {
        length -= strlen("total");
    }
    bool joined = length == 0 || c->name[length - 1] == '_' || unit == NULL;

    snprintf(name, size, "spoor_%s_%.*s%s%s", kind->name, (int)length, c->name, joined ? "" : "_",
             unit != NULL ? unit : "");
}

static void put_value(struct bytes *b, const struct cell *cell, enum column_type type)
{
    bytes_print(b, "%.15g", (double)cell->number / column_forms[type].base_scale);
}

static uint64_t hash_of(const struct bytes *b)
{
    return hash_bytes(5, b->data, b->used);
}

/* How often a row with these labels came before in this table. */
static unsigned repeated(struct metrics *m)
{
    uint64_t hash = hash_of(&m->labels);
    unsigned n = 0;

    while (hash_find_key(&m->seen, hash + n) != HASH_NONE) {
        n++;
    }
    (void)hash_add(&m->seen, hash + n, m->rows++);
    return n;
}

static void forget_table(struct metrics *m)
{
    for (unsigned n = 0; n < TABLE_COLUMNS_MAX; n++) {
        m->samples[n].used = 0;
    }
    hash_free(&m->seen);
    m->rows = 0;
}

static void metrics_free(struct table_export *e)
{
    struct metrics *m = e->to.state;

    for (unsigned n = 0; n < TABLE_COLUMNS_MAX; n++) {
        bytes_free(&m->samples[n]);
    }
    bytes_free(&m->labels);
    hash_free(&m->seen);
}

/* ------------------------------------------------------------------ OpenMetrics */

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

        if (is_label(c) && !row[n].empty) {
            snprintf(number, sizeof number, "%" PRId64, row[n].number);
            put_label(&m->labels, c->name, c->type == COLUMN_TEXT ? row[n].text : number,
                      c->type == COLUMN_TEXT ? row[n].length : strlen(number));
        }
    }
    unsigned before = repeated(m);

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
        metric_name(name, sizeof name, m->kind, c);
        const char *total = m->plain ? sample_ending(c) : "";

        bytes_print(&head, "# TYPE %s%s %s\n", name, total,
                    column_forms[c->type].grows ? "counter" : "gauge");
        if (unit_of(c) != NULL && !m->plain) {
            bytes_print(&head, "# UNIT %s %s\n", name, unit_of(c));
        }
        bytes_print(&head, "# HELP %s%s %s: %s\n", name, total, m->kind->name, c->help);
        export_flush(&e->to, &head);
        export_flush(&e->to, &m->samples[n]);
    }
    bytes_free(&head);
    forget_table(m);
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

        if (!is_label(c) && !row[n].empty) {
            metric_name(name, sizeof name, m->kind, c);
            bytes_print(&m->samples[n], "%s%s{", name, sample_ending(c));
            bytes_add(&m->samples[n], m->labels.data, m->labels.used);
            bytes_text(&m->samples[n], "} ");
            put_value(&m->samples[n], &row[n], c->type);
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
    .one_run = true, /* all of a metric stand together */
    .table = wants_table,
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
    .table = wants_table,
    .row = openmetrics_row,
    .end = end_openmetrics_table,
    .free = metrics_free,
};
SPOOR_TABLE_EXPORTER(prometheus);

/* ------------------------------------------------------------------ OpenTelemetry */

/* A run is a resource; each column a metric. */
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

        if (is_label(c) && !row[n].empty) {
            snprintf(number, sizeof number, "%" PRId64, row[n].number);
            put_attribute(&m->labels, m->labels.used == 0, c->name,
                          c->type == COLUMN_TEXT ? row[n].text : number,
                          c->type == COLUMN_TEXT ? row[n].length : strlen(number));
        }
    }
    unsigned before = repeated(m);

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

/* A table of a run is a resource of its own: a collector puts equal ones together. */
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
        metric_name(name, sizeof name, m->kind, c);
        bytes_print(&head, "%s{\"name\":\"%s\",\"unit\":\"%s\",%s\"dataPoints\":[\n", some ? ",\n" : "", name,
                    unit_of(c) == NULL     ? "1"
                    : unit_of(c)[0] == 's' ? "s"
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
    forget_table(m);
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

        if (!is_label(c) && !row[n].empty) {
            bytes_print(b, "%s{\"attributes\":[", b->used != 0 ? ",\n" : "");
            bytes_add(b, m->labels.data, m->labels.used);
            bytes_print(b, "],\"timeUnixNano\":\"%" PRIu64 "000000\",\"asDouble\":", e->run->ms);
            put_value(b, &row[n], c->type);
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
    .table = wants_table,
    .row = otlp_row,
    .end_run = end_otlp_run,
    .end = otlp_end,
    .free = metrics_free,
};
SPOOR_TABLE_EXPORTER(otlp);
