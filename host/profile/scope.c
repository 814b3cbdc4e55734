/* SPDX-License-Identifier: BSD-2-Clause */
/* A name is `result class<arguments>::function<arguments>(parameters) const`; only the part after the class
 * is sure to be there. */
#include <stdbool.h>
#include <string.h>
#include <profile/scope.h>

/* The operators with characters that nest or end a name elsewhere; longer ones first. */
static const char *const operators[] = {
    "()", "<<=", ">>=", "<=>", "<<", ">>", "<=", ">=", "->*", "->", "<", ">", "[]", NULL};

#define NESTING_MAX 64

/* @return the end of what begins with a bracket at `at`. In parentheses, < and > may be operators. */
static const char *pass(const char *at)
{
    char open[NESTING_MAX];
    unsigned depth = 0;

    for (; *at != 0; at++) {
        if (at[0] == '-' && at[1] == '>') {
            at++;
        } else if (strchr("<([{", *at) != NULL) {
            if (depth == NESTING_MAX) {
                return at + strlen(at);
            }
            open[depth++] = *at;
        } else if (*at == '>') {
            depth -= open[depth - 1] == '<';
        } else if (strchr(")]}", *at) != NULL) {
            while (--depth > 0 && open[depth] == '<') {
            }
        }
        if (depth == 0) {
            return at + 1;
        }
    }
    return at;
}

/* @return the end of "operator" and its symbol, or `at` if it isn't one */
static const char *pass_operator(const char *at)
{
    if (strncmp(at, "operator", 8) != 0) {
        return at;
    }
    at += 8;
    for (unsigned n = 0; operators[n] != NULL; n++) {
        size_t length = strlen(operators[n]);

        if (strncmp(at, operators[n], length) == 0) {
            at += length;
            return at[0] == ' ' && at[1] == '<' ? at + 1 : at;
        }
    }
    return at + (*at == ' '); /* new, delete, or a type */
}

/* @return whether a name goes on after its parameters: something is local to the function */
static const char *pass_qualifiers(const char *at)
{
    static const char *const words[] = {" const", " volatile", " &&", " &", NULL};

    for (unsigned n = 0; words[n] != NULL; n++) {
        at += strncmp(at, words[n], strlen(words[n])) == 0 ? strlen(words[n]) : 0;
    }
    return at;
}

const char *scope_of(const char *name, size_t *length)
{
    const char *begin = name, *end = NULL, *at = name;
    bool is_operator = false;

    while (*at != 0) {
        const char *next = is_operator ? at : pass_operator(at);

        if (next != at) {
            is_operator = true; /* a space after it is in its type */
            at = next;
        } else if (strncmp(at, "::", 2) == 0) {
            end = at;
            is_operator = false;
            at += 2;
        } else if (*at == '(' && strncmp(at, "(anonymous namespace)", 21) != 0) {
            at = pass_qualifiers(pass(at));
            if (strncmp(at, "::", 2) != 0) {
                break;
            }
        } else if (strchr("<([{", *at) != NULL) {
            at = pass(at);
        } else if (*at == ' ' && !is_operator) { /* the result ends */
            begin = ++at;
            end = NULL;
        } else {
            at++;
        }
    }
    *length = end != NULL ? (size_t)(end - begin) : 0;
    return *length != 0 ? begin : NULL;
}
