/* SPDX-License-Identifier: BSD-2-Clause */
/* Names: qualified, local and unqualified ones. */
#include <elf/demangle/node.h>

/* ------------------------------------------------------------------ unqualified names */

static const struct node *lambda(struct parser *p)
{
    const struct node *list = NULL;
    uint32_t number;
    bool outer = p->in_lambda;

    p->in_lambda = true;
    bool ok = parse_types(p, &list);

    p->in_lambda = outer;
    if (!ok || !take(p, 'E') || !parse_sequence(p, &number)) {
        return NULL;
    }
    return node_make(p, (struct node){.kind = NODE_LAMBDA, .a = list, .number = number + 1});
}

static const struct node *unnamed(struct parser *p)
{
    uint32_t number;

    return parse_sequence(p, &number)
               ? node_make(p, (struct node){.kind = NODE_UNNAMED, .number = number + 1})
               : NULL;
}

static const struct node *binding(struct parser *p)
{
    const struct node *list = NULL;
    struct node *last = NULL;

    while (!take(p, 'E')) {
        if (!node_append(p, &list, &last, parse_source_name(p))) {
            return NULL;
        }
    }
    return list != NULL ? node_make(p, (struct node){.kind = NODE_BINDING, .a = list}) : NULL;
}

const struct node *parse_unqualified(struct parser *p, struct traits *t)
{
    const struct node *n = NULL;
    char c = peek(p, 0);

    if (c >= '0' && c <= '9') {
        n = parse_source_name(p);
    } else if (c >= 'a' && c <= 'z') {
        n = parse_operator(p, t);
    } else if (take_both(p, 'U', 'l')) {
        n = lambda(p);
    } else if (take_both(p, 'U', 't')) {
        n = unnamed(p);
    } else if (take_both(p, 'D', 'C')) {
        n = binding(p);
    }
    return parse_tags(p, n);
}

/* ------------------------------------------------------------------ qualified names */

/* @return the name of a class, without what it is in and without template arguments */
static const struct node *class_name(const struct node *n)
{
    for (;;) {
        switch (n->kind) {
        case NODE_NESTED:
        case NODE_LOCAL:
            n = n->b;
            break;
        case NODE_TEMPLATE:
        case NODE_TAGGED:
        case NODE_STANDARD:
            n = n->a;
            break;
        default:
            return n;
        }
    }
}

/* A constructor or destructor of the class so far. */
static const struct node *structor(struct parser *p, const struct node *class, struct traits *t)
{
    bool creates = take(p, 'C');

    if (!creates && !take(p, 'D')) {
        return NULL;
    }
    bool inherits = creates && take(p, 'I');
    char kind = peek(p, 0);

    if (kind < '0' || kind > '5') {
        return NULL;
    }
    p->at++;
    if (inherits && parse_type(p) == NULL) {
        return NULL;
    }
    if (t != NULL) {
        t->has_no_result = true;
    }
    return parse_tags(
        p, node_make(p, (struct node){.kind = creates ? NODE_CTOR : NODE_DTOR, .a = class_name(class)}));
}

/* One part of a qualified name, which isn't template arguments. `known` is set if it has a number already. */
static const struct node *part(struct parser *p, const struct node *so_far, struct traits *t, bool *known)
{
    char c = peek(p, 0), next = peek(p, 1);

    if (c == 'T') {
        return parse_template_parameter(p);
    }
    if (c == 'S' && next == 't') {
        p->at += 2;
        *known = true;
        return node_name(p, "std");
    }
    if (c == 'S') {
        *known = true;
        return parse_substitution(p);
    }
    if (c == 'D' && (next == 't' || next == 'T')) {
        return parse_decltype(p);
    }
    if (so_far != NULL && (c == 'C' || (c == 'D' && next != 'C'))) {
        return structor(p, so_far, t);
    }
    (void)take(p, 'L'); /* internal linkage */
    return parse_unqualified(p, t);
}

static const struct node *nested(struct parser *p, struct traits *t)
{
    const struct node *so_far = NULL;
    unsigned flags = parse_qualifiers(p);
    bool known = true;

    flags |= take(p, 'R') ? FLAG_LVALUE : take(p, 'O') ? FLAG_RVALUE : 0;
    if (t != NULL) {
        t->flags = flags;
    }
    while (!take(p, 'E')) {
        bool is_first = so_far == NULL;

        if (take(p, 'M')) {
            continue; /* the initializer of a member; the lambda in it follows */
        }
        known = false;
        if (peek(p, 0) == 'I') {
            so_far = so_far != NULL
                         ? node_two(p, NODE_TEMPLATE, so_far, parse_template_arguments(p, t != NULL))
                         : NULL;
            if (t != NULL) {
                t->is_template = true;
            }
        } else {
            const struct node *n;

            if (t != NULL) {
                t->is_template = t->has_no_result = false;
            }
            n = part(p, so_far, t, &known);
            if (so_far != NULL && so_far->kind == NODE_STANDARD && n != NULL &&
                (n->kind == NODE_CTOR || n->kind == NODE_DTOR)) {
                so_far = so_far->b; /* as c++filt has it */
            }
            so_far = is_first ? n : node_two(p, NODE_NESTED, so_far, n);
            known = known && is_first;
        }
        if (so_far == NULL || (!known && parser_remember(p, so_far) == NULL)) {
            return NULL;
        }
    }
    if (so_far != NULL && !known) {
        p->substitute_count--; /* the whole name isn't a prefix */
    }
    return so_far;
}

/* Distinguishes local entities of the same name; not shown. */
static bool pass_discriminator(struct parser *p)
{
    uint32_t ignored;

    if (!take(p, '_')) {
        return true;
    }
    if (take(p, '_')) {
        return parse_number(p, &ignored) && take(p, '_');
    }
    if (peek(p, 0) < '0' || peek(p, 0) > '9') {
        return false;
    }
    p->at++;
    return true;
}

static const struct node *local(struct parser *p, struct traits *t)
{
    const struct node *function = p->grammar->encoding(p), *n = NULL;

    if (function == NULL || !take(p, 'E')) {
        return NULL;
    }
    if (take(p, 's')) {
        n = pass_discriminator(p) ? node_name(p, "string literal") : NULL;
    } else if (take(p, 'd')) {
        uint32_t number;
        bool ok = parse_sequence(p, &number);
        const struct node *in = ok ? parse_name(p, t) : NULL;

        n = in != NULL ? node_make(p, (struct node){.kind = NODE_DEFAULT, .number = number + 1, .a = in})
                       : NULL;
    } else {
        n = parse_name(p, t);
        n = n != NULL && pass_discriminator(p) ? n : NULL;
    }
    return node_two(p, NODE_LOCAL, function, n);
}

static const struct node *with_arguments(struct parser *p, const struct node *n, struct traits *t)
{
    n = node_two(p, NODE_TEMPLATE, n, n != NULL ? parse_template_arguments(p, t != NULL) : NULL);
    if (t != NULL) {
        t->is_template = true;
    }
    return n;
}

static const struct node *unnested(struct parser *p, struct traits *t)
{
    if (peek(p, 0) == 'S' && peek(p, 1) != 't') {
        const struct node *n = parse_substitution(p);

        return peek(p, 0) == 'I' ? with_arguments(p, n, t) : NULL;
    }
    bool is_std = take_both(p, 'S', 't');

    (void)take(p, 'L');
    const struct node *n = parse_unqualified(p, t);

    n = is_std ? node_two(p, NODE_NESTED, node_name(p, "std"), n) : n;
    return peek(p, 0) == 'I' ? with_arguments(p, parser_remember(p, n), t) : n;
}

const struct node *parse_name(struct parser *p, struct traits *t)
{
    const struct node *n;

    if (!parser_enter(p)) {
        return NULL;
    }
    n = take(p, 'N') ? nested(p, t) : take(p, 'Z') ? local(p, t) : unnested(p, t);
    parser_leave(p);
    return n;
}
