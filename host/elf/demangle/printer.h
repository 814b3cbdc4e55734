/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the tree of a name. A type is written in two halves, left and right of what it declares: `void (*`
 * and
 * `)(int)`.
 */
#ifndef ELF_DEMANGLE_PRINTER_H
#define ELF_DEMANGLE_PRINTER_H

#include <elf/demangle/node.h>

/* The template arguments of a function whose name or type is being written. A substitution in it may be from
 * another function's type, so its parameters stand for these arguments. */
struct scope {
    const struct node *arguments;
    const struct scope *outer;
};

struct printer {
    /* Writes what isn't a type built of others: a name, a function or an expression. */
    void (*name)(struct printer *p, const struct node *n);
    const struct scope *scope; /* of the innermost function template, or NULL */
    char *text;
    size_t length, room;
    uint32_t pack_index;
    unsigned depth, steps;
    char last; /* character; after an empty pack that before it, as c++filt has it */
    bool in_lambda, failed;
};

void print_bytes(struct printer *p, const char *text, size_t length);
void print_text(struct printer *p, const char *text);
void print_number(struct printer *p, uint32_t number);

/* Count a step. @return false if there were too many: writing ends */
bool printer_step(struct printer *p);

/* @return the pack that an expansion is over, or NULL */
const struct node *printer_pack(struct printer *p, const struct node *n);
uint32_t node_pack_length(const struct node *pack);

/* @return what a template parameter stands for; NULL: a member that the pack lacks */
const struct node *printer_argument(const struct printer *p, const struct node *n);

/* @return a type with template parameters replaced by their arguments, as far as its kind matters */
const struct node *printer_resolved(const struct printer *p, const struct node *n);

/* Both halves, or one of them. */
void print_whole(struct printer *p, const struct node *n);
void print_left(struct printer *p, const struct node *n);
void print_right(struct printer *p, const struct node *n);

/* A function or member pointer's parameters and what follows them, its result's right half included. */
void print_parameters(struct printer *p, const struct node *n, const struct node *result);

/* A list, without and in angle brackets. */
void print_list(struct printer *p, const struct node *n);
void print_arguments(struct printer *p, const struct node *n);

/* The pattern of an expansion for each member of its pack. */
void print_expansion(struct printer *p, const struct node *n);

/* @return the number of members of the pack in an expression */
uint32_t printer_pack_length(struct printer *p, const struct node *n);

/* @return whether a type has a right half */
bool printer_has_right(const struct printer *p, const struct node *n);

/* @return false if it isn't an expression */
bool print_expression(struct printer *p, const struct node *n);

#endif
