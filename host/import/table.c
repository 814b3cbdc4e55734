/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Flat profiles as text: `opreport -l` of OProfile, whose columns are aligned, and CSV of Very Sleepy and of
 * Visual Studio's vsperfreport. Only exclusive values are read: without calls they are all that can be used.
 */
#define _GNU_SOURCE /* memmem() */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <import/import.h>

enum column { COLUMN_NAME, COLUMN_VALUE, COLUMN_MODULE, COLUMN_FILE, COLUMN_LINE, COLUMN_COUNT };

#define CELL_MAX 1024

/* A table: where its columns begin (OProfile), or their numbers (CSV). */
struct table {
    bool is_csv;
    int place[COLUMN_COUNT]; /* -1: it has no such column */
    double unit;             /* the profile's units in the table's one */
};

/* Titles of columns, as these tools write them. */
static const struct {
    const char *title;
    enum column column;
    double unit; /* 0: not a value */
} titles[] = {
    {"Name", COLUMN_NAME, 0},
    {"Function Name", COLUMN_NAME, 0},
    {"Exclusive secs", COLUMN_VALUE, 1e9},
    {"Exclusive", COLUMN_VALUE, 1e9},
    {"Exclusive Samples", COLUMN_VALUE, 1},
    {"Module", COLUMN_MODULE, 0},
    {"Module Name", COLUMN_MODULE, 0},
    {"Source File", COLUMN_FILE, 0},
    {"Source File Name", COLUMN_FILE, 0},
    {"Source Line", COLUMN_LINE, 0},
    {"Line Number", COLUMN_LINE, 0},
};

/* Copy a cell of CSV. @return the length of the text with the comma; 0: there is no cell */
static size_t csv_cell(const char *text, size_t length, char *cell)
{
    size_t at = 0, n = 0;
    bool quoted = length > 0 && text[0] == '"';

    at += quoted;
    while (at < length) {
        if (quoted && text[at] == '"') {
            if (at + 1 < length && text[at + 1] == '"') {
                at++;
            } else {
                quoted = false;
                at++;
                continue;
            }
        } else if (!quoted && text[at] == ',') {
            break;
        }
        if (n < CELL_MAX - 1) {
            cell[n++] = text[at];
        }
        at++;
    }
    cell[n] = 0;
    return at + 1;
}

static bool csv_head(const struct import_line *l, struct table *t)
{
    char cell[CELL_MAX];

    t->is_csv = true;
    for (size_t at = 0, n = 0; at < l->length; n++) {
        at += csv_cell(l->text + at, l->length - at, cell);
        for (size_t k = 0; k < COUNT_OF(titles); k++) {
            if (strcmp(titles[k].title, cell) == 0 && t->place[titles[k].column] < 0) {
                t->place[titles[k].column] = (int)n;
                t->unit = titles[k].unit != 0 ? titles[k].unit : t->unit;
            }
        }
    }
    return t->place[COLUMN_NAME] >= 0 && t->place[COLUMN_VALUE] >= 0;
}

static int place_of(const struct import_line *l, const char *title)
{
    const char *at = memmem(l->text, l->length, title, strlen(title));

    return at != NULL ? (int)(at - l->text) : -1;
}

static bool oprofile_head(const struct import_line *l, struct table *t)
{
    t->is_csv = false;
    t->unit = 1;
    t->place[COLUMN_VALUE] = place_of(l, "samples ");
    t->place[COLUMN_MODULE] = place_of(l, "image name");
    t->place[COLUMN_NAME] = place_of(l, "symbol name");
    return t->place[COLUMN_VALUE] >= 0 && t->place[COLUMN_NAME] > t->place[COLUMN_VALUE];
}

static struct table no_table(void)
{
    struct table t = {.unit = 1};

    for (int n = 0; n < COLUMN_COUNT; n++) {
        t.place[n] = -1;
    }
    return t;
}

/* Find the line with the titles. @return false if the first lines have none */
static bool find_head(const struct import_file *file, size_t *at, struct import_line *line, struct table *t)
{
    for (unsigned n = 0; n < 12 && import_next_line(file, at, line); n++) {
        *t = no_table();
        if (oprofile_head(line, t)) {
            return true;
        }
        *t = no_table();
        if (csv_head(line, t)) {
            return true;
        }
    }
    return false;
}

static bool table_probe(const uint8_t *bytes, size_t size)
{
    struct import_file file = {.bytes = bytes, .size = size < 65536 ? size : 65536};
    struct import_line line = {.number = 0};
    struct table t;
    size_t at = 0;

    return memchr(bytes, 0, file.size) == NULL && find_head(&file, &at, &line, &t);
}

/* Read the cells of a line. */
static void read_cells(const struct table *t, const struct import_line *l, char (*cells)[CELL_MAX])
{
    for (int n = 0; n < COLUMN_COUNT; n++) {
        cells[n][0] = 0;
    }
    if (t->is_csv) {
        char cell[CELL_MAX];

        for (size_t at = 0, k = 0; at < l->length; k++) {
            at += csv_cell(l->text + at, l->length - at, cell);
            for (int n = 0; n < COLUMN_COUNT; n++) {
                if (t->place[n] == (int)k) {
                    memcpy(cells[n], cell, sizeof cell);
                }
            }
        }
        return;
    }
    for (int n = 0; n < COLUMN_COUNT; n++) {
        size_t from = t->place[n] >= 0 ? (size_t)t->place[n] : l->length, to = l->length;

        if (n == COLUMN_MODULE && t->place[COLUMN_NAME] > t->place[n]) {
            to = (size_t)t->place[COLUMN_NAME] < to ? (size_t)t->place[COLUMN_NAME] : to;
        }
        while (to > from && l->text[to - 1] == ' ') {
            to--;
        }
        if (to > from) {
            size_t length = to - from < CELL_MAX - 1 ? to - from : CELL_MAX - 1;

            memcpy(cells[n], l->text + from, length);
            cells[n][length] = 0;
        }
    }
}

static bool table_load(struct profile *p, struct import_file *file)
{
    struct import_line line = {.number = 0};
    struct table t;
    size_t at = 0;
    char cells[COLUMN_COUNT][CELL_MAX];

    if (!find_head(file, &at, &line, &t)) {
        return import_refuse(file, "no line has titles of columns");
    }
    p->has = 0;
    snprintf(p->unit, sizeof p->unit, "%s", t.unit == 1 ? "samples" : "ns");
    while (import_next_line(file, &at, &line)) {
        char *end;

        read_cells(&t, &line, cells);
        if (cells[COLUMN_NAME][0] == 0) {
            continue;
        }
        double value = strtod(cells[COLUMN_VALUE], &end) * t.unit;

        if (end == cells[COLUMN_VALUE] || !(value >= 0 && value < 9e18)) {
            return import_refuse(file, "line %u has no value for %.60s", line.number, cells[COLUMN_NAME]);
        }
        const char *module = cells[COLUMN_MODULE][0] != 0 ? cells[COLUMN_MODULE] : NULL;
        uint32_t frame = profile_frame_named(p, PROFILE_FUNCTION, cells[COLUMN_NAME], module);

        if (frame == PROFILE_NONE) {
            return false;
        }
        p->frames[frame].self += (uint64_t)llround(value);
        if (cells[COLUMN_FILE][0] != 0) {
            unsigned long number = strtoul(cells[COLUMN_LINE], NULL, 10);

            p->frames[frame].file = profile_keep(p, cells[COLUMN_FILE], strlen(cells[COLUMN_FILE]));
            p->frames[frame].line = number < INT32_MAX ? (uint32_t)number : 0;
        }
    }
    return true;
}

static const struct importer table_importer = {
    .name = "table of functions",
    .summary = "opreport -l of OProfile; CSV of Very Sleepy and vsperfreport",
    .order = 7,
    .probe = table_probe,
    .load = table_load,
};
SPOOR_IMPORTER(table);
