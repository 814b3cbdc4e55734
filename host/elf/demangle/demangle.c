/* SPDX-License-Identifier: BSD-2-Clause */
/* Encodings: a name with the type of its function, or a special name. */
#include <stdlib.h>
#include <string.h>
#include <elf/demangle/demangle.h>
#include <elf/demangle/node.h>

#define LENGTH_MAX 16384 /* bytes of a mangled name */

/* ------------------------------------------------------------------ special names */

/* h or v, then numbers: how a thunk finds its object. */
static bool pass_offset(struct parser *p)
{
    uint32_t ignored;
    unsigned numbers = take(p, 'h') ? 1 : take(p, 'v') ? 2 : 0;

    for (unsigned n = 0; n < numbers; n++) {
        (void)take(p, 'n');
        if (!parse_number(p, &ignored) || !take(p, '_')) {
            return false;
        }
    }
    return numbers != 0;
}

static const struct node *construction_vtable(struct parser *p)
{
    const struct node *derived = parse_type(p), *base = NULL;
    uint32_t ignored;

    if (derived != NULL && parse_number(p, &ignored) && take(p, '_')) {
        base = parse_type(p);
    }
    struct node *n = node_make(p, (struct node){.kind = NODE_SPECIAL, .a = base, .b = derived});

    if (n != NULL && base != NULL) {
        n->text = "construction vtable for ";
        n->length = 24;
        return n;
    }
    return NULL;
}

static const struct node *reference_temporary(struct parser *p)
{
    const struct node *of = parse_name(p, NULL);
    uint32_t number = 0;

    if (of != NULL && p->at != p->end && !parse_sequence(p, &number)) {
        return NULL;
    }
    return of != NULL ? node_make(p, (struct node){.kind = NODE_NUMBERED, .number = number, .a = of}) : NULL;
}

const struct node *parse_special(struct parser *p)
{
    char first = peek(p, 0), second = peek(p, 1);

    p->at += second != '\0' ? 2 : 0;
    if (first == 'G') {
        switch (second) {
        case 'V':
            return node_text(p, NODE_SPECIAL, "guard variable for ", parse_name(p, NULL));
        case 'R':
            return reference_temporary(p);
        case 'A':
            return node_text(p, NODE_SPECIAL, "hidden alias for ", parse_encoding(p));
        case 'T':
            return take(p, 'n') ? node_text(p, NODE_SPECIAL, "non-transaction clone for ", parse_encoding(p))
                   : take(p, 't') ? node_text(p, NODE_SPECIAL, "transaction clone for ", parse_encoding(p))
                                  : NULL;
        default:
            return NULL;
        }
    }
    switch (second) {
    case 'V':
        return node_text(p, NODE_SPECIAL, "vtable for ", parse_type(p));
    case 'T':
        return node_text(p, NODE_SPECIAL, "VTT for ", parse_type(p));
    case 'I':
        return node_text(p, NODE_SPECIAL, "typeinfo for ", parse_type(p));
    case 'S':
        return node_text(p, NODE_SPECIAL, "typeinfo name for ", parse_type(p));
    case 'C':
        return construction_vtable(p);
    case 'H':
        return node_text(p, NODE_SPECIAL, "TLS init function for ", parse_name(p, NULL));
    case 'W':
        return node_text(p, NODE_SPECIAL, "TLS wrapper function for ", parse_name(p, NULL));
    case 'A':
        return node_text(p, NODE_SPECIAL, "template parameter object for ",
                         parse_template_arguments(p, false));
    case 'c':
        return pass_offset(p) && pass_offset(p)
                   ? node_text(p, NODE_SPECIAL, "covariant return thunk to ", parse_encoding(p))
                   : NULL;
    case 'h':
    case 'v':
        p->at--;
        return pass_offset(p)
                   ? node_text(p, NODE_SPECIAL, second == 'h' ? "non-virtual thunk to " : "virtual thunk to ",
                               parse_encoding(p))
                   : NULL;
    default:
        return NULL;
    }
}

/* ------------------------------------------------------------------ encodings */

/* The type of a function: its result, if the name says so, and its parameters. */
static const struct node *function(struct parser *p, const struct node *name, const struct traits *t)
{
    const struct node *result = NULL, *list = NULL;

    if (t->is_template && !t->has_no_result && (result = parse_type(p)) == NULL) {
        return NULL;
    }
    if (!parse_types(p, &list)) {
        return NULL;
    }
    return node_two(
        p, NODE_FUNCTION, name,
        node_make(p, (struct node){.kind = NODE_CODE, .a = result, .b = list, .flags = t->flags}));
}

const struct node *parse_encoding(struct parser *p)
{
    const struct node *saved = p->arguments, *n = NULL;

    if (!parser_enter(p)) {
        return NULL;
    }
    if (peek(p, 0) == 'G' || (peek(p, 0) == 'T' && peek(p, 1) != '\0')) {
        n = parse_special(p);
    } else {
        struct traits t = {0};

        p->arguments = NULL;
        n = parse_name(p, &t);
        if (n != NULL && p->at != p->end && peek(p, 0) != 'E' && peek(p, 0) != '.') {
            n = function(p, n, &t);
        }
        p->arguments = saved;
    }
    parser_leave(p);
    return n;
}

/* ------------------------------------------------------------------ suffixes */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_' || is_digit(c);
}

/* A suffix that the compiler added to a copy or a part of a function: ".constprop.0", ".cold" … */
static const struct node *clone(struct parser *p, const struct node *n)
{
    const char *begin = p->at;

    p->at++;
    while (is_word(peek(p, 0))) {
        p->at++;
    }
    while (peek(p, 0) == '.' && is_digit(peek(p, 1))) {
        p->at++;
        while (is_digit(peek(p, 0))) {
            p->at++;
        }
    }
    return node_make(
        p, (struct node){.kind = NODE_CLONE, .a = n, .text = begin, .length = (uint32_t)(p->at - begin)});
}

static const struct node *parse(struct parser *p)
{
    const struct node *n = parse_encoding(p);

    while (n != NULL && peek(p, 0) == '.' && is_word(peek(p, 1))) {
        n = clone(p, n);
    }
    return p->at == p->end ? n : NULL;
}

static const struct grammar grammar = {
    .encoding = parse_encoding,
    .name = parse_name,
    .unqualified = parse_unqualified,
    .type = parse_type,
    .parameter = parse_template_parameter,
    .arguments = parse_template_arguments,
};

static _Thread_local bool is_off;

void demangle_switch(bool on)
{
    is_off = !on;
}

char *demangle(const char *name)
{
    if (is_off || name[0] != '_' || name[1] != 'Z') {
        return NULL;
    }
    size_t length = strlen(name);

    if (length > LENGTH_MAX) {
        return NULL;
    }
    struct parser p = {.grammar = &grammar,
                       .at = name + 2,
                       .end = name + length,
                       .node_most = 4 * length + 16, /* a character gives at most four */
                       .substitute_most = length};
    char *text = NULL;

    p.nodes = malloc(p.node_most * sizeof *p.nodes);
    p.substitutes = malloc(p.substitute_most * sizeof *p.substitutes);
    if (p.nodes != NULL && p.substitutes != NULL) {
        const struct node *n = parse(&p);

        text = n != NULL ? demangle_print(n) : NULL;
    }
    free(p.nodes);
    free(p.substitutes);
    return text;
}
