/* SPDX-License-Identifier: BSD-2-Clause */
/* A recursive descent parser, and the evaluation of its tree. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <spoor/util/glob.h>
#include <base/regex.h>
#include <base/units.h>
#include <query/filter.h>

enum op {
    OP_OR,
    OP_AND,
    OP_NOT,
    OP_EXISTS,
    OP_EQUAL,
    OP_UNEQUAL,
    OP_LIKE,
    OP_UNLIKE,
    OP_LESS,
    OP_AT_MOST,
    OP_MORE,
    OP_AT_LEAST
};

struct node {
    enum op op;
    struct node *left, *right;
    char name[64];
    char text[128];      /* the value */
    struct regex *regex; /* of a value between slashes; or NULL */
    bool has_number, has_unit;
    double number; /* the value as a number; with a unit, in ns */
};

struct filter {
    struct node *root;
};

struct parser {
    const char *begin, *at;
    const char *wrong; /* the first error, and its place */
    unsigned depth;
};

#define DEPTH_MAX 64

static struct node *parse_or(struct parser *p);

/* ------------------------------------------------------------------ words */

static void skip_blanks(struct parser *p)
{
    while (isspace((unsigned char)*p->at)) {
        p->at++;
    }
}

static bool take(struct parser *p, const char *sign)
{
    skip_blanks(p);
    size_t n = strlen(sign);

    if (strncmp(p->at, sign, n) != 0) {
        return false;
    }
    p->at += n;
    return true;
}

static void *fail(struct parser *p, const char *wrong)
{
    if (p->wrong == NULL) {
        p->wrong = wrong;
    }
    return NULL;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || strchr("_.*?-:/", c) != NULL;
}

/* A word, or text in quotes. @return false without one */
static bool take_word(struct parser *p, char *word, size_t size, bool *quoted)
{
    size_t n = 0;

    skip_blanks(p);
    char quote = *p->at == '"' || *p->at == '\'' ? *p->at++ : 0;

    *quoted = quote != 0;
    while (*p->at != 0 && (quote != 0 ? *p->at != quote : is_word(*p->at))) {
        if (n + 1 == size) {
            return false;
        }
        word[n++] = *p->at++;
    }
    word[n] = 0;
    return quote != 0 ? *p->at++ == quote : n > 0;
}

/* ------------------------------------------------------------------ comparisons */

static void read_number(struct node *n)
{
    char *end;
    double value =
        n->text[0] == '0' && n->text[1] == 'x' ? (double)strtoull(n->text, &end, 16) : strtod(n->text, &end);

    if (end == n->text) {
        return;
    }
    if (*end == 0) {
        n->has_number = true;
        n->number = value;
    }
    if (units_ns(end) != 0) {
        n->has_number = n->has_unit = true;
        n->number = value * units_ns(end);
    }
}

static struct node *new_node(struct parser *p, enum op op, struct node *left, struct node *right)
{
    struct node *n = calloc(1, sizeof *n);

    if (n == NULL) {
        return fail(p, "not enough memory");
    }
    n->op = op;
    n->left = left;
    n->right = right;
    return n;
}

static void free_node(struct node *n)
{
    if (n != NULL) {
        free_node(n->left);
        free_node(n->right);
        regex_free(n->regex);
        free(n);
    }
}

/* Longer signs must precede their prefixes. */
static const struct {
    const char *sign;
    enum op op;
    const char *help; /* NULL: an alias */
} signs[] = {
    {"==", OP_EQUAL, NULL},
    {"=~", OP_LIKE, "Matches a pattern with *, ?, [a-z] and [!a-z], or a regular expression in slashes."},
    {"=", OP_EQUAL, "Equal; == is the same."},
    {"!=", OP_UNEQUAL, "Not equal."},
    {"!~", OP_UNLIKE, "Doesn't match a pattern."},
    {"<=", OP_AT_MOST, "At most. The value must be a number or a time."},
    {">=", OP_AT_LEAST, "At least."},
    {"<", OP_LESS, "Less."},
    {">", OP_MORE, "More."}};

const char *filter_nth_sign(unsigned n, const char **help)
{
    *help = n < COUNT_OF(signs) ? signs[n].help : NULL;
    return n < COUNT_OF(signs) ? signs[n].sign : NULL;
}

/* Compile a value such as /a|b/. @return false if it is wrong */
static bool read_regex(struct parser *p, struct node *n)
{
    size_t length = strlen(n->text);
    char text[sizeof n->text];
    const char *wrong = NULL;

    if (length < 2 || n->text[0] != '/' || n->text[length - 1] != '/') {
        return true;
    }
    memcpy(text, n->text + 1, length - 2);
    text[length - 2] = 0;
    n->regex = regex_compile(text, &wrong);
    return n->regex != NULL || fail(p, wrong) != NULL;
}

static bool is_like(const struct node *n, const char *text)
{
    return n->regex != NULL ? regex_matches(n->regex, text) : spoor_glob_match(n->text, text);
}

static struct node *parse_comparison(struct parser *p)
{
    struct node *n = new_node(p, OP_EXISTS, NULL, NULL);
    bool quoted;

    if (n == NULL) {
        return NULL;
    }
    if (!take_word(p, n->name, sizeof n->name, &quoted)) {
        free_node(n);
        return fail(p, "a name is missing, or too long");
    }
    for (size_t i = 0; i < COUNT_OF(signs); i++) {
        if (take(p, signs[i].sign)) {
            n->op = signs[i].op;
            if (!take_word(p, n->text, sizeof n->text, &quoted)) {
                free_node(n);
                return fail(p, "a value is missing, or has no end");
            }
            if (!quoted) {
                read_number(n);
            }
            if ((n->op == OP_LIKE || n->op == OP_UNLIKE) && !read_regex(p, n)) {
                free_node(n);
                return NULL;
            }
            if (n->op >= OP_LESS && !n->has_number) {
                free_node(n);
                return fail(p, "this comparison needs a number");
            }
            break;
        }
    }
    return n;
}

static struct node *parse_primary(struct parser *p)
{
    struct node *n;

    if (++p->depth > DEPTH_MAX) {
        return fail(p, "too many parentheses");
    }
    if (take(p, "!")) {
        n = parse_primary(p);
        n = n != NULL ? new_node(p, OP_NOT, n, NULL) : NULL;
    } else if (take(p, "(")) {
        n = parse_or(p);
        if (n != NULL && !take(p, ")")) {
            free_node(n);
            n = fail(p, "a parenthesis isn't closed");
        }
    } else {
        n = parse_comparison(p);
    }
    p->depth--;
    return n;
}

static struct node *parse_chain(struct parser *p, const char *sign, enum op op,
                                struct node *(*next)(struct parser *))
{
    struct node *n = next(p);

    while (n != NULL && take(p, sign)) {
        struct node *right = next(p), *both = right != NULL ? new_node(p, op, n, right) : NULL;

        if (both == NULL) {
            free_node(n);
            free_node(right);
        }
        n = both;
    }
    return n;
}

static struct node *parse_and(struct parser *p)
{
    return parse_chain(p, "&&", OP_AND, parse_primary);
}

static struct node *parse_or(struct parser *p)
{
    return parse_chain(p, "||", OP_OR, parse_and);
}

struct filter *filter_parse(const char *text, const char **wrong)
{
    static _Thread_local char message[256];
    struct parser p = {.begin = text, .at = text};
    struct filter *f = calloc(1, sizeof *f);
    struct node *root = f != NULL ? parse_or(&p) : NULL;

    skip_blanks(&p);
    if (root != NULL && *p.at != 0) {
        free_node(root);
        root = fail(&p, "&& or || is missing");
    }
    if (root == NULL) {
        snprintf(message, sizeof message, "%s, after \"%.*s\"",
                 p.wrong != NULL ? p.wrong : "not enough memory",
                 (int)(p.at - text < 100 ? p.at - text : 100), text);
        *wrong = message;
        free(f);
        return NULL;
    }
    f->root = root;
    return f;
}

void filter_free(struct filter *f)
{
    if (f != NULL) {
        free_node(f->root);
        free(f);
    }
}

/* ------------------------------------------------------------------ matching */

/* @return whether both are numbers; `order` is then negative, 0 or positive */
static bool compare_numbers(const struct node *n, const struct filter_value *v, int *order)
{
    bool ns = n->has_unit && v->has_ns;

    if (!n->has_number || (n->has_unit ? !v->has_ns : !v->has_number)) {
        return false;
    }
    double value = (double)(ns ? v->ns : v->number);

    *order = (value > n->number) - (value < n->number);
    return true;
}

static bool is_equal(const struct node *n, const struct filter_value *v)
{
    int order;

    return (compare_numbers(n, v, &order) && order == 0) ||
           (v->text != NULL && strcmp(v->text, n->text) == 0);
}

static bool compare(const struct node *n, const struct filter_value *v)
{
    int order;

    switch (n->op) {
    case OP_EXISTS:
        return v->known;
    case OP_EQUAL:
        return v->known && is_equal(n, v);
    case OP_UNEQUAL:
        return v->known && !is_equal(n, v);
    case OP_LIKE:
        return v->text != NULL && is_like(n, v->text);
    case OP_UNLIKE:
        return v->known && (v->text == NULL || !is_like(n, v->text));
    case OP_LESS:
        return compare_numbers(n, v, &order) && order < 0;
    case OP_AT_MOST:
        return compare_numbers(n, v, &order) && order <= 0;
    case OP_MORE:
        return compare_numbers(n, v, &order) && order > 0;
    default:
        return compare_numbers(n, v, &order) && order >= 0;
    }
}

static bool matches(const struct node *n, filter_look_up look_up, void *arg)
{
    switch (n->op) {
    case OP_OR:
        return matches(n->left, look_up, arg) || matches(n->right, look_up, arg);
    case OP_AND:
        return matches(n->left, look_up, arg) && matches(n->right, look_up, arg);
    case OP_NOT:
        return !matches(n->left, look_up, arg);
    default: {
        struct filter_value v = look_up(arg, n->name);

        return compare(n, &v);
    }
    }
}

bool filter_matches(const struct filter *f, filter_look_up look_up, void *arg)
{
    return matches(f->root, look_up, arg);
}

/* ------------------------------------------------------------------ the comparisons one by one */

static bool each(const struct node *n, bool (*call)(void *, const struct filter_part *), void *arg)
{
    if (n->left != NULL) {
        return each(n->left, call, arg) && (n->right == NULL || each(n->right, call, arg));
    }
    return call(arg, &(struct filter_part){n->name, n->text,
                                           n->op == OP_EQUAL     ? "="
                                           : n->op == OP_LIKE    ? "=~"
                                           : n->op == OP_UNEQUAL ? "!="
                                                                 : NULL,
                                           n});
}

bool filter_each(const struct filter *f, bool (*call)(void *, const struct filter_part *), void *arg)
{
    return each(f->root, call, arg);
}

bool filter_part_names(const struct filter_part *part, const struct filter_value *value)
{
    const struct node *n = part->node;

    return n->op == OP_UNEQUAL ? value->known && is_equal(n, value) : compare(n, value);
}
