/* SPDX-License-Identifier: BSD-2-Clause */
/* Names, units and values of metrics, and the samples of a table until it is written. */
#include <string.h>
#include "metrics_priv.h"

bool metrics_is_label(const struct column *c)
{
    return c->type == COLUMN_TEXT || strcmp(c->name, "cpu") == 0 || strcmp(c->name, "line") == 0;
}

bool metrics_wants_table(struct table_export *e, const struct table_kind *kind)
{
    (void)e;
    return kind->metric == METRIC;
}

const char *metrics_unit(const struct column *c)
{
    return column_forms[c->type].base;
}

static bool ends(const char *text, size_t length, const char *with)
{
    size_t n = strlen(with);

    return length >= n && memcmp(text + length - n, with, n) == 0;
}

void metrics_name(char *name, size_t size, const struct table_kind *kind, const struct column *c)
{
    size_t length = strlen(c->name) - strlen(column_forms[c->type].suffix);
    const char *unit = metrics_unit(c);

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

void metrics_put_value(struct bytes *b, const struct cell *cell, enum column_type type)
{
    bytes_print(b, "%.15g", (double)cell->number / column_forms[type].base_scale);
}

static uint64_t hash_of(const struct bytes *b)
{
    return hash_bytes(5, b->data, b->used);
}

unsigned metrics_repeated(struct metrics *m)
{
    uint64_t hash = hash_of(&m->labels);
    unsigned n = 0;

    while (hash_find_key(&m->seen, hash + n) != HASH_NONE) {
        n++;
    }
    (void)hash_add(&m->seen, hash + n, m->rows++);
    return n;
}

void metrics_forget_table(struct metrics *m)
{
    for (unsigned n = 0; n < TABLE_COLUMNS_MAX; n++) {
        m->samples[n].used = 0;
    }
    hash_free(&m->seen);
    m->rows = 0;
}

void metrics_free(struct table_export *e)
{
    struct metrics *m = e->to.state;

    for (unsigned n = 0; n < TABLE_COLUMNS_MAX; n++) {
        bytes_free(&m->samples[n]);
    }
    bytes_free(&m->labels);
    hash_free(&m->seen);
}
