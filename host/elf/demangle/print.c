/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes types, lists and packs. */
#include <elf/demangle/printer.h>

/* ------------------------------------------------------------------ lists */

void print_list(struct printer *p, const struct node *n)
{
    for (bool first = true; n != NULL && !p->failed; n = n->b, first = false) {
        size_t before = p->length;

        if (!first) {
            print_text(p, ", ");
        }
        size_t begin = p->length;

        print_whole(p, n->a);
        if (p->length == begin) {
            p->length = before; /* an empty pack */
        }
    }
}

void print_arguments(struct printer *p, const struct node *n)
{
    print_text(p, p->last == '<' ? " <" : "<");
    print_list(p, n->a != NULL ? n : NULL);
    print_text(p, p->last == '>' ? " >" : ">");
}

void print_expansion(struct printer *p, const struct node *n)
{
    const struct node *pack = p->in_lambda ? NULL : printer_pack(p, n->a);
    uint32_t outer = p->pack_index, length;

    if (pack == NULL) {
        print_whole(p, n->a);
        print_text(p, "...");
        return;
    }
    length = node_pack_length(pack);
    for (uint32_t i = 0; i < length && !p->failed; i++) {
        if (i != 0) {
            print_text(p, ", ");
        }
        p->pack_index = i;
        print_whole(p, n->a);
    }
    p->pack_index = outer;
}

/* ------------------------------------------------------------------ types */

static void qualifiers(struct printer *p, unsigned flags)
{
    static const char *const words[] = {" const", " volatile", " __restrict", " &", " &&"};

    for (unsigned n = 0; n < 5; n++) {
        if ((flags & 1u << n) != 0) {
            print_text(p, words[n]);
        }
    }
}

/* @return what a qualified type qualifies; qualifiers in each other are merged */
static const struct node *unqualified(const struct printer *p, const struct node *n, unsigned *flags)
{
    *flags = 0;
    for (n = printer_resolved(p, n); n != NULL && n->kind == NODE_QUALIFIED; n = printer_resolved(p, n->a)) {
        *flags |= n->flags;
    }
    return n;
}

static bool needs_parentheses(const struct printer *p, const struct node *n)
{
    unsigned flags;

    n = unqualified(p, n, &flags);
    return n != NULL && (n->kind == NODE_CODE || n->kind == NODE_ARRAY);
}

/* @return a reference or what it is the same as: & of && is & */
static const struct node *collapsed(const struct printer *p, const struct node *n, const struct node **to)
{
    const struct node *inner = printer_resolved(p, n->a);

    *to = n->a;
    if (inner != NULL && (inner->kind == NODE_REFERENCE || inner->kind == n->kind)) {
        *to = inner->a;
        return inner;
    }
    if (inner != NULL && inner->kind == NODE_RVALUE) {
        *to = inner->a;
    }
    return n;
}

static void pointer_left(struct printer *p, const struct node *to, const char *symbol)
{
    print_left(p, to);
    if (needs_parentheses(p, to)) {
        print_text(p, p->last == ' ' || p->last == '(' ? "(" : " (");
    }
    print_text(p, symbol);
}

static void pointer_right(struct printer *p, const struct node *to)
{
    if (needs_parentheses(p, to)) {
        print_text(p, ")");
    }
    print_right(p, to);
}

void print_parameters(struct printer *p, const struct node *n, const struct node *result)
{
    print_text(p, "(");
    print_list(p, n->b);
    print_text(p, ")");
    qualifiers(p, n->flags);
    if ((n->flags & FLAG_SAFE) != 0) {
        print_text(p, " transaction_safe");
    }
    if ((n->flags & FLAG_NOEXCEPT) != 0) {
        print_text(p, " noexcept");
    } else if (n->c != NULL) {
        print_text(p, " throw");
    }
    if (n->c != NULL) {
        print_text(p, "(");
        if (n->c->kind == NODE_LIST) {
            print_list(p, n->c);
        } else {
            print_whole(p, n->c);
        }
        print_text(p, ")");
    }
    if (result != NULL) {
        print_right(p, result);
    }
}

bool printer_has_right(const struct printer *p, const struct node *n)
{
    unsigned flags;

    for (n = unqualified(p, n, &flags); n != NULL; n = unqualified(p, n, &flags)) {
        if (n->kind == NODE_POINTER || n->kind == NODE_REFERENCE || n->kind == NODE_RVALUE ||
            n->kind == NODE_VENDOR || n->kind == NODE_VECTOR) {
            n = n->a;
        } else if (n->kind == NODE_MEMBER) {
            n = n->b;
        } else {
            return n->kind == NODE_CODE || n->kind == NODE_ARRAY;
        }
    }
    return false;
}

/* ------------------------------------------------------------------ the two halves */

static void parameter(struct printer *p, const struct node *n,
                      void (*half)(struct printer *, const struct node *))
{
    if (p->in_lambda) {
        if (half != print_right) {
            print_text(p, "auto:");
            print_number(p, n->number + 1);
        }
        return;
    }
    const struct scope *scope = p->scope;

    n = printer_argument(p, n);
    if (n != NULL) {
        p->scope = scope != NULL ? scope->outer : NULL;
        half(p, n);
        p->scope = scope;
    } else {
        p->failed = true;
    }
}

static void left_half(struct printer *p, const struct node *n)
{
    const struct node *to;
    unsigned flags;

    switch (n->kind) {
    case NODE_PARAMETER:
        parameter(p, n, print_left);
        break;
    case NODE_QUALIFIED:
        to = unqualified(p, n, &flags);
        if (to == NULL) {
            p->failed = true;
            break;
        }
        print_left(p, to);
        if (to->kind != NODE_CODE) {
            qualifiers(p, flags);
        }
        break;
    case NODE_VENDOR:
        print_left(p, n->a);
        print_text(p, " ");
        print_whole(p, n->b);
        break;
    case NODE_POINTER:
        pointer_left(p, n->a, "*");
        break;
    case NODE_REFERENCE:
    case NODE_RVALUE:
        n = collapsed(p, n, &to);
        pointer_left(p, to, n->kind == NODE_REFERENCE ? "&" : "&&");
        break;
    case NODE_MEMBER:
        pointer_left(p, n->b, "");
        print_text(p, p->last == '(' ? "" : " ");
        print_whole(p, n->a);
        print_text(p, "::*");
        break;
    case NODE_CODE:
        if (n->a != NULL) {
            print_left(p, n->a);
            print_text(p, " ");
        }
        break;
    case NODE_ARRAY:
        print_left(p, n->a);
        break;
    case NODE_VECTOR:
        print_left(p, n->a);
        print_text(p, " __vector(");
        print_whole(p, n->b);
        print_text(p, ")");
        break;
    default:
        p->name(p, n);
        break;
    }
}

static void right_half(struct printer *p, const struct node *n)
{
    const struct node *to;
    unsigned flags;

    switch (n->kind) {
    case NODE_PARAMETER:
        parameter(p, n, print_right);
        break;
    case NODE_QUALIFIED:
        to = unqualified(p, n, &flags);
        if (to != NULL) {
            print_right(p, to);
            if (to->kind == NODE_CODE) {
                qualifiers(p, flags);
            }
        }
        break;
    case NODE_VENDOR:
    case NODE_VECTOR:
        print_right(p, n->a);
        break;
    case NODE_POINTER:
        pointer_right(p, n->a);
        break;
    case NODE_REFERENCE:
    case NODE_RVALUE:
        (void)collapsed(p, n, &to);
        pointer_right(p, to);
        break;
    case NODE_MEMBER:
        pointer_right(p, n->b);
        break;
    case NODE_CODE:
        print_parameters(p, n, n->a);
        break;
    case NODE_ARRAY:
        print_text(p, p->last == ']' ? "[" : " [");
        print_whole(p, n->b);
        print_text(p, "]");
        print_right(p, n->a);
        break;
    default:
        break;
    }
}

void print_left(struct printer *p, const struct node *n)
{
    if (printer_step(p)) {
        p->depth++;
        left_half(p, n);
        p->depth--;
    }
}

void print_right(struct printer *p, const struct node *n)
{
    if (printer_step(p)) {
        p->depth++;
        right_half(p, n);
        p->depth--;
    }
}

void print_whole(struct printer *p, const struct node *n)
{
    print_left(p, n);
    print_right(p, n);
}
