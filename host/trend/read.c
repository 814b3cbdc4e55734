/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads the file of a history. Each kind of line has a function. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/vector.h>
#include "file_priv.h"

#define LINE_BYTES 65536
#define FIELDS_MAX 10

/* A line, and what was read before it. */
struct reading {
    struct trend *history;
    struct trend_names names;
    struct baseline how; /* the latest line "how"; it has no metrics */
    char *field[FIELDS_MAX];
    unsigned fields;
    bool ended;
    const char *wrong;
};

static bool number_in(struct reading *r, unsigned field, uint64_t most, uint64_t *n)
{
    const char *text = field < r->fields ? r->field[field] : "";
    char *end;

    errno = 0;
    *n = strtoull(text, &end, 10);
    bool good = *text >= '0' && *text <= '9' && *end == 0 && errno == 0 && *n <= most;

    if (!good) {
        r->wrong = "a number is missing or too large";
    }
    return good;
}

static struct trend_run *latest(struct reading *r)
{
    struct trend *h = r->history;

    if (h->count == 0) {
        r->wrong = "a cost before the first run";
        return NULL;
    }
    return &h->runs[h->count - 1];
}

/* @return the metric that a line names by its number, or NULL */
static struct trend_known *known_in(struct reading *r)
{
    uint64_t n;

    if (latest(r) == NULL || !number_in(r, 1, UINT32_MAX, &n)) {
        return NULL;
    }
    if (n >= r->names.count) {
        r->wrong = "the number of a metric that has no name yet";
        return NULL;
    }
    return &r->names.list[n];
}

/* Give the latest run the metrics that haven't changed. @return false if memory ran out */
static bool complete(struct reading *r)
{
    struct baseline *b = r->history->count != 0 ? &r->history->runs[r->history->count - 1].costs : NULL;

    for (size_t n = 0; b != NULL && n < r->names.count; n++) {
        const struct trend_known *k = &r->names.list[n];

        if (!k->present) {
            continue;
        }
        struct metric m = k->last;

        m.checked = k->checked;
        m.name = VECTOR_GROW(b->metrics, b->count) ? strdup(k->name) : NULL;
        m.file = k->file != NULL && m.name != NULL ? strdup(k->file) : NULL;
        if (m.name == NULL || (k->file != NULL && m.file == NULL)) {
            free(m.name);
            r->wrong = strerror(ENOMEM);
            return false;
        }
        b->metrics[b->count++] = m;
    }
    return true;
}

static bool take_how(struct reading *r)
{
    struct baseline *b = &r->how;
    uint64_t hz, exact, shift, counted;

    if (!number_in(r, 1, UINT32_MAX, &hz) || !number_in(r, 2, 1, &exact) || !number_in(r, 3, 31, &shift) ||
        !number_in(r, 4, 1, &counted) || !number_in(r, 5, UINT64_MAX, &b->instructions)) {
        return false;
    }
    b->hz = (uint32_t)hz;
    b->exact = exact != 0;
    b->shift = (unsigned)shift;
    b->counted = counted != 0;
    snprintf(b->board, sizeof b->board, "%s", r->fields > 6 ? r->field[6] : "");
    snprintf(b->left_out, sizeof b->left_out, "%s", r->fields > 7 ? r->field[7] : "");
    return true;
}

static bool take_run(struct reading *r)
{
    struct trend_run run = {.costs = r->how};
    struct trend *h = r->history;

    if (!complete(r) || !number_in(r, 2, UINT64_MAX, &run.time) ||
        !number_in(r, 3, UINT64_MAX, &run.costs.lost)) {
        return false;
    }
    if (!trend_is_commit(r->field[1])) {
        r->wrong = "a commit has 1 to 64 printable characters without spaces";
        return false;
    }
    if (h->count >= TREND_RUNS_MAX || !VECTOR_GROW(h->runs, h->count)) {
        r->wrong = h->count >= TREND_RUNS_MAX ? "more than 10000 runs" : strerror(ENOMEM);
        return false;
    }
    snprintf(run.commit, sizeof run.commit, "%s", r->field[1]);
    snprintf(run.costs.build, sizeof run.costs.build, "%s", r->fields > 4 ? r->field[4] : "");
    h->runs[h->count++] = run;
    return true;
}

static bool take_name(struct reading *r)
{
    uint64_t n, checked;

    if (!number_in(r, 1, UINT32_MAX, &n) || !number_in(r, 2, 1, &checked)) {
        return false;
    }
    if (n != r->names.count || r->fields < 4 || r->field[3][0] == 0) {
        r->wrong = "names of metrics are numbered one after another";
        return false;
    }
    if (trend_number_of(&r->names, r->field[3], n) != SIZE_MAX) {
        r->wrong = "a metric that has a number already";
        return false;
    }
    r->wrong = strerror(ENOMEM);
    return trend_add_name(&r->names, r->field[3], checked != 0);
}

static bool take_place(struct reading *r)
{
    struct trend_known *k = known_in(r);
    uint64_t line;

    if (k == NULL || !number_in(r, 2, UINT32_MAX, &line)) {
        return false;
    }
    k->last.line = (uint32_t)line;
    free(k->file);
    k->file = r->fields > 3 && r->field[3][0] != 0 ? strdup(r->field[3]) : NULL;
    return true;
}

static bool visits_in(struct reading *r, unsigned field, struct visits *v)
{
    char *end;

    if (!number_in(r, field, UINT64_MAX, &v->count) || !number_in(r, field + 1, UINT64_MAX, &v->total_ns)) {
        return false;
    }
    const char *text = field + 2 < r->fields ? r->field[field + 2] : "";

    v->squares = strtod(text, &end);
    r->wrong = "a sum of squares is missing";
    return end != text && *end == 0 && v->squares >= 0 && v->squares <= 1e300;
}

static bool take_cost(struct reading *r)
{
    struct trend_known *k = known_in(r);

    if (k == NULL || !number_in(r, 2, UINT64_MAX, &k->last.max_ns) ||
        !number_in(r, 3, UINT64_MAX, &k->last.size) || !visits_in(r, 4, &k->last.all)) {
        return false;
    }
    k->present = true;
    k->last.undisturbed = (struct visits){.count = 0};
    return r->fields == 7 || visits_in(r, 7, &k->last.undisturbed);
}

static bool take_gone(struct reading *r)
{
    struct trend_known *k = known_in(r);

    if (k != NULL) {
        k->present = false;
    }
    return k != NULL;
}

static bool take_end(struct reading *r)
{
    uint64_t runs;

    r->ended = complete(r) && number_in(r, 1, TREND_RUNS_MAX, &runs);
    if (r->ended && runs != r->history->count) {
        r->wrong = "the number of runs isn't that of the lines before";
        return false;
    }
    return r->ended;
}

static bool take_line(struct reading *r, char *line)
{
    static const struct {
        const char *kind;
        bool (*take)(struct reading *r);
    } kinds[] = {{"how", take_how},   {"run", take_run},   {"name", take_name}, {"place", take_place},
                 {"cost", take_cost}, {"gone", take_gone}, {"end", take_end}};

    r->fields = 0;
    for (char *at = line; at != NULL && r->fields < FIELDS_MAX; r->fields++) {
        r->field[r->fields] = at;
        at = strchr(at, '\t');
        if (at != NULL) {
            *at++ = 0;
        }
    }
    for (size_t n = 0; n < COUNT_OF(kinds) && r->fields > 1; n++) {
        if (strcmp(line, kinds[n].kind) == 0 && !r->ended) {
            return kinds[n].take(r);
        }
    }
    r->wrong = r->ended ? "a line after the end" : "not a line of a history";
    return false;
}

/* @return what is wrong with a first line, if it isn't the mark */
static const char *wrong_mark(const char *line)
{
    return strncmp(line, TREND_FAMILY, strlen(TREND_FAMILY)) == 0
               ? "a history of another version than this tool's \"" TREND_MARK
                 "\": name another file, or remove it"
               : "not a history, whose first line is \"" TREND_MARK "\": name another file";
}

/* @return whether all lines could be read; `wrong` has the reason otherwise */
static bool take_lines(struct reading *r, FILE *f, char reason[160])
{
    char line[LINE_BYTES];

    for (unsigned n = 1; fgets(line, sizeof line, f) != NULL; n++) {
        size_t length = strlen(line);

        r->wrong = "longer than a line can be, or cut off";
        bool good = length > 0 && line[length - 1] == '\n';

        line[strcspn(line, "\r\n")] = 0;
        if (n == 1) {
            r->wrong = wrong_mark(line);
            good = good && strcmp(line, TREND_MARK) == 0;
        } else {
            good = good && take_line(r, line);
        }
        if (!good) {
            snprintf(reason, 160, "line %u: %s", n, r->wrong);
            return false;
        }
    }
    snprintf(reason, 160, "%s",
             ferror(f) ? strerror(errno)
                       : "cut off: its last line, \"end\", is missing: restore it, or remove it");
    return !ferror(f) && r->ended;
}

bool trend_read(struct trend *h, FILE *f, const char **wrong)
{
    static _Thread_local char reason[160];
    struct reading r = {.history = h};
    bool good = take_lines(&r, f, reason);

    *wrong = reason;
    trend_names_free(&r.names);
    return good;
}

bool trend_load(struct trend *h, const char *path, const char **wrong)
{
    FILE *f = fopen(path, "rb");

    if (f == NULL) {
        *wrong = strerror(errno);
        return false;
    }
    bool good = trend_read(h, f, wrong);

    (void)fclose(f);
    errno = 0;
    return good;
}
