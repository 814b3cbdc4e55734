/* SPDX-License-Identifier: BSD-2-Clause */
/* Baselines as JSON, by jansson. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jansson.h>
#include <base/vector.h>
#include <compare/baseline.h>

#define VERSION 2

double visits_average(const struct visits *v)
{
    return v->count != 0 ? (double)v->total_ns / (double)v->count : 0;
}

void visits_add(struct visits *v, uint64_t ns)
{
    double before = (double)ns - visits_average(v);

    v->count++;
    v->total_ns += ns;
    if (v->count > 1) {
        v->squares += before * ((double)ns - visits_average(v));
    }
}

static void visits_join(struct visits *sum, const struct visits *v)
{
    if (sum->count != 0 && v->count != 0) {
        double apart = visits_average(v) - visits_average(sum);

        sum->squares +=
            apart * apart * (double)sum->count * (double)v->count / (double)(sum->count + v->count);
    }
    sum->squares += v->squares;
    sum->count += v->count;
    sum->total_ns += v->total_ns;
}

struct metric *baseline_metric(struct baseline *b, const char *name)
{
    for (size_t n = 0; n < b->count; n++) {
        if (strcmp(b->metrics[n].name, name) == 0) {
            return &b->metrics[n];
        }
    }
    char *copy = VECTOR_GROW(b->metrics, b->count) ? strdup(name) : NULL;

    if (copy == NULL) {
        return NULL;
    }
    b->metrics[b->count] = (struct metric){.name = copy};
    return &b->metrics[b->count++];
}

const struct metric *baseline_find(const struct baseline *b, const char *name)
{
    for (size_t n = 0; n < b->count; n++) {
        if (strcmp(b->metrics[n].name, name) == 0) {
            return &b->metrics[n];
        }
    }
    return NULL;
}

void baseline_free(struct baseline *b)
{
    for (size_t n = 0; n < b->count; n++) {
        free(b->metrics[n].name);
        free(b->metrics[n].file);
    }
    free(b->metrics);
    *b = (struct baseline){.count = 0};
}

bool baseline_add(struct baseline *sum, const struct baseline *b)
{
    if (sum->board[0] == 0 && sum->count == 0) {
        memcpy(sum->board, b->board, sizeof sum->board);
        memcpy(sum->build, b->build, sizeof sum->build);
        sum->hz = b->hz;
        sum->exact = b->exact;
        sum->shift = b->shift;
        memcpy(sum->left_out, b->left_out, sizeof sum->left_out);
    }
    sum->exact &= b->exact;
    sum->lost += b->lost;
    for (size_t n = 0; n < b->count; n++) {
        const struct metric *one = &b->metrics[n];
        struct metric *m = baseline_metric(sum, one->name);

        if (m == NULL) {
            return false;
        }
        if (m->file == NULL && one->file != NULL) {
            m->file = strdup(one->file);
            m->line = one->line;
        }
        m->checked = one->checked;
        if (strncmp(one->name, "bytes.", 6) == 0) { /* sizes of the program, which are the same in all runs */
            m->all = one->all;
            m->max_ns = one->max_ns;
            continue;
        }
        visits_join(&m->all, &one->all);
        visits_join(&m->undisturbed, &one->undisturbed);
        m->max_ns = one->max_ns > m->max_ns ? one->max_ns : m->max_ns;
    }
    return true;
}

/* "squares" is rounded, because it is used only for an estimate. */
static json_t *visits_json(const struct visits *v)
{
    return json_pack("{s:I, s:I, s:I}", "count", (json_int_t)v->count, "total_ns", (json_int_t)v->total_ns,
                     "squares", (json_int_t)(v->squares + 0.5));
}

bool baseline_save(const struct baseline *b, const char *path)
{
    json_t *list = json_array();

    for (size_t n = 0; n < b->count; n++) {
        const struct metric *m = &b->metrics[n];
        json_t *o = json_pack("{s:s, s:b, s:I}", "name", m->name, "checked", m->checked, "max_ns",
                              (json_int_t)m->max_ns);

        json_object_update_new(o, visits_json(&m->all));
        if (m->undisturbed.count != 0) {
            json_object_set_new(o, "undisturbed", visits_json(&m->undisturbed));
        }
        if (m->file != NULL) {
            json_object_set_new(o, "file", json_string(m->file));
            json_object_set_new(o, "line", json_integer(m->line));
        }
        json_array_append_new(list, o);
    }
    json_t *root =
        json_pack("{s:i, s:s, s:s, s:I, s:b, s:i, s:I, s:s, s:o}", "spoor_baseline", VERSION, "board",
                  b->board, "build", b->build, "hz", (json_int_t)b->hz, "exact", b->exact, "shift",
                  (int)b->shift, "lost", (json_int_t)b->lost, "left_out", b->left_out, "metrics", list);
    bool saved = root != NULL && json_dump_file(root, path, JSON_INDENT(1)) == 0;

    json_decref(root);
    return saved;
}

static uint64_t number_of(const json_t *o, const char *key)
{
    json_int_t n = json_integer_value(json_object_get(o, key));

    return n > 0 ? (uint64_t)n : 0;
}

static struct visits visits_of(const json_t *o)
{
    return (struct visits){number_of(o, "count"), number_of(o, "total_ns"), (double)number_of(o, "squares")};
}

static bool load_metric(struct baseline *b, const json_t *o)
{
    const char *name = json_string_value(json_object_get(o, "name"));
    const char *file = json_string_value(json_object_get(o, "file"));
    struct metric *m = name != NULL ? baseline_metric(b, name) : NULL;

    if (m == NULL) {
        return false;
    }
    m->checked = json_is_true(json_object_get(o, "checked"));
    m->all = visits_of(o);
    m->undisturbed = visits_of(json_object_get(o, "undisturbed"));
    m->max_ns = number_of(o, "max_ns");
    free(m->file);
    m->file = file != NULL ? strdup(file) : NULL;
    m->line = (uint32_t)number_of(o, "line");
    return true;
}

bool baseline_load(struct baseline *b, const char *path, const char **wrong)
{
    static char text[JSON_ERROR_TEXT_LENGTH + 64];
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    bool good = true;

    if (root == NULL) {
        snprintf(text, sizeof text, "line %d: %s", error.line, error.text);
        *wrong = text;
        return false;
    }
    if (number_of(root, "spoor_baseline") != VERSION) {
        json_decref(root);
        *wrong = "not a baseline of this version: write it again with `spoor baseline`";
        return false;
    }
    const char *board = json_string_value(json_object_get(root, "board"));
    const char *build = json_string_value(json_object_get(root, "build"));
    const json_t *list = json_object_get(root, "metrics");

    snprintf(b->board, sizeof b->board, "%s", board != NULL ? board : "");
    snprintf(b->build, sizeof b->build, "%s", build != NULL ? build : "");
    b->hz = (uint32_t)number_of(root, "hz");
    b->exact = json_is_true(json_object_get(root, "exact"));
    b->shift = (unsigned)(number_of(root, "shift") & 31);
    b->lost = number_of(root, "lost");
    const char *left_out = json_string_value(json_object_get(root, "left_out"));

    snprintf(b->left_out, sizeof b->left_out, "%s", left_out != NULL ? left_out : "");
    for (size_t n = 0; n < json_array_size(list); n++) {
        good &= load_metric(b, json_array_get(list, n));
    }
    json_decref(root);
    *wrong = "a metric without a name";
    return good;
}

bool baseline_is(const char *path)
{
    FILE *f = fopen(path, "rb");
    int c = f != NULL ? getc(f) : EOF;

    if (f != NULL) {
        fclose(f);
    }
    return c == '{';
}
