/* SPDX-License-Identifier: BSD-2-Clause */
/* The text, its limits, and what template parameters stand for in it. */
#include <stdlib.h>
#include <string.h>
#include <elf/demangle/printer.h>

#define TEXT_MAX  65536 /* bytes: substitutions may double a name at each step */
#define STEPS_MAX 262144
#define DEPTH_MAX 1024

/* ------------------------------------------------------------------ text */

void print_bytes(struct printer *p, const char *text, size_t length)
{
    if (p->length + length >= p->room) {
        size_t room = 2 * (p->length + length) + 128;
        char *grown = room <= 4 * TEXT_MAX && p->length + length < TEXT_MAX ? realloc(p->text, room) : NULL;

        if (grown == NULL) {
            p->failed = true;
            return;
        }
        p->text = grown;
        p->room = room;
    }
    memcpy(p->text + p->length, text, length);
    p->length += length;
    p->last = length != 0 ? text[length - 1] : p->last;
}

void print_text(struct printer *p, const char *text)
{
    print_bytes(p, text, strlen(text));
}

void print_number(struct printer *p, uint32_t number)
{
    char digits[10];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    print_bytes(p, digits + at, sizeof digits - at);
}

bool printer_step(struct printer *p)
{
    p->failed = p->failed || ++p->steps > STEPS_MAX || p->depth >= DEPTH_MAX;
    return !p->failed;
}

/* ------------------------------------------------------------------ packs */

/* @return the argument or pack that a template parameter stands for, or NULL */
static const struct node *given(const struct printer *p, const struct node *n)
{
    const struct node *argument = p->scope != NULL ? p->scope->arguments : NULL;

    for (uint32_t i = 0; i < n->number && argument != NULL; i++) {
        argument = argument->b;
    }
    return argument != NULL ? argument->a : n->a;
}

/* @return the pack that an expansion is over, or NULL */
const struct node *printer_pack(struct printer *p, const struct node *n)
{
    const struct node *found;

    if (n == NULL || !printer_step(p)) {
        return NULL;
    }
    switch (n->kind) {
    case NODE_PARAMETER:
        n = given(p, n);
        return n != NULL && n->kind == NODE_PACK ? n : NULL;
    case NODE_EXPANSION:
    case NODE_LAMBDA:
    case NODE_UNNAMED:
    case NODE_STANDARD:
        return NULL;
    default:
        break;
    }
    p->depth++;
    found = printer_pack(p, n->a);
    found = found != NULL ? found : printer_pack(p, n->b);
    found = found != NULL ? found : printer_pack(p, n->c);
    p->depth--;
    return found;
}

uint32_t node_pack_length(const struct node *pack)
{
    uint32_t length = 0;

    for (const struct node *n = pack->a; n != NULL; n = n->b) {
        length++;
    }
    return length;
}

uint32_t printer_pack_length(struct printer *p, const struct node *n)
{
    const struct node *pack = printer_pack(p, n);

    return pack != NULL ? node_pack_length(pack) : 0;
}

/* @return what a template parameter stands for; NULL: a member that the pack lacks */
const struct node *printer_argument(const struct printer *p, const struct node *n)
{
    n = given(p, n);
    if (n != NULL && n->kind == NODE_PACK) {
        n = n->a;
        for (uint32_t i = 0; i < p->pack_index && n != NULL; i++) {
            n = n->b;
        }
        n = n != NULL ? n->a : NULL;
    }
    return n;
}

/* @return a type with template parameters replaced by their arguments, as far as its kind matters */
const struct node *printer_resolved(const struct printer *p, const struct node *n)
{
    for (unsigned i = 0; !p->in_lambda && n != NULL && n->kind == NODE_PARAMETER && i < DEPTH_MAX; i++) {
        n = printer_argument(p, n);
    }
    return n;
}
