/* SPDX-License-Identifier: BSD-2-Clause */
/* The metadata of a CTF trace, TSDL: section 7 and appendix C of the format. Names have one scope. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "ctf_priv.h"
#include "ctf_lex.h"

#define DEPTH 16 /* of types in types */

struct parser {
    struct lexer l;
    struct ctf *c;
    unsigned depth;
};

static struct ctf_type *type_of(struct parser *p);

static bool refuse(struct parser *p, const char *what)
{
    if (p->c->wrong[0] == 0) {
        snprintf(p->c->wrong, sizeof p->c->wrong, "line %u of its metadata: %s, not \"%.*s\"", p->l.line,
                 what, (int)(p->l.length < 40 ? p->l.length : 40), p->l.text);
    }
    p->l.kind = TOKEN_END;
    return false;
}

static bool failed(const struct parser *p)
{
    return p->c->wrong[0] != 0;
}

static bool is(const struct parser *p, const char *text)
{
    return p->l.kind != TOKEN_END && p->l.kind != TOKEN_STRING && strlen(text) == p->l.length &&
           memcmp(text, p->l.text, p->l.length) == 0;
}

static bool take(struct parser *p, const char *text)
{
    bool found = is(p, text);

    if (found) {
        lexer_next(&p->l);
    }
    return found;
}

static void expect(struct parser *p, const char *text)
{
    char what[32];

    if (!take(p, text)) {
        snprintf(what, sizeof what, "'%s' is expected", text);
        (void)refuse(p, what);
    }
}

static char *copy(struct parser *p, const char *text, size_t n)
{
    char *to = malloc(n + 1);

    if (to == NULL) {
        (void)refuse(p, "out of memory");
        return NULL;
    }
    memcpy(to, text, n);
    to[n] = 0;
    return to;
}

/* Take an identifier or a string. @return NULL after a failure */
static char *take_name(struct parser *p)
{
    if (p->l.kind != TOKEN_NAME && p->l.kind != TOKEN_STRING) {
        (void)refuse(p, "a name is expected");
        return NULL;
    }
    char *name = copy(p, p->l.text, p->l.length);

    lexer_next(&p->l);
    return name;
}

static uint64_t take_number(struct parser *p)
{
    bool negative = take(p, "-");
    char text[40];

    if (p->l.kind != TOKEN_NUMBER) {
        (void)refuse(p, "a number is expected");
        return 0;
    }
    snprintf(text, sizeof text, "%.*s", (int)(p->l.length < 39 ? p->l.length : 39), p->l.text);
    lexer_next(&p->l);
    uint64_t n = strtoull(text, NULL, 0);

    return negative ? -n : n;
}

/* Skip to the end of an assignment. */
static void skip_value(struct parser *p)
{
    while (p->l.kind != TOKEN_END && !is(p, ";")) {
        lexer_next(&p->l);
    }
}

/* ------------------------------------------------------------------ types */

static struct ctf_type *new_type(struct parser *p, enum ctf_kind kind)
{
    struct ctf_type *t = calloc(1, sizeof *t);

    if (t == NULL) {
        (void)refuse(p, "out of memory");
        return NULL;
    }
    t->next = p->c->types;
    t->kind = kind;
    t->align = 1;
    p->c->types = t;
    return t;
}

static const struct ctf_type *find(const struct ctf *c, const char *name)
{
    for (size_t n = c->named_count; n-- > 0;) {
        if (strcmp(c->named[n].name, name) == 0) {
            return c->named[n].type;
        }
    }
    return NULL;
}

/* @param name  is freed later */
static void add_named(struct parser *p, char *name, const struct ctf_type *type)
{
    if (name == NULL || !VECTOR_GROW(p->c->named, p->c->named_count)) {
        free(name);
        (void)refuse(p, "out of memory");
        return;
    }
    p->c->named[p->c->named_count++] = (struct ctf_named){name, type};
}

static bool is_word(const struct parser *p, const char *const *words)
{
    while (*words != NULL && !is(p, *words)) {
        words++;
    }
    return *words != NULL;
}

static enum ctf_order take_order(struct parser *p)
{
    static const char *const little[] = {"le", NULL}, *const big[] = {"be", "network", NULL};
    enum ctf_order order = is_word(p, little) ? CTF_LITTLE : is_word(p, big) ? CTF_BIG : CTF_NATIVE;

    lexer_next(&p->l);
    return order;
}

/* { size = 32; align = 8; signed = true; … } of an integer, a floating-point number or a string */
static void take_attributes(struct parser *p, struct ctf_type *t)
{
    static const char *const yes[] = {"true", "TRUE", "1", NULL}, *const text[] = {"UTF8", "ASCII", NULL};
    unsigned exponent = 0, mantissa = 0;
    bool aligned = false;

    expect(p, "{");
    while (!failed(p) && !take(p, "}")) {
        char *name = take_name(p);

        expect(p, "=");
        if (name == NULL) {
        } else if (strcmp(name, "size") == 0) {
            t->size = (unsigned)take_number(p);
        } else if (strcmp(name, "align") == 0) {
            t->align = (unsigned)take_number(p);
            aligned = true;
        } else if (strcmp(name, "signed") == 0) {
            t->is_signed = is_word(p, yes);
        } else if (strcmp(name, "byte_order") == 0) {
            t->order = take_order(p);
        } else if (strcmp(name, "encoding") == 0) {
            t->is_text = is_word(p, text);
        } else if (strcmp(name, "exp_dig") == 0) {
            exponent = (unsigned)take_number(p);
        } else if (strcmp(name, "mant_dig") == 0) {
            mantissa = (unsigned)take_number(p);
        } else if (strcmp(name, "base") == 0) {
            static const char *const hex[] = {"16", "hex", "hexadecimal", "x", "X", NULL};

            t->is_hex = is_word(p, hex);
        } else if (strcmp(name, "map") == 0) {
            t->is_clock = is(p, "clock");
        }
        skip_value(p);
        expect(p, ";");
        free(name);
    }
    t->size = t->kind == CTF_FLOAT ? exponent + mantissa : t->size;
    t->align = aligned ? t->align : t->kind != CTF_STRING && t->size % 8 == 0 ? 8 : 1;
    if (t->kind == CTF_STRING) {
        t->align = 8;
    } else if (t->size == 0 || t->size > 64 || t->align == 0 || t->align > 4096) {
        (void)refuse(p, "a number has 1 to 64 bits");
    }
}

static void add_member(struct parser *p, struct ctf_type *t, char *name, struct ctf_type *type)
{
    if (name == NULL || type == NULL || !VECTOR_GROW(t->members, t->count)) {
        free(name);
        (void)refuse(p, "a field is expected");
        return;
    }
    t->members[t->count++] = (struct ctf_member){name, type};
    if (type->align > t->align && t->kind == CTF_STRUCT) {
        t->align = type->align;
    }
}

/* A type may be shared: a member has its own copy, to which arrays are added. */
static struct ctf_type *array_of(struct parser *p, const struct ctf_type *of)
{
    bool is_number = p->l.kind == TOKEN_NUMBER;
    struct ctf_type *t = new_type(p, is_number ? CTF_ARRAY : CTF_SEQUENCE);

    if (t == NULL) {
        return NULL;
    }
    t->of = of;
    t->align = of->align;
    if (is_number) {
        t->length = take_number(p);
    } else {
        while (p->l.kind == TOKEN_NAME) { /* of a dotted name, the last part */
            free(t->field);
            t->field = take_name(p);
            (void)take(p, ".");
        }
    }
    expect(p, "]");
    return t;
}

/* Fields up to the closing brace: "type name[3];" */
static void take_members(struct parser *p, struct ctf_type *t);

/* The words of a type's name, without the declarator that follows if `declares`. @return the type */
static const struct ctf_type *named_type(struct parser *p, bool declares)
{
    char text[128] = "";
    size_t used = 0;
    const struct ctf_type *found = NULL;

    while (p->l.kind == TOKEN_NAME) {
        struct lexer ahead = p->l;

        lexer_next(&ahead);
        if (declares && used > 0 && ahead.kind != TOKEN_NAME) {
            break; /* this is the declarator */
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*s", used > 0 ? " " : "",
                                 (int)(p->l.length < 60 ? p->l.length : 60), p->l.text);
        lexer_next(&p->l);
        if (used >= sizeof text) {
            break;
        }
    }
    found = find(p->c, text);
    if (found == NULL && !failed(p)) {
        snprintf(p->c->wrong, sizeof p->c->wrong, "line %u of its metadata: there is no type %.60s",
                 p->l.line, text);
        p->l.kind = TOKEN_END;
    }
    return found;
}

static void take_labels(struct parser *p, struct ctf_type *t)
{
    uint64_t next = 0;

    expect(p, "{");
    while (!failed(p) && !take(p, "}")) {
        struct ctf_label label = {.name = take_name(p), .low = next, .high = next};

        if (take(p, "=")) {
            label.low = label.high = take_number(p);
            if (take(p, "...")) {
                label.high = take_number(p);
            }
        }
        next = label.high + 1;
        if (label.name == NULL || !VECTOR_GROW(t->labels, t->count)) {
            free(label.name);
            (void)refuse(p, "a name is expected");
            return;
        }
        t->labels[t->count++] = label;
        if (!take(p, ",") && !is(p, "}")) {
            (void)refuse(p, "',' or '}' is expected");
        }
    }
}

/* @return a text like "struct name", to be freed */
static char *tagged(struct parser *p, const char *tag, const char *name)
{
    char text[96];

    snprintf(text, sizeof text, "%s %.80s", tag, name);
    return copy(p, text, strlen(text));
}

/* A structure, variant or enumeration after its keyword: its name, its body, or both. */
static const struct ctf_type *compound(struct parser *p, enum ctf_kind kind, const char *tag)
{
    struct ctf_type *t = new_type(p, kind);
    const struct ctf_type *found = t;
    char *name = NULL;

    if (t == NULL) {
        return NULL;
    }
    if (p->l.kind == TOKEN_NAME) {
        name = take_name(p);
    }
    if (kind == CTF_VARIANT && take(p, "<")) {
        while (p->l.kind == TOKEN_NAME) {
            free(t->field);
            t->field = take_name(p);
            (void)take(p, ".");
        }
        expect(p, ">");
    }
    if (kind == CTF_ENUM && take(p, ":")) {
        t->of = type_of(p);
    } else if (kind == CTF_ENUM) {
        t->of = find(p->c, "int");
    }
    if (is(p, "{") && kind == CTF_ENUM) {
        take_labels(p, t);
        if (t->of == NULL || t->of->kind != CTF_INTEGER) {
            (void)refuse(p, "an enumeration is of integers");
        } else {
            t->align = t->of->align;
            t->size = t->of->size;
        }
    } else if (is(p, "{")) {
        take_members(p, t);
    } else if (name != NULL) {
        char *full = tagged(p, tag, name);

        found = full != NULL ? find(p->c, full) : NULL;
        free(full);
        free(name);
        name = NULL;
        if (found == NULL) {
            (void)refuse(p, "a type that was described is expected");
            return NULL;
        }
        if (kind == CTF_VARIANT && t->field != NULL) { /* its options, with another tag */
            struct ctf_type *other = new_type(p, kind);

            if (other != NULL) {
                other->of = found;
                other->field = t->field;
                t->field = NULL;
                found = other;
            }
        }
    } else {
        (void)refuse(p, "'{' is expected");
    }
    if (name != NULL) {
        char *full = tagged(p, tag, name);

        free(name);
        add_named(p, full, t);
    }
    if (take(p, "align")) {
        expect(p, "(");
        uint64_t align = take_number(p);

        t->align = align > t->align && align <= 4096 ? (unsigned)align : t->align;
        expect(p, ")");
    }
    return found;
}

/* @return the type that begins here; NULL after a failure. @param declares  a declarator follows */
static const struct ctf_type *specifier(struct parser *p, bool declares)
{
    struct ctf_type *t = NULL;

    if (p->depth == DEPTH) {
        (void)refuse(p, "types are nested too deeply");
        return NULL;
    }
    p->depth++;
    const struct ctf_type *found = NULL;

    if (take(p, "integer")) {
        t = new_type(p, CTF_INTEGER);
    } else if (take(p, "floating_point")) {
        t = new_type(p, CTF_FLOAT);
    } else if (take(p, "string")) {
        t = new_type(p, CTF_STRING);
        if (t != NULL) {
            t->align = 8;
        }
    } else if (take(p, "struct")) {
        found = compound(p, CTF_STRUCT, "struct");
    } else if (take(p, "variant")) {
        found = compound(p, CTF_VARIANT, "variant");
    } else if (take(p, "enum")) {
        found = compound(p, CTF_ENUM, "enum");
    } else {
        found = named_type(p, declares);
    }
    if (t != NULL && (t->kind != CTF_STRING || is(p, "{"))) {
        take_attributes(p, t);
    }
    p->depth--;
    return t != NULL ? t : found;
}

static struct ctf_type *type_of(struct parser *p)
{
    return (struct ctf_type *)specifier(p, false); // NOLINT
}

static void take_alias(struct parser *p)
{
    const struct ctf_type *t = specifier(p, false);
    char text[128] = "";
    size_t used = 0;

    expect(p, ":=");
    while (p->l.kind == TOKEN_NAME && used < sizeof text) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*s", used > 0 ? " " : "",
                                 (int)(p->l.length < 60 ? p->l.length : 60), p->l.text);
        lexer_next(&p->l);
    }
    if (!failed(p)) {
        add_named(p, copy(p, text, strlen(text)), t);
    }
}

static void take_definition(struct parser *p)
{
    const struct ctf_type *t = specifier(p, true);
    char *name = failed(p) ? NULL : take_name(p);

    while (t != NULL && take(p, "[")) {
        t = array_of(p, t);
    }
    if (failed(p)) {
        free(name);
    } else {
        add_named(p, name, t);
    }
}

static void take_members(struct parser *p, struct ctf_type *t)
{
    expect(p, "{");
    while (!failed(p) && !take(p, "}")) {
        if (take(p, "typealias")) {
            take_alias(p);
        } else if (take(p, "typedef")) {
            take_definition(p);
        } else {
            struct ctf_type *type = (struct ctf_type *)specifier(p, true); // NOLINT
            char *name = failed(p) ? NULL : take_name(p);

            while (type != NULL && take(p, "[")) {
                type = array_of(p, type);
            }
            if (failed(p)) {
                free(name);
            } else {
                add_member(p, t, name, type);
            }
        }
        expect(p, ";");
    }
}

/* ------------------------------------------------------------------ blocks */

struct block {
    struct ctf_event event;
    struct ctf_stream stream;
    uint64_t hz;
};

/* "packet.header": a dotted name. */
static void dotted(struct parser *p, char *text, size_t room)
{
    size_t used = 0;

    while (p->l.kind == TOKEN_NAME && used < room) {
        used += (size_t)snprintf(text + used, room - used, "%.*s", (int)(p->l.length < 60 ? p->l.length : 60),
                                 p->l.text);
        lexer_next(&p->l);
        if (is(p, ".") && used < room) {
            used += (size_t)snprintf(text + used, room - used, ".");
            lexer_next(&p->l);
        }
    }
}

static void take_type(struct parser *p, const char *name, struct block *b)
{
    const struct ctf_type *t = specifier(p, false);

    if (strcmp(name, "packet.header") == 0) {
        p->c->packet_header = t;
    } else if (strcmp(name, "packet.context") == 0) {
        b->stream.packet_context = t;
    } else if (strcmp(name, "event.header") == 0) {
        b->stream.event_header = t;
    } else if (strcmp(name, "event.context") == 0) {
        b->stream.event_context = t;
    } else if (strcmp(name, "context") == 0) {
        b->event.context = t;
    } else if (strcmp(name, "fields") == 0) {
        b->event.fields = t;
    }
}

static void take_value(struct parser *p, const char *name, struct block *b)
{
    if (strcmp(name, "byte_order") == 0) {
        p->c->order = take_order(p);
    } else if (strcmp(name, "id") == 0) {
        b->event.id = b->stream.id = take_number(p);
    } else if (strcmp(name, "stream_id") == 0) {
        b->event.stream = take_number(p);
    } else if (strcmp(name, "freq") == 0) {
        b->hz = take_number(p);
    } else if (strcmp(name, "name") == 0) {
        free(b->event.name);
        b->event.name = take_name(p);
    } else if (strcmp(name, "hostname") == 0) {
        snprintf(p->c->host, sizeof p->c->host, "%.*s", (int)(p->l.length < 60 ? p->l.length : 60),
                 p->l.text);
    }
    skip_value(p);
}

static void take_block(struct parser *p, struct block *b)
{
    expect(p, "{");
    while (!failed(p) && !take(p, "}")) {
        char name[64] = "";

        if (take(p, "typealias")) {
            take_alias(p);
        } else if (take(p, "typedef")) {
            take_definition(p);
        } else {
            dotted(p, name, sizeof name);
            if (take(p, ":=")) {
                take_type(p, name, b);
            } else {
                expect(p, "=");
                take_value(p, name, b);
            }
        }
        expect(p, ";");
    }
}

static void add_event(struct parser *p, struct ctf_event *e)
{
    if (e->name == NULL || !VECTOR_GROW(p->c->events, p->c->event_count)) {
        free(e->name);
        (void)refuse(p, "an event has a name");
        return;
    }
    p->c->events[p->c->event_count++] = *e;
}

static void take_top(struct parser *p)
{
    struct block b = {.event.name = NULL};

    if (take(p, "typealias")) {
        take_alias(p);
    } else if (take(p, "typedef")) {
        take_definition(p);
    } else if (is(p, "struct") || is(p, "enum") || is(p, "variant")) {
        (void)specifier(p, false);
    } else if (take(p, "trace") || take(p, "env") || take(p, "callsite")) {
        take_block(p, &b);
    } else if (take(p, "clock")) {
        take_block(p, &b);
        p->c->hz = b.hz != 0 ? b.hz : 1000000000;
    } else if (take(p, "stream")) {
        take_block(p, &b);
        if (!VECTOR_GROW(p->c->streams, p->c->stream_count)) {
            (void)refuse(p, "out of memory");
        } else {
            p->c->streams[p->c->stream_count++] = b.stream;
        }
    } else if (take(p, "event")) {
        take_block(p, &b);
        add_event(p, &b.event);
        b.event.name = NULL;
    } else {
        (void)refuse(p, "a description is expected");
    }
    free(b.event.name);
    expect(p, ";");
}

bool ctf_parse(struct ctf *c, const char *text, size_t size)
{
    struct parser p = {.c = c, .l = {.at = text, .end = text + size, .line = 1}};

    lexer_next(&p.l);
    while (p.l.kind != TOKEN_END && !failed(&p)) {
        take_top(&p);
    }
    if (!failed(&p) && p.l.at < p.l.end) {
        (void)refuse(&p, "a description is expected");
    }
    return !failed(&p);
}

void ctf_free(struct ctf *c)
{
    while (c->types != NULL) {
        struct ctf_type *t = c->types;

        c->types = t->next;
        for (size_t n = 0; n < t->count; n++) {
            free(t->kind == CTF_ENUM ? t->labels[n].name : t->members[n].name);
        }
        free(t->members);
        free(t->labels);
        free(t->field);
        free(t);
    }
    for (size_t n = 0; n < c->named_count; n++) {
        free(c->named[n].name);
    }
    for (size_t n = 0; n < c->event_count; n++) {
        free(c->events[n].name);
    }
    free(c->named);
    free(c->streams);
    free(c->events);
}
