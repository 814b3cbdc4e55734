/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A tracefile of lcov, as geninfo(1) describes it: functions, lines and branches by source file. Counts of a
 * line that was inlined into several functions are added up.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <export/profile/exporter.h>

/* A record of any kind, by file, kind and line. */
struct item {
    const char *file;
    enum { FUNCTION, BRANCH, LINE } kind;
    uint32_t line;
    uint64_t a, b;    /* counts */
    const char *name; /* of a function */
};

static int compare(const void *x, const void *y)
{
    const struct item *a = x, *b = y;
    int order = strcmp(a->file, b->file);

    if (order != 0) {
        return order;
    }
    if (a->kind != b->kind) {
        return a->kind < b->kind ? -1 : 1;
    }
    return a->line < b->line ? -1 : a->line > b->line;
}

static size_t collect(struct item *items, const struct profile *p)
{
    size_t n = 0;

    for (size_t i = 0; i < p->covered_count; i++) {
        const struct profile_covered *c = &p->covered[i];

        if (c->file != NULL) {
            items[n++] = (struct item){c->file, FUNCTION, c->line, c->entered, 0, c->name};
        }
    }
    for (size_t i = 0; i < p->branch_count; i++) {
        const struct profile_branch *b = &p->branches[i];

        items[n++] = (struct item){b->file, BRANCH, b->line, b->taken, b->passed, NULL};
    }
    for (size_t i = 0; i < p->line_count; i++) {
        items[n++] = (struct item){p->lines[i].file, LINE, p->lines[i].line, p->lines[i].count, 0, NULL};
    }
    sort_stable(items, n, sizeof *items, compare);
    return n;
}

static void put(struct out *o, const char *key, uint64_t number, char end)
{
    out_text(o, key);
    out_number(o, number, 0);
    out_char(o, end);
}

static void put_text(struct out *o, const char *text)
{
    for (; *text != 0; text++) {
        out_char(o, *text == '\n' || *text == '\r' ? ' ' : *text);
    }
    out_char(o, '\n');
}

/* Write the records of one kind of a file. @return the index after them */
static size_t put_functions(struct out *o, const struct item *items, size_t from, size_t to)
{
    uint64_t found = 0, hit = 0;
    size_t n = from;

    for (; n < to && items[n].kind == FUNCTION; n++) {
        put(o, "FN:", items[n].line, ',');
        put_text(o, items[n].name);
    }
    for (size_t i = from; i < n; i++) {
        put(o, "FNDA:", items[i].a, ',');
        put_text(o, items[i].name);
        found++;
        hit += items[i].a != 0;
    }
    put(o, "FNF:", found, '\n');
    put(o, "FNH:", hit, '\n');
    return n;
}

static size_t put_branches(struct out *o, const struct item *items, size_t from, size_t to)
{
    uint64_t found = 0, hit = 0;
    size_t n = from, block = 0;

    for (; n < to && items[n].kind == BRANCH; n++) {
        block = n != from && items[n].line == items[n - 1].line ? block + 1 : 0;
        for (unsigned way = 0; way < 2; way++) {
            uint64_t count = way == 0 ? items[n].a : items[n].b;

            put(o, "BRDA:", items[n].line, ',');
            put(o, "", block, ',');
            put(o, "", way, ',');
            put(o, "", count, '\n');
            hit += count != 0;
        }
        found += 2;
    }
    put(o, "BRF:", found, '\n');
    put(o, "BRH:", hit, '\n');
    return n;
}

static size_t put_lines(struct out *o, const struct item *items, size_t from, size_t to)
{
    uint64_t found = 0, hit = 0;
    size_t n = from;

    while (n < to) {
        uint64_t count = 0;
        uint32_t line = items[n].line;

        for (; n < to && items[n].line == line; n++) {
            count += items[n].a;
        }
        put(o, "DA:", line, ',');
        put(o, "", count, '\n');
        found++;
        hit += count != 0;
    }
    put(o, "LF:", found, '\n');
    put(o, "LH:", hit, '\n');
    return n;
}

static void write_lcov(struct export *e, struct profile *p)
{
    struct item *items = calloc(p->covered_count + p->branch_count + p->line_count + 1, sizeof *items);
    size_t count = items != NULL ? collect(items, p) : 0;

    e->error = items != NULL ? e->error : ENOMEM;
    for (size_t n = 0, end; n < count; n = end) {
        for (end = n; end < count && strcmp(items[end].file, items[n].file) == 0; end++) {
        }
        out_literal(e->out, "TN:\nSF:");
        put_text(e->out, items[n].file);
        size_t at = put_functions(e->out, items, n, end);

        at = put_branches(e->out, items, at, end);
        (void)put_lines(e->out, items, at, end);
        out_literal(e->out, "end_of_record\n");
    }
    free(items);
}

static const struct profile_exporter lcov_exporter = {
    .format = {"lcov", "coverage of functions, lines and branches: lcov, genhtml", EXPORT_TEXT},
    .needs = PROFILE_LINES,
    .write = write_lcov,
};
SPOOR_PROFILE_EXPORTER(lcov);
