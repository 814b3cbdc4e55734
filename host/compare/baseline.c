/* SPDX-License-Identifier: BSD-2-Clause */
/* Baselines as JSON. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/json.h>
#include <base/json_read.h>
#include <base/vector.h>
#include <compare/baseline.h>

#define VERSION   2
#define BYTES_MAX (UINT64_C(64) << 20) /* of a file; a baseline of 1000 functions has 100 KB */

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
        sum->counted = b->counted;
        sum->instructions = b->instructions;
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
        m->size = one->size;
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
static void put_visits(struct json *j, const struct visits *v)
{
    json_key_number(j, "count", v->count);
    json_key_number(j, "total_ns", v->total_ns);
    json_key(j, "squares");
    if (v->squares < (double)INT64_MAX) {
        json_number(j, (uint64_t)(v->squares + 0.5));
    } else {
        json_real(j, v->squares);
    }
}

static void put_metric(struct json *j, const struct metric *m)
{
    json_open(j, '{');
    json_key_text(j, "name", m->name);
    json_key(j, "checked");
    json_bool(j, m->checked);
    json_key_number(j, "max_ns", m->max_ns);
    put_visits(j, &m->all);
    if (m->size != 0) {
        json_key_number(j, "size", m->size);
    }
    if (m->undisturbed.count != 0) {
        json_key(j, "undisturbed");
        json_open(j, '{');
        put_visits(j, &m->undisturbed);
        json_close(j, '}');
    }
    if (m->file != NULL) {
        json_key_text(j, "file", m->file);
        json_key_number(j, "line", m->line);
    }
    json_close(j, '}');
}

static void put_baseline(struct json *j, const struct baseline *b)
{
    json_open(j, '{');
    json_key_number(j, "spoor_baseline", VERSION);
    json_key_text(j, "board", b->board);
    json_key_text(j, "build", b->build);
    json_key_number(j, "hz", b->hz);
    json_key(j, "exact");
    json_bool(j, b->exact);
    json_key_number(j, "shift", b->shift);
    if (b->counted) {
        json_key(j, "counted");
        json_bool(j, true);
        json_key_number(j, "instructions", b->instructions);
    }
    json_key_number(j, "lost", b->lost);
    json_key_text(j, "left_out", b->left_out);
    json_key(j, "metrics");
    json_open(j, '[');
    for (size_t n = 0; n < b->count; n++) {
        put_metric(j, &b->metrics[n]);
    }
    json_close(j, ']');
    json_close(j, '}');
}

bool baseline_save(const struct baseline *b, const char *path)
{
    struct json j = {.lines = true};

    put_baseline(&j, b);
    FILE *f = j.text.failed ? NULL : fopen(path, "wb");
    bool saved = f != NULL && fwrite(j.text.data, 1, j.text.used, f) == j.text.used;

    if (f != NULL && fclose(f) != 0) {
        saved = false;
    }
    bytes_free(&j.text);
    return saved;
}

/* ------------------------------------------------------------------ reading */

/* Counts, times, sizes and lines are never negative. */
static bool has_negative(const struct json_tree *t)
{
    for (size_t n = 0; n < t->count; n++) {
        const struct json_value *v = &t->values[n];

        if ((v->kind == JSON_INTEGER || v->kind == JSON_REAL) && v->real < 0) {
            return true;
        }
    }
    return false;
}

/* @return an integer; 0 if it is missing */
static uint64_t number_at(const struct json_tree *t, const struct json_value *o, const char *key)
{
    const struct json_value *v = json_get(t, o, key);

    return v != NULL && v->kind == JSON_INTEGER && v->integer > 0 ? (uint64_t)v->integer : 0;
}

static bool is_true(const struct json_tree *t, const struct json_value *o, const char *key)
{
    const struct json_value *v = json_get(t, o, key);

    return v != NULL && v->kind == JSON_TRUE;
}

static struct visits visits_of(const struct json_tree *t, const struct json_value *o)
{
    const struct json_value *squares = json_get(t, o, "squares");
    bool is_number = squares != NULL && (squares->kind == JSON_INTEGER || squares->kind == JSON_REAL);

    return (struct visits){number_at(t, o, "count"), number_at(t, o, "total_ns"),
                           is_number && squares->real > 0 ? squares->real : 0};
}

static bool load_metric(struct baseline *b, const struct json_tree *t, const struct json_value *o)
{
    const char *name = json_text_of(t, json_get(t, o, "name"));
    const char *file = json_text_of(t, json_get(t, o, "file"));
    struct metric *m = name != NULL ? baseline_metric(b, name) : NULL;

    if (m == NULL) {
        return false;
    }
    m->checked = is_true(t, o, "checked");
    m->all = visits_of(t, o);
    m->undisturbed = visits_of(t, json_get(t, o, "undisturbed"));
    m->max_ns = number_at(t, o, "max_ns");
    m->size = number_at(t, o, "size");
    free(m->file);
    m->file = file != NULL ? strdup(file) : NULL;
    m->line = (uint32_t)number_at(t, o, "line");
    return true;
}

/* Copy a text, or as much of it as fits. */
static void load_text(char *to, size_t room, const struct json_tree *t, const char *key)
{
    const char *text = json_text_of(t, json_get(t, t->values, key));

    snprintf(to, room, "%s", text != NULL ? text : "");
}

static bool load(struct baseline *b, const struct json_tree *t, const char **wrong)
{
    const struct json_value *root = t->values;
    bool good = true;

    if (number_at(t, root, "spoor_baseline") != VERSION) {
        *wrong = "not a baseline of this version: write it again with `spoor baseline`";
        return false;
    }
    if (has_negative(t)) {
        *wrong = "a number in it is negative: write it again with `spoor baseline`";
        return false;
    }
    load_text(b->board, sizeof b->board, t, "board");
    load_text(b->build, sizeof b->build, t, "build");
    load_text(b->left_out, sizeof b->left_out, t, "left_out");
    b->hz = (uint32_t)number_at(t, root, "hz");
    b->exact = is_true(t, root, "exact");
    b->shift = (unsigned)(number_at(t, root, "shift") & 31);
    b->counted = is_true(t, root, "counted");
    b->instructions = number_at(t, root, "instructions");
    b->lost = number_at(t, root, "lost");
    for (const struct json_value *m = json_first(t, json_get(t, root, "metrics")); m != NULL;
         m = json_next(t, m)) {
        good &= load_metric(b, t, m);
    }
    *wrong = "a metric without a name";
    return good;
}

/* Read a file. @return its bytes and a NUL, or NULL after setting errno */
static char *read_file(const char *path, size_t *size)
{
    struct bytes b = {.used = 0};
    FILE *f = fopen(path, "rb");
    char piece[16384];
    size_t n;

    if (f == NULL) {
        return NULL;
    }
    while ((n = fread(piece, 1, sizeof piece, f)) > 0 && b.used < BYTES_MAX) {
        bytes_add(&b, piece, n);
    }
    int error = ferror(f) ? errno : b.used >= BYTES_MAX ? EFBIG : 0;

    fclose(f);
    *size = b.used;
    bytes_u8(&b, 0);
    if (error != 0 || b.failed) {
        bytes_free(&b);
        errno = error != 0 ? error : ENOMEM;
    }
    return (char *)b.data;
}

bool baseline_load(struct baseline *b, const char *path, const char **wrong)
{
    static _Thread_local char reason[128];
    struct json_tree t;
    size_t size;
    char *text = read_file(path, &size);

    if (text == NULL) {
        *wrong = strerror(errno);
        return false;
    }
    bool some = size != 0 && text[0] == '{', good = json_read(&t, text, size);

    if (good) {
        good = load(b, &t, wrong);
    } else if (!some) {
        *wrong = "not a baseline: write one of a recording with `spoor baseline`";
    } else {
        snprintf(reason, sizeof reason, "line %u, column %u: %s", t.line, t.column, t.wrong);
        *wrong = reason;
    }
    json_free(&t);
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
