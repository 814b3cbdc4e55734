/* SPDX-License-Identifier: BSD-2-Clause */
/* The names in a block are checked before its rows, so that a wrong one is found even without rows. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/file.h>
#include <report/page/html.h>
#include <report/page/parts.h>
#include <report/page/section.h>
#include <report/page/template.h>

#define DEPTH_MAX      16 /* files that include each other */
#define NAME_MAX_BYTES 200

struct filling {
    const struct template *t;
    struct out *out;
    struct fault *fault;
    unsigned depth;
    const struct table_kind *kind; /* in a block: its columns; else NULL */
    const struct cell *row;        /* in a block: NULL while its names are checked */
    const char *body;              /* in a block: its text */
    int status;                    /* in a block: that of its rows */
};

/* Text between braces. */
struct tag {
    bool raw; /* three braces */
    char name[NAME_MAX_BYTES];
    const char *begin, *end; /* with its braces */
};

static int fill(struct filling *f, const char *text);

char *report_file(const char *path, struct fault *fault)
{
    char *text = NULL;
    size_t room = 0;

    errno = 0;
    FILE *f = fopen(path, "rb");
    ssize_t n = f != NULL ? getdelim(&text, &room, 0, f) : -1;

    if (n < 0) {
        (void)fault_set(fault, STATUS_UNREADABLE, "%s: %s", path, errno != 0 ? strerror(errno) : "empty");
        free(text);
        text = NULL;
    }
    if (f != NULL) {
        fclose(f);
    }
    return text;
}

static int refuse(struct filling *f, const char *what, const char *name)
{
    return fault_set(f->fault, STATUS_UNREADABLE, "%s: %s in a template: %s",
                     f->t->folder != NULL ? f->t->folder : "shell.html", what, name);
}

/* Find the next tag. @return STATUS_OK, with `begin` NULL if there is none; or another status */
static int next_tag(struct filling *f, const char *text, struct tag *tag)
{
    *tag = (struct tag){.begin = strstr(text, "{{")};
    if (tag->begin == NULL) {
        return STATUS_OK;
    }
    tag->raw = tag->begin[2] == '{';
    size_t braces = tag->raw ? 3 : 2;
    const char *name = tag->begin + braces, *close = strstr(name, tag->raw ? "}}}" : "}}");

    snprintf(tag->name, sizeof tag->name, "%.*s",
             close != NULL && close - name < NAME_MAX_BYTES ? (int)(close - name) : 20, name);
    if (close == NULL || close - name >= NAME_MAX_BYTES) {
        return refuse(f, "braces without an end", tag->name);
    }
    tag->end = close + braces;
    return STATUS_OK;
}

/* ------------------------------------------------------------------ values */

/* Text that is valid in a JSON string and in a <script> element. */
static void put_json_text(struct out *o, const char *text, size_t n)
{
    const char *end = text + n;

    out_char(o, '"');
    while (text < end) {
        const char *less = memchr(text, '<', (size_t)(end - text));
        const char *to = less != NULL ? less : end;

        out_escaped(o, text, (size_t)(to - text));
        if (less != NULL) {
            out_literal(o, "\\u003c");
        }
        text = to + (less != NULL);
    }
    out_char(o, '"');
}

static void put_cell(struct out *o, const struct cell *cell, enum column_type type, bool json)
{
    if (cell->empty) {
        out_text(o, json ? "null" : "");
    } else if (type != COLUMN_TEXT) {
        html_number(o, cell, type);
    } else if (json && !cell->bare) {
        put_json_text(o, cell->text, cell->length);
    } else {
        html_text_n(o, cell->text, cell->length);
    }
}

/* @return whether the name is a column of the block, which is then written */
static bool put_column(struct filling *f, const char *name, bool json)
{
    for (unsigned n = 0; f->kind != NULL && n < f->kind->count; n++) {
        if (strcmp(f->kind->columns[n].name, name) == 0) {
            if (f->row != NULL) {
                put_cell(f->out, &f->row[n], f->kind->columns[n].type, json);
            }
            return true;
        }
    }
    return false;
}

static void put_place(const struct filling *f, const struct template_place *p, bool raw, bool json)
{
    if (f->kind != NULL && f->row == NULL) {
        return;
    }
    if (p->write != NULL && raw) {
        p->write(p->arg, f->out);
    } else if (p->text != NULL && raw) {
        out_text(f->out, p->text);
    } else if (p->text != NULL && json) {
        put_json_text(f->out, p->text, strlen(p->text));
    } else if (p->text != NULL) {
        html_text(f->out, p->text);
    }
}

static int put_value(struct filling *f, const struct tag *tag)
{
    bool json = !tag->raw && strncmp(tag->name, "json ", 5) == 0;
    const char *name = tag->name + (json ? 5 : 0);

    if (!tag->raw && put_column(f, name, json)) {
        return STATUS_OK;
    }
    for (unsigned n = 0; n < f->t->count; n++) {
        if (strcmp(f->t->places[n].name, name) == 0) {
            put_place(f, &f->t->places[n], tag->raw, json);
            return STATUS_OK;
        }
    }
    return refuse(f, "unknown placeholder", name);
}

/* ------------------------------------------------------------------ files */

static bool path_of(const struct filling *f, const char *name, char path[4096])
{
    return f->t->folder != NULL && snprintf(path, 4096, "%s/%s", f->t->folder, name) < 4096;
}

static int put_file(struct filling *f, const char *name)
{
    char path[4096];

    if (f->depth >= DEPTH_MAX || !path_of(f, name, path)) {
        return refuse(f, "files that include each other", name);
    }
    char *text = report_file(path, f->fault);

    if (text == NULL) {
        return STATUS_UNREADABLE;
    }
    f->depth++;
    int result = fill(f, text);

    f->depth--;
    free(text);
    return result;
}

/* Write a picture as the data that the page's policy allows it to show. */
static int put_image(const struct filling *f, const char *name)
{
    static const char *const types[][2] = {{".png", "png"}, {".jpg", "jpeg"},    {".jpeg", "jpeg"},
                                           {".gif", "gif"}, {".svg", "svg+xml"}, {".webp", "webp"}};
    const char *dot = strrchr(name, '.'), *type = NULL;
    char path[4096];
    size_t size = 0;

    for (unsigned n = 0; dot != NULL && n < COUNT_OF(types); n++) {
        type = strcmp(dot, types[n][0]) == 0 ? types[n][1] : type;
    }
    if (type == NULL || !path_of(f, name, path)) {
        return fault_set(f->fault, STATUS_UNREADABLE,
                         "an image in a template must be .png, .jpg, .gif, .svg or .webp: %s", name);
    }
    uint8_t *bytes = file_map(path, &size, NULL);

    if (bytes == NULL) {
        return fault_set(f->fault, STATUS_UNREADABLE, "%s: %s", path, strerror(errno));
    }
    if (f->kind == NULL || f->row != NULL) {
        out_literal(f->out, "data:image/");
        out_text(f->out, type);
        out_literal(f->out, ";base64,");
        section_write_base64(f->out, bytes, size);
    }
    file_unmap(bytes, size);
    return STATUS_OK;
}

/* ------------------------------------------------------------------ blocks */

static void take_row(void *arg, const struct cell *row)
{
    struct filling *f = arg;

    f->row = row;
    if (f->status == STATUS_OK) {
        f->status = fill(f, f->body);
    }
}

static int put_rows(struct filling *f, const char *name, const char *body)
{
    struct filling of = {.t = f->t, .out = f->out, .fault = f->fault, .depth = f->depth, .body = body};

    of.kind = f->t->block != NULL ? f->t->block(f->t->arg, name) : NULL;
    if (of.kind == NULL) {
        return refuse(f, "unknown block", name);
    }
    int result = fill(&of, body);

    of.status = STATUS_OK;
    result = result == STATUS_OK ? f->t->rows(f->t->arg, name, take_row, &of, f->fault) : result;
    return result == STATUS_OK ? of.status : result;
}

/* Write a block. @param end  receives the end of the block */
static int put_block(struct filling *f, const struct tag *tag, const char **end)
{
    char close[NAME_MAX_BYTES + 8];

    snprintf(close, sizeof close, "{{/%s}}", tag->name + 1);
    const char *at = strstr(tag->end, close);

    if (f->kind != NULL || at == NULL) {
        return refuse(f, f->kind != NULL ? "a block inside a block" : "a block without an end",
                      tag->name + 1);
    }
    char *body = strndup(tag->end, (size_t)(at - tag->end));

    if (body == NULL) {
        return fault_set(f->fault, STATUS_UNREADABLE, "not enough memory");
    }
    int result = put_rows(f, tag->name + 1, body);

    *end = at + strlen(close);
    free(body);
    return result;
}

/* ------------------------------------------------------------------ all */

static int put_tag(struct filling *f, const struct tag *tag, const char **end)
{
    *end = tag->end;
    if (tag->raw) {
        return put_value(f, tag);
    }
    if (tag->name[0] == '#') {
        return put_block(f, tag, end);
    }
    if (tag->name[0] == '>') {
        const char *name = tag->name + 1 + strspn(tag->name + 1, " ");

        return put_file(f, name);
    }
    return strncmp(tag->name, "image ", 6) == 0 ? put_image(f, tag->name + 6) : put_value(f, tag);
}

static void put_text(const struct filling *f, const char *text, size_t n)
{
    if (f->kind == NULL || f->row != NULL) {
        out_bytes(f->out, text, n);
    }
}

static int fill(struct filling *f, const char *text)
{
    struct tag tag;
    int result;

    while ((result = next_tag(f, text, &tag)) == STATUS_OK && tag.begin != NULL) {
        put_text(f, text, (size_t)(tag.begin - text));
        result = put_tag(f, &tag, &text);
        if (result != STATUS_OK) {
            return result;
        }
    }
    if (result == STATUS_OK) {
        put_text(f, text, strlen(text));
    }
    return result;
}

int template_write(const struct template *t, const char *text, struct out *out, struct fault *fault)
{
    return fill(&(struct filling){.t = t, .out = out, .fault = fault}, text);
}
