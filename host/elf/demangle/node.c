/* SPDX-License-Identifier: BSD-2-Clause */
/* Nodes, and the parts of the grammar that have no other parts. */
#include <string.h>
#include <elf/demangle/node.h>

#define DEPTH_MAX 192 /* levels of types and expressions in each other */

bool parser_enter(struct parser *p)
{
    return p->depth < DEPTH_MAX && ++p->depth != 0;
}

void parser_leave(struct parser *p)
{
    p->depth--;
}

struct node *node_make(struct parser *p, struct node n)
{
    if (p->node_count == p->node_most) {
        return NULL;
    }
    p->nodes[p->node_count] = n;
    return &p->nodes[p->node_count++];
}

const struct node *node_two(struct parser *p, enum kind kind, const struct node *a, const struct node *b)
{
    return a != NULL && b != NULL ? node_make(p, (struct node){.kind = kind, .a = a, .b = b}) : NULL;
}

const struct node *node_text(struct parser *p, enum kind kind, const char *text, const struct node *a)
{
    return a != NULL
               ? node_make(
                     p, (struct node){.kind = kind, .text = text, .length = (uint32_t)strlen(text), .a = a})
               : NULL;
}

const struct node *parser_remember(struct parser *p, const struct node *n)
{
    if (n == NULL || p->substitute_count == p->substitute_most) {
        return NULL;
    }
    p->substitutes[p->substitute_count++] = n;
    return n;
}

bool node_append(struct parser *p, const struct node **list, struct node **last, const struct node *n)
{
    struct node *item = n != NULL ? node_make(p, (struct node){.kind = NODE_LIST, .a = n}) : NULL;

    if (item == NULL) {
        return false;
    }
    if (*list == NULL) {
        *list = item;
    } else {
        (*last)->b = item;
    }
    *last = item;
    return true;
}

const struct node *node_name(struct parser *p, const char *words)
{
    return node_make(p, (struct node){.kind = NODE_NAME, .text = words, .length = (uint32_t)strlen(words)});
}

/* ------------------------------------------------------------------ numbers and names */

bool parse_number(struct parser *p, uint32_t *number)
{
    const char *begin = p->at;

    *number = 0;
    while (peek(p, 0) >= '0' && peek(p, 0) <= '9' && *number < 100000000) {
        *number = 10 * *number + (uint32_t)(*p->at++ - '0');
    }
    return p->at != begin;
}

bool parse_sequence(struct parser *p, uint32_t *number)
{
    *number = 0;
    if (take(p, '_')) {
        return true;
    }
    bool ok = parse_number(p, number) && take(p, '_');

    *number += 1;
    return ok;
}

const struct node *parse_source_name(struct parser *p)
{
    uint32_t length;

    if (!parse_number(p, &length) || length == 0 || length > (size_t)(p->end - p->at)) {
        return NULL;
    }
    const char *begin = p->at;

    p->at += length;
    if (length >= 10 && memcmp(begin, "_GLOBAL_", 8) == 0 && strchr("._$", begin[8]) != NULL &&
        begin[9] == 'N') {
        return node_name(p, "(anonymous namespace)");
    }
    return node_make(p, (struct node){.kind = NODE_NAME, .text = begin, .length = length});
}

unsigned parse_qualifiers(struct parser *p)
{
    unsigned flags = 0;

    flags |= take(p, 'r') ? FLAG_RESTRICT : 0;
    flags |= take(p, 'V') ? FLAG_VOLATILE : 0;
    flags |= take(p, 'K') ? FLAG_CONST : 0;
    return flags;
}
