/* SPDX-License-Identifier: BSD-2-Clause */
/* Template parameters and template arguments. */
#include <elf/demangle/node.h>

const struct node *parse_template_parameter(struct parser *p)
{
    uint32_t number;

    if (!take(p, 'T') || !parse_sequence(p, &number)) {
        return NULL;
    }
    struct node *n = node_make(p, (struct node){.kind = NODE_PARAMETER, .number = number});
    const struct node *given = p->arguments;

    for (uint32_t i = 0; i < number && given != NULL; i++) {
        given = given->b;
    }
    if (n == NULL || given != NULL) {
        if (n != NULL) {
            n->a = given->a;
        }
        return n;
    }
    if (p->in_conversion && p->pending_count < sizeof p->pending / sizeof *p->pending) {
        p->pending[p->pending_count++] = n;
        return n;
    }
    return p->in_lambda ? n : NULL;
}

static const struct node *argument(struct parser *p)
{
    const struct node *list = NULL, *n;
    struct node *last = NULL;

    switch (peek(p, 0)) {
    case 'X':
        p->at++;
        n = parse_expression(p);
        return n != NULL && take(p, 'E') ? n : NULL;
    case 'L':
        return parse_literal(p);
    case 'I':
    case 'J':
        p->at++;
        while (!take(p, 'E')) {
            if (!node_append(p, &list, &last, argument(p))) {
                return NULL;
            }
        }
        return node_make(p, (struct node){.kind = NODE_PACK, .a = list});
    default:
        return p->grammar->type(p);
    }
}

/* Give the parameters of a conversion operator the arguments that follow it. */
static bool settle(struct parser *p, const struct node *list)
{
    for (unsigned n = 0; n < p->pending_count; n++) {
        const struct node *at = list;

        for (uint32_t i = 0; i < p->pending[n]->number && at != NULL; i++) {
            at = at->b;
        }
        if (at == NULL) {
            return false;
        }
        p->pending[n]->a = at->a;
    }
    p->pending_count = 0;
    return true;
}

/* @param named  those of the function or object that the encoding is for: its type refers to them */
const struct node *parse_template_arguments(struct parser *p, bool named)
{
    const struct node *list = NULL, *outer = p->arguments;
    struct node *last = NULL;

    if (!take(p, 'I') || !parser_enter(p)) {
        return NULL;
    }
    while (!take(p, 'E')) {
        const struct node *n = argument(p);

        if (!node_append(p, &list, &last, n)) {
            return NULL;
        }
        if (named) {
            p->arguments = list;
        }
    }
    parser_leave(p);
    p->arguments = named ? list : outer;
    if (named && !settle(p, list)) {
        return NULL;
    }
    return list != NULL ? list : node_make(p, (struct node){.kind = NODE_LIST});
}
