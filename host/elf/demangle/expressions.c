/* SPDX-License-Identifier: BSD-2-Clause */
/* Operators, and the expressions in types and template arguments. */
#include <string.h>
#include <elf/demangle/node.h>

enum operands {
    NONE,
    PREFIX,
    POSTFIX,
    INFIX,
    INDEX,
    CALL,
    CHOICE,
    CAST,
    NEW_CAST,
    OF_TYPE,
    OF_VALUE,
    DOT,
    COUNT
};

struct symbol {
    char code[3];
    const char *name;
    enum operands operands;
};

static const struct symbol operators[] = {
    {"aN", "&=", INFIX},
    {"aS", "=", INFIX},
    {"aa", "&&", INFIX},
    {"ad", "&", PREFIX},
    {"an", "&", INFIX},
    {"at", "alignof ", OF_TYPE},
    {"aw", "co_await ", PREFIX},
    {"az", "alignof ", OF_VALUE},
    {"cc", "const_cast", NEW_CAST},
    {"cl", "()", CALL},
    {"cm", ",", INFIX},
    {"co", "~", PREFIX},
    {"dV", "/=", INFIX},
    {"da", "delete[] ", PREFIX},
    {"dc", "dynamic_cast", NEW_CAST},
    {"de", "*", PREFIX},
    {"dl", "delete ", PREFIX},
    {"ds", ".*", INFIX},
    {"dt", ".", DOT},
    {"dv", "/", INFIX},
    {"eO", "^=", INFIX},
    {"eo", "^", INFIX},
    {"eq", "==", INFIX},
    {"ge", ">=", INFIX},
    {"gs", "::", PREFIX},
    {"gt", ">", INFIX},
    {"ix", "[]", INDEX},
    {"lS", "<<=", INFIX},
    {"le", "<=", INFIX},
    {"ls", "<<", INFIX},
    {"lt", "<", INFIX},
    {"mI", "-=", INFIX},
    {"mL", "*=", INFIX},
    {"mi", "-", INFIX},
    {"ml", "*", INFIX},
    {"mm", "--", POSTFIX},
    {"na", "new[]", NONE},
    {"ne", "!=", INFIX},
    {"ng", "-", PREFIX},
    {"nt", "!", PREFIX},
    {"nw", "new", NONE},
    {"nx", "noexcept", OF_VALUE},
    {"oR", "|=", INFIX},
    {"oo", "||", INFIX},
    {"or", "|", INFIX},
    {"pL", "+=", INFIX},
    {"pl", "+", INFIX},
    {"pm", "->*", INFIX},
    {"pp", "++", POSTFIX},
    {"ps", "+", PREFIX},
    {"pt", "->", DOT},
    {"qu", "?", CHOICE},
    {"rM", "%=", INFIX},
    {"rS", ">>=", INFIX},
    {"rc", "reinterpret_cast", NEW_CAST},
    {"rm", "%", INFIX},
    {"rs", ">>", INFIX},
    {"sZ", "sizeof...", COUNT},
    {"sc", "static_cast", NEW_CAST},
    {"ss", "<=>", INFIX},
    {"st", "sizeof ", OF_TYPE},
    {"sz", "sizeof ", OF_VALUE},
    {"tr", "throw", NONE},
    {"tw", "throw ", PREFIX},
};

static const struct symbol *take_operator(struct parser *p)
{
    for (size_t n = 0; n < sizeof operators / sizeof *operators; n++) {
        if (take_both(p, operators[n].code[0], operators[n].code[1])) {
            return &operators[n];
        }
    }
    return NULL;
}

/* @return "operator" and its symbol as a name */
const struct node *parse_operator(struct parser *p, struct traits *t)
{
    if (take_both(p, 'c', 'v')) {
        bool outer = p->in_conversion;

        p->in_conversion = t != NULL;
        const struct node *type = p->grammar->type(p);

        p->in_conversion = outer;
        if (t != NULL) {
            t->has_no_result = true;
        }
        return type != NULL ? node_make(p, (struct node){.kind = NODE_CONVERSION, .a = type}) : NULL;
    }
    if (take_both(p, 'l', 'i')) {
        const struct node *name = parse_source_name(p);

        return name != NULL ? node_make(p, (struct node){.kind = NODE_SUFFIX, .a = name}) : NULL;
    }
    const struct symbol *o = take_operator(p);

    if (o == NULL) {
        return NULL;
    }
    return node_make(
        p,
        (struct node){.kind = NODE_NAME, .text = o->name, .length = (uint32_t)strlen(o->name), .number = 1});
}

/* ------------------------------------------------------------------ literals */

const struct node *parse_literal(struct parser *p)
{
    if (!take(p, 'L') || !parser_enter(p)) {
        return NULL;
    }
    const struct node *n = NULL;

    if (take_both(p, '_', 'Z') || take(p, 'Z')) {
        n = p->grammar->encoding(p);
    } else {
        const struct node *type = p->grammar->type(p);
        bool negative = type != NULL && take(p, 'n');
        const char *begin = p->at;

        while (type != NULL && p->at != p->end && *p->at != 'E') {
            p->at++;
        }
        n = type != NULL ? node_make(p, (struct node){.kind = NODE_LITERAL,
                                                      .a = type,
                                                      .number = negative,
                                                      .text = begin,
                                                      .length = (uint32_t)(p->at - begin)})
                         : NULL;
    }
    parser_leave(p);
    return n != NULL && take(p, 'E') ? n : NULL;
}

/* ------------------------------------------------------------------ expressions */

/* Expressions up to E. @return false if one can't be read */
static bool list_of(struct parser *p, const struct node **list)
{
    struct node *last = NULL;

    while (!take(p, 'E')) {
        if (!node_append(p, list, &last, parse_expression(p))) {
            return false;
        }
    }
    return true;
}

static const struct node *list_or_empty(struct parser *p)
{
    const struct node *list = NULL;

    if (!list_of(p, &list)) {
        return NULL;
    }
    return list != NULL ? list : node_make(p, (struct node){.kind = NODE_LIST});
}

static const struct node *name_in_expression(struct parser *p)
{
    const struct node *n;

    (void)take_both(p, 'o', 'n');
    n = p->grammar->unqualified(p, NULL);
    if (n != NULL && peek(p, 0) == 'I') {
        n = node_two(p, NODE_TEMPLATE, n, p->grammar->arguments(p, false));
    }
    return n;
}

static const struct node *cast(struct parser *p)
{
    const struct node *type = p->grammar->type(p);

    if (type == NULL) {
        return NULL;
    }
    if (!take(p, '_')) {
        return node_two(p, NODE_CAST, type, parse_expression(p));
    }
    return node_two(p, NODE_CAST, type, list_or_empty(p));
}

static const struct node *named(struct parser *p, enum kind kind, const struct symbol *o,
                                const struct node *a, const struct node *b)
{
    if (a == NULL || b == NULL) {
        return NULL;
    }
    return node_make(
        p, (struct node){.kind = kind, .text = o->name, .length = (uint32_t)strlen(o->name), .a = a, .b = b});
}

static const struct node *operation(struct parser *p, const struct symbol *o)
{
    const struct node *a, *b, *c;

    switch (o->operands) {
    case PREFIX:
        return node_text(p, NODE_PREFIX, o->name, parse_expression(p));
    case POSTFIX:
        return take(p, '_') ? node_text(p, NODE_PREFIX, o->name, parse_expression(p))
                            : node_text(p, NODE_POSTFIX, o->name, parse_expression(p));
    case INFIX:
        a = parse_expression(p);
        return named(p, NODE_INFIX, o, a, a != NULL ? parse_expression(p) : NULL);
    case INDEX:
        a = parse_expression(p);
        return node_two(p, NODE_INDEX, a, a != NULL ? parse_expression(p) : NULL);
    case CALL:
        a = parse_expression(p);
        return node_two(p, NODE_CALL, a, a != NULL ? list_or_empty(p) : NULL);
    case CHOICE:
        a = parse_expression(p);
        b = a != NULL ? parse_expression(p) : NULL;
        c = b != NULL ? parse_expression(p) : NULL;
        return c != NULL ? node_make(p, (struct node){.kind = NODE_CHOICE, .a = a, .b = b, .c = c}) : NULL;
    case NEW_CAST:
        a = p->grammar->type(p);
        return named(p, NODE_NEW_CAST, o, a, a != NULL ? parse_expression(p) : NULL);
    case OF_TYPE:
        return node_text(p, NODE_WORD, o->name, p->grammar->type(p));
    case OF_VALUE:
        return node_text(p, o->code[0] == 'n' ? NODE_WORD : NODE_PREFIX, o->name, parse_expression(p));
    case DOT:
        a = parse_expression(p);
        return named(p, NODE_INFIX, o, a, a != NULL ? name_in_expression(p) : NULL);
    case COUNT:
        a = parse_expression(p);
        return a != NULL ? node_make(p, (struct node){.kind = NODE_COUNT, .a = a}) : NULL;
    default:
        return NULL;
    }
}

/* A parameter of the function whose type this is part of. */
static const struct node *parameter(struct parser *p)
{
    uint32_t number;

    if (take(p, 'T')) {
        return node_make(p, (struct node){.kind = NODE_ARGUMENT});
    }
    (void)parse_qualifiers(p);
    return parse_sequence(p, &number)
               ? node_make(p, (struct node){.kind = NODE_ARGUMENT, .number = number + 1})
               : NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* As clang writes it: the parts of the qualifier, E, and the name. */
static const struct node *qualified(struct parser *p, const struct node *in)
{
    while (!take(p, 'E')) {
        const struct node *n = name_in_expression(p);

        in = in != NULL ? node_two(p, NODE_NESTED, in, n) : n;
        if (in == NULL) {
            return NULL;
        }
    }
    return node_two(p, NODE_NESTED, in, name_in_expression(p));
}

/* A name in a type that depends on a template parameter. */
static const struct node *unresolved(struct parser *p)
{
    if (is_digit(peek(p, 0))) {
        const char *begin = p->at;
        size_t substitutes = p->substitute_count;
        const struct node *first = name_in_expression(p);

        if (first != NULL && (first->kind != NODE_TEMPLATE || peek(p, 0) == 'E')) {
            return qualified(p, first);
        }
        p->at = begin; /* a type, as gcc writes it */
        p->substitute_count = substitutes;
    } else if (take(p, 'N')) {
        const struct node *in = p->grammar->type(p);

        return in != NULL ? qualified(p, in) : NULL;
    }
    const struct node *in = p->grammar->type(p);

    return in != NULL ? node_two(p, NODE_NESTED, in, name_in_expression(p)) : NULL;
}

static const struct node *braces(struct parser *p, bool has_type)
{
    const struct node *type = has_type ? p->grammar->type(p) : NULL, *list = NULL;

    if ((has_type && type == NULL) || !list_of(p, &list)) {
        return NULL;
    }
    return node_make(p, (struct node){.kind = NODE_BRACES, .a = type, .b = list});
}

static const struct node *any_expression(struct parser *p)
{
    char c = peek(p, 0), next = peek(p, 1);

    if (c == 'L') {
        return parse_literal(p);
    }
    if (c == 'T') {
        return p->grammar->parameter(p);
    }
    if (c == 'f' && next == 'p') {
        p->at += 2;
        return parameter(p);
    }
    if (take_both(p, 's', 'r')) {
        return unresolved(p);
    }
    if (take_both(p, 's', 'p')) {
        const struct node *n = parse_expression(p);

        return n != NULL ? node_make(p, (struct node){.kind = NODE_EXPANSION, .a = n}) : NULL;
    }
    if (take_both(p, 'i', 'l')) {
        return braces(p, false);
    }
    if (take_both(p, 't', 'l')) {
        return braces(p, true);
    }
    if ((c >= '0' && c <= '9') || (c == 'o' && next == 'n')) {
        return name_in_expression(p);
    }
    if (take_both(p, 'c', 'v')) {
        return cast(p);
    }
    const struct symbol *o = take_operator(p);

    return o != NULL ? operation(p, o) : NULL;
}

const struct node *parse_expression(struct parser *p)
{
    if (!parser_enter(p)) {
        return NULL;
    }
    const struct node *n = any_expression(p);

    parser_leave(p);
    return n;
}
