/* SPDX-License-Identifier: BSD-2-Clause */
/* Types. */
#include <string.h>
#include <elf/demangle/node.h>

/* ------------------------------------------------------------------ built-in types */

struct builtin {
    const char *code, *name;
    uint32_t literal;
};

static const struct builtin builtins[] = {
    {"v", "void", LITERAL_CAST},
    {"w", "wchar_t", LITERAL_CAST},
    {"b", "bool", LITERAL_BOOL},
    {"c", "char", LITERAL_CAST},
    {"a", "signed char", LITERAL_CAST},
    {"h", "unsigned char", LITERAL_CAST},
    {"s", "short", LITERAL_CAST},
    {"t", "unsigned short", LITERAL_CAST},
    {"i", "int", LITERAL_PLAIN},
    {"j", "unsigned int", LITERAL_SUFFIXED},
    {"l", "long", LITERAL_SUFFIXED},
    {"m", "unsigned long", LITERAL_SUFFIXED},
    {"x", "long long", LITERAL_SUFFIXED},
    {"y", "unsigned long long", LITERAL_SUFFIXED},
    {"n", "__int128", LITERAL_CAST},
    {"o", "unsigned __int128", LITERAL_CAST},
    {"f", "float", LITERAL_FLOAT},
    {"d", "double", LITERAL_FLOAT},
    {"e", "long double", LITERAL_FLOAT},
    {"g", "__float128", LITERAL_FLOAT},
    {"z", "...", LITERAL_CAST},
    {"Dd", "decimal64", LITERAL_CAST},
    {"De", "decimal128", LITERAL_CAST},
    {"Df", "decimal32", LITERAL_CAST},
    {"Dh", "half", LITERAL_FLOAT},
    {"Di", "char32_t", LITERAL_CAST},
    {"Ds", "char16_t", LITERAL_CAST},
    {"Du", "char8_t", LITERAL_CAST},
    {"Da", "auto", LITERAL_CAST},
    {"Dc", "decltype(auto)", LITERAL_CAST},
    {"Dn", "decltype(nullptr)", LITERAL_CAST},
};

static const struct node *builtin(struct parser *p)
{
    for (size_t n = 0; n < sizeof builtins / sizeof *builtins; n++) {
        const struct builtin *b = &builtins[n];

        if (b->code[1] == '\0' ? take(p, b->code[0]) : take_both(p, b->code[0], b->code[1])) {
            return node_make(p, (struct node){.kind = NODE_BUILTIN,
                                              .text = b->name,
                                              .length = (uint32_t)strlen(b->name),
                                              .number = b->literal});
        }
    }
    return NULL;
}

/* ------------------------------------------------------------------ functions, arrays, members */

/* @return whether a function type follows: not the d of decltype, or a pack */
static bool is_function(const struct parser *p)
{
    char c = peek(p, 0), next = peek(p, 1);

    return c == 'F' || (c == 'D' && next != '\0' && strchr("oOwx", next) != NULL);
}

bool parse_types(struct parser *p, const struct node **list)
{
    struct node *last = NULL;

    if (take(p, 'v')) {
        return true;
    }
    while (p->at != p->end && peek(p, 0) != 'E' && peek(p, 0) != '.' &&
           !((peek(p, 0) == 'R' || peek(p, 0) == 'O') && peek(p, 1) == 'E')) {
        if (!node_append(p, list, &last, parse_type(p))) {
            return false;
        }
    }
    return last != NULL || p->in_lambda;
}

/* What a function may throw. @return false if it can't be read */
static bool exceptions(struct parser *p, struct node *f)
{
    struct node *last = NULL;

    if (take_both(p, 'D', 'o')) {
        f->flags |= FLAG_NOEXCEPT;
    } else if (take_both(p, 'D', 'O')) {
        f->flags |= FLAG_NOEXCEPT;
        f->c = parse_expression(p);
        return f->c != NULL && take(p, 'E');
    } else if (take_both(p, 'D', 'w')) {
        while (!take(p, 'E')) {
            if (!node_append(p, &f->c, &last, parse_type(p))) {
                return false;
            }
        }
    }
    return true;
}

static const struct node *function_type(struct parser *p, unsigned flags)
{
    struct node f = {.kind = NODE_CODE, .flags = flags};

    if (!exceptions(p, &f)) {
        return NULL;
    }
    f.flags |= take_both(p, 'D', 'x') ? FLAG_SAFE : 0;
    if (!take(p, 'F')) {
        return NULL;
    }
    (void)take(p, 'Y'); /* extern "C" */
    f.a = parse_type(p);
    if (f.a == NULL || !parse_types(p, &f.b)) {
        return NULL;
    }
    f.flags |= take(p, 'R') ? FLAG_LVALUE : take(p, 'O') ? FLAG_RVALUE : 0;
    return take(p, 'E') ? node_make(p, f) : NULL;
}

/* A number or an expression, then _. Empty: an array of unknown size. */
static const struct node *dimension(struct parser *p)
{
    const char *begin = p->at;
    const struct node *n;
    uint32_t number;

    if (peek(p, 0) == '_' || (peek(p, 0) >= '0' && peek(p, 0) <= '9')) {
        (void)parse_number(p, &number);
        n = node_make(p,
                      (struct node){.kind = NODE_NAME, .text = begin, .length = (uint32_t)(p->at - begin)});
    } else {
        n = parse_expression(p);
    }
    return take(p, '_') ? n : NULL;
}

static const struct node *array(struct parser *p)
{
    const struct node *size = dimension(p);

    return size != NULL ? node_two(p, NODE_ARRAY, parse_type(p), size) : NULL;
}

static const struct node *vector(struct parser *p)
{
    (void)take(p, '_'); /* before an expression */
    const struct node *size = dimension(p);

    return size != NULL ? node_two(p, NODE_VECTOR, parse_type(p), size) : NULL;
}

static const struct node *member(struct parser *p)
{
    const struct node *class = parse_type(p);

    return class != NULL ? node_two(p, NODE_MEMBER, class, parse_type(p)) : NULL;
}

const struct node *parse_decltype(struct parser *p)
{
    if (!take_both(p, 'D', 't') && !take_both(p, 'D', 'T')) {
        return NULL;
    }
    const struct node *n = parse_expression(p);

    return n != NULL && take(p, 'E') ? node_make(p, (struct node){.kind = NODE_DECLTYPE, .a = n}) : NULL;
}

/* ------------------------------------------------------------------ types */

static const struct node *around(struct parser *p, enum kind kind)
{
    const struct node *n;

    p->at++;
    n = parse_type(p);
    return n != NULL ? node_make(p, (struct node){.kind = kind, .a = n}) : NULL;
}

static const struct node *vendor_qualified(struct parser *p)
{
    const struct node *name = parse_source_name(p);

    if (name != NULL && peek(p, 0) == 'I') {
        name = node_two(p, NODE_TEMPLATE, name, parse_template_arguments(p, false));
    }
    return name != NULL ? node_two(p, NODE_VENDOR, parse_type(p), name) : NULL;
}

static const struct node *extended(struct parser *p)
{
    switch (peek(p, 1)) {
    case 't':
    case 'T':
        return parse_decltype(p);
    case 'p':
        p->at++;
        return around(p, NODE_EXPANSION);
    case 'v':
        p->at += 2;
        return vector(p);
    default:
        return NULL;
    }
}

static const struct node *with_arguments(struct parser *p, const struct node *n)
{
    return node_two(p, NODE_TEMPLATE, n, n != NULL ? parse_template_arguments(p, false) : NULL);
}

/* A type that later substitutions may stand for. */
static const struct node *new_type(struct parser *p)
{
    const struct node *n;

    switch (peek(p, 0)) {
    case 'F':
        return function_type(p, 0);
    case 'A':
        p->at++;
        return array(p);
    case 'M':
        p->at++;
        return member(p);
    case 'P':
        return around(p, NODE_POINTER);
    case 'R':
        return around(p, NODE_REFERENCE);
    case 'O':
        return around(p, NODE_RVALUE);
    case 'C':
        n = around(p, NODE_VENDOR);
        return node_two(p, NODE_VENDOR, n != NULL ? n->a : NULL,
                        node_make(p, (struct node){.kind = NODE_NAME, .text = "_Complex", .length = 8}));
    case 'U':
        if (peek(p, 1) != 't' && peek(p, 1) != 'l') {
            p->at++;
            return vendor_qualified(p);
        }
        break;
    case 'u':
        p->at++;
        return parse_source_name(p);
    case 'D':
        if (is_function(p)) {
            return function_type(p, 0);
        }
        return extended(p);
    case 'T':
        if (peek(p, 1) != '\0' && strchr("sue", peek(p, 1)) != NULL) {
            p->at += 2; /* struct, union, enum */
            return p->grammar->name(p, NULL);
        }
        n = parse_template_parameter(p);
        /* Arguments after a conversion operator's type are the operator's. */
        return peek(p, 0) == 'I' && n != NULL && !p->in_conversion ? with_arguments(p, parser_remember(p, n))
                                                                   : n;
    default:
        break;
    }
    return p->grammar->name(p, NULL);
}

static const struct node *any_type(struct parser *p)
{
    char c = peek(p, 0);

    if (c == 'r' || c == 'V' || c == 'K') {
        unsigned flags = parse_qualifiers(p);

        if (is_function(p)) {
            return parser_remember(p, function_type(p, flags));
        }
        const struct node *n = parse_type(p);

        return parser_remember(
            p,
            n != NULL ? node_make(p, (struct node){.kind = NODE_QUALIFIED, .a = n, .flags = flags}) : NULL);
    }
    if (c == 'S' && peek(p, 1) != 't') {
        const struct node *n = parse_substitution(p);

        return peek(p, 0) == 'I' ? parser_remember(p, with_arguments(p, n)) : n;
    }
    const struct node *n = builtin(p);

    return n != NULL ? n : parser_remember(p, new_type(p));
}

const struct node *parse_type(struct parser *p)
{
    if (!parser_enter(p)) {
        return NULL;
    }
    const struct node *n = any_type(p);

    parser_leave(p);
    return n;
}
