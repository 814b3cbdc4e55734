/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * callgrind.out: costs of functions by line, and calls with the cost of the callee. Only the first of several
 * events is read. Names may be numbered, and numbers may be differences.
 */
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <import/import.h>

enum { NAMES_FN, NAMES_FL, NAMES_OB, NAMES_KINDS };

struct name {
    struct name *next;
    uint64_t number;
    char text[];
};

#define NAME_LISTS 1024

struct callgrind {
    struct profile *p;
    struct import_file *file;
    struct import_line line;
    struct name *names[NAMES_KINDS][NAME_LISTS];
    const char *ob, *fl, *callee_ob, *callee_fl; /* NULL: not set yet */
    uint32_t fn, callee;                         /* frames */
    unsigned positions;                          /* numbers before the costs of a line */
    uint64_t calls;
    bool after_calls, after_jump;
};

static bool callgrind_probe(const uint8_t *bytes, size_t size)
{
    struct import_file file = {.bytes = bytes, .size = size < 65536 ? size : 65536};
    struct import_line line = {.number = 0};
    size_t at = 0;

    for (unsigned n = 0; n < 40 && import_next_line(&file, &at, &line); n++) {
        if (line.number == 1 && line.length >= 18 && memcmp(line.text, "# callgrind format", 18) == 0) {
            return true;
        }
        if (line.length >= 7 && memcmp(line.text, "events:", 7) == 0) {
            return true;
        }
    }
    return false;
}

static bool wrong_line(struct callgrind *c, const char *what)
{
    return import_refuse(c->file, "line %u: %s: %.*s", c->line.number, what,
                         c->line.length < 60 ? (int)c->line.length : 60, c->line.text);
}

/* ------------------------------------------------------------------ names */

/* Resolve a name: "(12) name" assigns a number, "(12)" refers to it. @return the name, or NULL after a
 * refusal */
static const char *name_of(struct callgrind *c, unsigned kind, const char *text, size_t length)
{
    uint64_t number = 0;
    size_t at = 1;

    if (length == 0 || text[0] != '(' || length < 3 || text[1] < '0' || text[1] > '9') {
        return profile_keep(c->p, text, length);
    }
    for (; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
        number = 10 * number + (uint64_t)(text[at] - '0');
    }
    if (at == length || text[at] != ')') {
        return profile_keep(c->p, text, length); /* a name such as "(below main)" */
    }
    struct name **list = &c->names[kind][number % NAME_LISTS];

    for (at++; at < length && text[at] == ' '; at++) {
    }
    for (struct name *n = *list; n != NULL && at == length; n = n->next) {
        if (n->number == number) {
            return n->text;
        }
    }
    if (at == length) {
        wrong_line(c, "this number has no name");
        return NULL;
    }
    struct name *n = malloc(sizeof *n + length - at + 1);

    if (n == NULL) {
        c->p->failed = true;
        return NULL;
    }
    n->number = number;
    memcpy(n->text, text + at, length - at);
    n->text[length - at] = 0;
    n->next = *list;
    *list = n;
    return n->text;
}

static uint32_t frame_of(struct callgrind *c, const char *name, const char *ob, const char *fl)
{
    uint32_t frame = profile_frame_named(c->p, PROFILE_FUNCTION, name, ob);

    if (frame != PROFILE_NONE && fl != NULL && c->p->frames[frame].file == NULL && strcmp(fl, "???") != 0) {
        c->p->frames[frame].file = profile_keep(c->p, fl, strlen(fl));
    }
    return frame;
}

/* ------------------------------------------------------------------ lines */

static bool starts(const struct callgrind *c, const char *key, const char **rest, size_t *length)
{
    size_t n = strlen(key);

    if (c->line.length < n || memcmp(c->line.text, key, n) != 0) {
        return false;
    }
    *rest = c->line.text + n;
    *length = c->line.length - n;
    while (*length > 0 && **rest == ' ') {
        ++*rest;
        --*length;
    }
    return true;
}

static bool take_number(const char **at, const char *end, uint64_t *value)
{
    const char *from = *at;
    unsigned base = 10;

    *value = 0;
    if (end - from > 2 && from[0] == '0' && from[1] == 'x') {
        base = 16;
        from += 2;
    }
    const char *digits = from;

    for (; from < end; from++) {
        unsigned d = *from >= '0' && *from <= '9'   ? (unsigned)(*from - '0')
                     : *from >= 'a' && *from <= 'f' ? (unsigned)(*from - 'a') + 10
                                                    : 99;

        if (d >= base) {
            break;
        }
        *value = *value * base + d;
    }
    *at = from;
    return from > digits && (from == end || *from == ' ');
}

/* Read the first cost in a line of positions and costs. */
static bool take_cost(struct callgrind *c, uint64_t *cost)
{
    const char *at = c->line.text, *end = at + c->line.length;
    uint64_t number;

    *cost = 0;
    for (unsigned n = 0; n < c->positions; n++) {
        at += at < end && (*at == '+' || *at == '-');
        if (at < end && *at == '*') {
            at++;
        } else if (!take_number(&at, end, &number)) {
            return wrong_line(c, "position expected");
        }
        while (at < end && *at == ' ') {
            at++;
        }
    }
    return at == end || take_number(&at, end, cost) ||
           wrong_line(c, "cost expected"); /* a missing cost is 0 */
}

static bool take_costs(struct callgrind *c)
{
    uint64_t cost;

    if (c->after_jump) {
        c->after_jump = false;
        return true;
    }
    if (!take_cost(c, &cost)) {
        return false;
    }
    if (c->fn == PROFILE_NONE || (c->after_calls && c->callee == PROFILE_NONE)) {
        return wrong_line(c, "cost without a function");
    }
    if (c->after_calls) {
        profile_arc(c->p, c->fn, c->callee, c->calls, cost);
        c->callee_ob = c->callee_fl = NULL;
        c->after_calls = false;
    } else {
        c->p->frames[c->fn].self += cost;
    }
    return true;
}

/* Read a line that names a file, an object or a function. @return 1, 0 if it isn't such a line, -1 after a
 * refusal */
static int take_name(struct callgrind *c)
{
    static const struct {
        const char *key;
        uint8_t kind;
        bool callee;
    } keys[] = {{"fn=", NAMES_FN, false},    {"fl=", NAMES_FL, false}, {"fi=", NAMES_KINDS, false},
                {"fe=", NAMES_KINDS, false}, {"ob=", NAMES_OB, false}, {"cfn=", NAMES_FN, true},
                {"cfi=", NAMES_FL, true},    {"cfl=", NAMES_FL, true}, {"cob=", NAMES_OB, true}};
    const char *rest;
    size_t length;

    for (size_t n = 0; n < COUNT_OF(keys); n++) {
        if (!starts(c, keys[n].key, &rest, &length)) {
            continue;
        }
        unsigned kind = keys[n].kind;
        const char *name = name_of(c, kind != NAMES_KINDS ? kind : NAMES_FL, rest, length);

        if (name == NULL) {
            return -1;
        }
        if (kind == NAMES_FN && keys[n].callee) {
            c->callee = frame_of(c, name, c->callee_ob != NULL ? c->callee_ob : c->ob,
                                 c->callee_fl != NULL ? c->callee_fl : c->fl);
        } else if (kind == NAMES_FN) {
            c->fn = frame_of(c, name, c->ob, c->fl);
        } else if (kind == NAMES_FL) {
            *(keys[n].callee ? &c->callee_fl : &c->fl) = name;
        } else if (kind == NAMES_OB) {
            *(keys[n].callee ? &c->callee_ob : &c->ob) = name;
        } /* an included file, which only affects lines, is ignored */
        return 1;
    }
    return 0;
}

static bool take_header(struct callgrind *c)
{
    const char *rest;
    size_t length;

    if (starts(c, "events:", &rest, &length)) {
        const char *end = memchr(rest, ' ', length);

        snprintf(c->p->unit, sizeof c->p->unit, "%.*s",
                 (int)(end != NULL ? end - rest : (ptrdiff_t)length) & 31, rest);
    } else if (starts(c, "positions:", &rest, &length)) {
        c->positions = 1;
        for (size_t n = 1; n < length; n++) {
            c->positions += rest[n - 1] == ' ' && rest[n] != ' ';
        }
        if (c->positions > 2) {
            return wrong_line(c, "positions must be instr, line, or both");
        }
    }
    return true; /* others, such as version: and summary:, don't concern functions */
}

static bool take_line(struct callgrind *c)
{
    const char *rest;
    size_t length;

    if (c->line.length == 0 || c->line.text[0] == '#') {
        return true;
    }
    char first = c->line.text[0];

    if ((first >= '0' && first <= '9') || first == '+' || first == '-' || first == '*') {
        return take_costs(c);
    }
    if (starts(c, "calls=", &rest, &length)) {
        const char *at = rest;

        c->after_calls = true;
        return take_number(&at, rest + length, &c->calls) || wrong_line(c, "number of calls expected");
    }
    if (starts(c, "jump=", &rest, &length) || starts(c, "jcnd=", &rest, &length)) {
        c->after_jump = true;
        return true;
    }
    int named = take_name(c);

    if (named != 0) {
        return named > 0;
    }
    return memchr(c->line.text, ':', c->line.length) != NULL ? take_header(c) : wrong_line(c, "unknown line");
}

static bool callgrind_load(struct profile *p, struct import_file *file)
{
    struct callgrind *c = calloc(1, sizeof *c);
    size_t at = 0;
    bool ok = true;

    if (c == NULL) {
        return false;
    }
    c->p = p;
    c->file = file;
    c->fn = c->callee = PROFILE_NONE;
    c->positions = 1;
    p->has = PROFILE_CALLS | PROFILE_TOTALS;
    while (ok && !p->failed && import_next_line(file, &at, &c->line)) {
        ok = take_line(c);
    }
    for (unsigned kind = 0; kind < NAMES_KINDS; kind++) {
        for (unsigned n = 0; n < NAME_LISTS; n++) {
            for (struct name *i = c->names[kind][n], *next; i != NULL; i = next) {
                next = i->next;
                free(i);
            }
        }
    }
    free(c);
    return ok;
}

static const struct importer callgrind_importer = {
    .name = "callgrind.out",
    .summary = "callgrind.out of valgrind, or of `spoor export --to callgrind`",
    .order = 2,
    .probe = callgrind_probe,
    .load = callgrind_load,
};
SPOOR_IMPORTER(callgrind);
