/* SPDX-License-Identifier: BSD-2-Clause */
/* The tree of a mangled name, and the parser's state. Chapters are those of the Itanium C++ ABI, section 5.1.
 */
#ifndef ELF_DEMANGLE_NODE_H
#define ELF_DEMANGLE_NODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kind {
    NODE_NAME,     /* text */
    NODE_STANDARD, /* text: one of the standard abbreviations; b: its full name, a: the class's own name */
    NODE_NESTED,   /* a::b */
    NODE_LOCAL,    /* a, a function; b, what is in it */
    NODE_TEMPLATE, /* a<b> */
    NODE_TAGGED,   /* a[abi:b] */
    NODE_CTOR,     /* a: name of the class */
    NODE_DTOR,
    NODE_LAMBDA,     /* a: its parameters; number */
    NODE_UNNAMED,    /* number */
    NODE_BINDING,    /* a: list of names */
    NODE_DEFAULT,    /* argument number of a function; a: what is in it */
    NODE_CONVERSION, /* operator a */
    NODE_SUFFIX,     /* operator"" a */
    NODE_FUNCTION,   /* a: name, b: its type (NODE_CODE) */
    NODE_SPECIAL,    /* text a, or text a, "-in-" b */
    NODE_NUMBERED,   /* reference temporary #number for a */
    NODE_CLONE,      /* a [clone text] */
    NODE_LIST,       /* a, and the rest, b */
    NODE_PACK,       /* a: list, or NULL */
    NODE_EXPANSION,  /* a, for each member of a pack */
    NODE_PARAMETER,  /* template parameter, number; a: the argument */
    NODE_BUILTIN,    /* text; number: spelling of its literals */
    NODE_QUALIFIED,  /* a, flags */
    NODE_VENDOR,     /* a, then the qualifier b */
    NODE_POINTER,
    NODE_REFERENCE,
    NODE_RVALUE,
    NODE_MEMBER, /* b a::* */
    NODE_CODE,   /* a: result or NULL, b: list of parameters, flags, c: noexcept or throw */
    NODE_ARRAY,  /* a [b] */
    NODE_VECTOR, /* a __vector(b) */
    NODE_DECLTYPE,
    NODE_LITERAL,  /* of type a, text; negative: number is 1 */
    NODE_ARGUMENT, /* {parm#number}; 0: this */
    NODE_PREFIX,   /* text a */
    NODE_POSTFIX,  /* a text */
    NODE_INFIX,    /* a text b */
    NODE_INDEX,    /* a[b] */
    NODE_CALL,     /* a(b) */
    NODE_CHOICE,   /* a ? b : c */
    NODE_CAST,     /* (a)b */
    NODE_NEW_CAST, /* text<a>(b) */
    NODE_WORD,     /* text (a): sizeof, noexcept */
    NODE_COUNT,    /* sizeof...(a) */
    NODE_BRACES,   /* a{b} */
};

enum {
    FLAG_CONST = 1 << 0,
    FLAG_VOLATILE = 1 << 1,
    FLAG_RESTRICT = 1 << 2,
    FLAG_LVALUE = 1 << 3, /* of a member function: & */
    FLAG_RVALUE = 1 << 4,
    FLAG_NOEXCEPT = 1 << 5,
    FLAG_SAFE = 1 << 6, /* transaction_safe */
};

/* Spelling of the literals of a built-in type. */
enum { LITERAL_CAST, LITERAL_PLAIN, LITERAL_BOOL, LITERAL_FLOAT, LITERAL_SUFFIXED };

struct node {
    enum kind kind;
    uint32_t flags, number, length; /* length of text */
    const char *text;
    const struct node *a, *b, *c;
};

struct parser;
struct traits;

/* Parts of the grammar for those below them: each contains the others. */
struct grammar {
    const struct node *(*encoding)(struct parser *p);
    const struct node *(*name)(struct parser *p, struct traits *t);
    const struct node *(*unqualified)(struct parser *p, struct traits *t);
    const struct node *(*type)(struct parser *p);
    const struct node *(*parameter)(struct parser *p);
    const struct node *(*arguments)(struct parser *p, bool named);
};

struct parser {
    const struct grammar *grammar;
    const char *at, *end;
    struct node *nodes;
    size_t node_count, node_most;
    const struct node **substitutes; /* what S_, S0_ … stand for */
    size_t substitute_count, substitute_most;
    const struct node *arguments; /* list of the template arguments that T_, T0_ … stand for, or NULL */
    struct node *pending[8];      /* parameters of a conversion operator, whose arguments follow it */
    unsigned pending_count;
    unsigned depth;
    bool in_conversion, in_lambda;
};

/* What a name says about the function's type. */
struct traits {
    unsigned flags;     /* of a member function */
    bool is_template;   /* its last part has template arguments: the type begins with the result */
    bool has_no_result; /* constructor, destructor or conversion */
};

/* -------- reading characters; '\0' at the end */
static inline char peek(const struct parser *p, size_t ahead)
{
    return (size_t)(p->end - p->at) > ahead ? p->at[ahead] : '\0';
}

static inline bool take(struct parser *p, char c)
{
    bool is = c != '\0' && peek(p, 0) == c;

    p->at += is;
    return is;
}

static inline bool take_both(struct parser *p, char first, char second)
{
    bool is = peek(p, 0) == first && peek(p, 1) == second;

    p->at += 2 * is;
    return is;
}

/* -------- nodes. All functions return NULL for what can't be read. */
struct node *node_make(struct parser *p, struct node n);
const struct node *node_two(struct parser *p, enum kind kind, const struct node *a, const struct node *b);
/* A name of the grammar itself, not of the mangled text. */
const struct node *node_name(struct parser *p, const char *text);
const struct node *node_text(struct parser *p, enum kind kind, const char *text, const struct node *a);

/* Remember what the next S_ or S0_ … stands for. @return the same node */
const struct node *parser_remember(struct parser *p, const struct node *n);

/* Append to a list, of which `last` is the last node. */
bool node_append(struct parser *p, const struct node **list, struct node **last, const struct node *n);

/* -------- parts of the grammar */
const struct node *parse_encoding(struct parser *p);               /* 5.1.2 */
const struct node *parse_name(struct parser *p, struct traits *t); /* t: NULL in a type */
const struct node *parse_unqualified(struct parser *p, struct traits *t);
const struct node *parse_source_name(struct parser *p);
const struct node *parse_operator(struct parser *p, struct traits *t); /* 5.1.3.1 */
const struct node *parse_tags(struct parser *p, const struct node *n); /* [abi:…] of a name */
const struct node *parse_substitution(struct parser *p);               /* 5.1.10 */
const struct node *parse_special(struct parser *p);                    /* 5.1.4 */
const struct node *parse_type(struct parser *p);                       /* 5.1.5 */
bool parse_types(struct parser *p, const struct node **list);  /* up to E, R or O before it, or the end */
const struct node *parse_template_parameter(struct parser *p); /* 5.1.5.8 */
const struct node *parse_template_arguments(struct parser *p, bool named); /* 5.1.5.9 */
const struct node *parse_decltype(struct parser *p);
const struct node *parse_expression(struct parser *p); /* 5.1.6 */
const struct node *parse_literal(struct parser *p);
unsigned parse_qualifiers(struct parser *p);
bool parse_number(struct parser *p, uint32_t *number);
bool parse_sequence(struct parser *p, uint32_t *number); /* _ is 0, 0_ is 1 … */

/* Count a level of recursion. @return false if there are too many */
bool parser_enter(struct parser *p);
void parser_leave(struct parser *p);

/* @return the text, to be freed, or NULL */
char *demangle_print(const struct node *n);

#endif
