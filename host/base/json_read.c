/* SPDX-License-Identifier: BSD-2-Clause */
/* A recursive-descent parser. Strings are decoded in place: they are never longer than their escapes. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <base/json_read.h>
#include <base/out.h>
#include <base/vector.h>

struct parser {
    struct json_tree *t;
    char *at, *line_begin;
    unsigned line;
};

/* Note an error. @return false */
static bool fail(struct parser *p, const char *wrong)
{
    p->t->wrong = wrong;
    p->t->line = p->line;
    p->t->column = (unsigned)(p->at - p->line_begin) + 1;
    return false;
}

/* Line breaks are only between values. @return the next character */
static char skip_blanks(struct parser *p)
{
    for (; *p->at == ' ' || *p->at == '\t' || *p->at == '\r' || *p->at == '\n'; p->at++) {
        if (*p->at == '\n') {
            p->line++;
            p->line_begin = p->at + 1;
        }
    }
    return *p->at;
}

/* ------------------------------------------------------------------ strings */

/* Read four hexadecimal digits. @return whether there are four */
static bool take_hex(struct parser *p, uint32_t *code)
{
    *code = 0;
    for (unsigned n = 0; n < 4; n++) {
        static const char digits[] = "0123456789abcdefABCDEF";
        const char *digit = *p->at != 0 ? strchr(digits, *p->at) : NULL;

        if (digit == NULL) {
            return fail(p, "expected four hexadecimal digits after \\u");
        }
        unsigned value = (unsigned)(digit - digits);

        *code = *code << 4 | (value < 16 ? value : value - 6);
        p->at++;
    }
    return true;
}

static char *put_utf8(char *to, uint32_t code)
{
    unsigned more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint8_t marks[] = {0, 0xc0, 0xe0, 0xf0};

    *to++ = (char)(marks[more] | code >> 6 * more);
    while (more-- > 0) {
        *to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    }
    return to;
}

/* Decode the escape after a backslash. */
static bool take_escape(struct parser *p, char **to)
{
    static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    uint32_t code, low;

    for (const char *e = escapes; *e != 0; e += 2) {
        if (*e == *p->at) {
            *(*to)++ = e[1];
            p->at++;
            return true;
        }
    }
    if (*p->at != 'u') {
        return fail(p, "an unknown escape in a string");
    }
    p->at++;
    if (!take_hex(p, &code)) {
        return false;
    }
    if (code >= 0xd800 && code < 0xdc00) {
        if (p->at[0] != '\\' || p->at[1] != 'u') {
            return fail(p, "half a surrogate pair in a string");
        }
        p->at += 2;
        if (!take_hex(p, &low)) {
            return false;
        }
        if (low < 0xdc00 || low >= 0xe000) {
            return fail(p, "half a surrogate pair in a string");
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code == 0 || (code >= 0xdc00 && code < 0xe000)) {
        return fail(p, code == 0 ? "\\u0000 in a string" : "half a surrogate pair in a string");
    }
    *to = put_utf8(*to, code);
    return true;
}

/* @return the length of a character that needs no escape, 0 if it is malformed */
static size_t plain_length(const struct parser *p)
{
    const uint8_t *c = (const uint8_t *)p->at;

    if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) {
        return 2; /* a control character, which out_utf8() doesn't accept */
    }
    return c[0] >= 0x80 ? out_utf8(c, (size_t)(p->t->text + p->t->length - p->at)) : c[0] >= 0x20;
}

/* Read a string, whose quote is next. @param offset  receives its place in the text */
static bool take_string(struct parser *p, uint32_t *offset)
{
    char *to = ++p->at;

    *offset = (uint32_t)(to - p->t->text);
    while (*p->at != '"') {
        if (*p->at == '\\') {
            p->at++;
            if (!take_escape(p, &to)) {
                return false;
            }
            continue;
        }
        size_t n = plain_length(p);

        if (n == 0) {
            return fail(p, *p->at == 0            ? "a string without end"
                           : (*p->at & 0x80) != 0 ? "invalid UTF-8"
                                                  : "a control character in a string");
        }
        memmove(to, p->at, n);
        to += n;
        p->at += n;
    }
    p->at++;
    *to = 0;
    return true;
}

/* ------------------------------------------------------------------ other values */

static size_t digits(const char *at)
{
    return strspn(at, "0123456789");
}

static bool take_number(struct parser *p, struct json_value *v)
{
    char *at = p->at + (*p->at == '-');
    size_t n = digits(at);

    if (n == 0 || (*at == '0' && n > 1)) {
        return fail(p, n == 0 ? "expected a value" : "a number that begins with 0");
    }
    at += n;
    v->kind = JSON_INTEGER;
    if (*at == '.') {
        v->kind = JSON_REAL;
        at++;
        n = digits(at);
        at += n;
    }
    if (n != 0 && (*at == 'e' || *at == 'E')) {
        v->kind = JSON_REAL;
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        n = digits(at);
        at += n;
    }
    if (n == 0) {
        return fail(p, "a number that ends without a digit");
    }
    errno = 0;
    v->integer = v->kind == JSON_INTEGER ? strtoll(p->at, NULL, 10) : 0;
    if (v->kind == JSON_INTEGER && errno != 0) {
        return fail(p, "an integer of more than 64 bits");
    }
    v->real = strtod(p->at, NULL);
    if (isinf(v->real)) {
        return fail(p, "a number that is too large");
    }
    p->at = at;
    return true;
}

static bool take_word(struct parser *p, struct json_value *v)
{
    static const char *const words[] = {"null", "false", "true"};

    for (unsigned n = 0; n < 3; n++) {
        size_t length = strlen(words[n]);

        if (strncmp(p->at, words[n], length) == 0) {
            p->at += length;
            v->kind = JSON_NULL + n;
            return true;
        }
    }
    return fail(p, "expected a value");
}

/* ------------------------------------------------------------------ objects and arrays */

struct wanted {
    const struct json_tree *t;
    uint32_t object;
    const char *key;
};

static bool same_key(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    const struct json_value *v = &w->t->values[index];

    return v->in == w->object && strcmp(w->t->text + v->key, w->key) == 0;
}

static uint64_t key_hash(const struct wanted *w)
{
    return hash_bytes(hash_number(0, w->object), w->key, strlen(w->key));
}

/* Read the key of the next value in an object, and the colon. */
static bool take_key(struct parser *p, uint32_t object, uint32_t *key)
{
    if (skip_blanks(p) != '"') {
        return fail(p, "expected a key in quotes");
    }
    char *begin = p->at;

    if (!take_string(p, key)) {
        return false;
    }
    struct wanted w = {p->t, object, p->t->text + *key};
    uint64_t hash = key_hash(&w);

    if (hash_find(&p->t->keys, hash, same_key, &w) != HASH_NONE) {
        p->at = begin;
        return fail(p, "the same key twice");
    }
    if (!hash_add(&p->t->keys, hash, (uint32_t)p->t->count)) {
        return fail(p, strerror(ENOMEM));
    }
    if (skip_blanks(p) != ':') {
        return fail(p, "expected \":\" after a key");
    }
    p->at++;
    return true;
}

static bool take_value(struct parser *p, unsigned depth, uint32_t in, uint32_t key);

static bool take_list(struct parser *p, unsigned depth, uint32_t number)
{
    struct json_tree *t = p->t;
    bool is_object = *p->at == '{';
    char close = is_object ? '}' : ']', c = ',';

    if (depth == JSON_DEPTH_MAX) {
        return fail(p, "too many nested objects and arrays");
    }
    t->values[number].kind = is_object ? JSON_OBJECT : JSON_ARRAY;
    p->at++;
    if (skip_blanks(p) == close) {
        p->at++;
        return true;
    }
    for (uint32_t before = 0; c == ',';) {
        uint32_t key = 0;

        if (is_object && !take_key(p, number, &key)) {
            return false;
        }
        uint32_t value = (uint32_t)t->count;

        if (!take_value(p, depth + 1, number, key)) {
            return false;
        }
        if (before == 0) {
            t->values[number].first = value;
        } else {
            t->values[before].next = value;
        }
        before = value;
        c = skip_blanks(p);
        if (c != ',' && c != close) {
            return fail(p, is_object ? "expected \",\" or \"}\"" : "expected \",\" or \"]\"");
        }
        p->at++;
    }
    return true;
}

/* Read a value, which gets the next number. */
static bool take_value(struct parser *p, unsigned depth, uint32_t in, uint32_t key)
{
    struct json_tree *t = p->t;

    if (!VECTOR_GROW(t->values, t->count)) {
        return fail(p, strerror(ENOMEM));
    }
    uint32_t number = (uint32_t)t->count++;
    struct json_value *v = &t->values[number];

    *v = (struct json_value){.in = in, .key = key};
    switch (skip_blanks(p)) {
    case '{':
    case '[':
        return take_list(p, depth, number);
    case '"':
        v->kind = JSON_TEXT;
        return take_string(p, &v->first);
    case 'n':
    case 'f':
    case 't':
        return take_word(p, v);
    default:
        return take_number(p, v);
    }
}

bool json_read(struct json_tree *t, char *text, size_t length)
{
    *t = (struct json_tree){.text = text, .length = length};
    struct parser p = {t, text, text, 1};

    if (length >= UINT32_MAX) {
        return fail(&p, "a text of more than 4 GB");
    }
    if (!take_value(&p, 0, 0, 0)) {
        return false;
    }
    (void)skip_blanks(&p);
    return p.at == text + length || fail(&p, "expected nothing after the value");
}

void json_free(struct json_tree *t)
{
    free(t->text);
    free(t->values);
    hash_free(&t->keys);
    *t = (struct json_tree){.count = 0};
}

/* ------------------------------------------------------------------ values */

const struct json_value *json_get(const struct json_tree *t, const struct json_value *object, const char *key)
{
    if (object == NULL || object->kind != JSON_OBJECT) {
        return NULL;
    }
    struct wanted w = {t, (uint32_t)(object - t->values), key};
    uint32_t number = hash_find(&t->keys, key_hash(&w), same_key, &w);

    return number != HASH_NONE ? &t->values[number] : NULL;
}

const struct json_value *json_first(const struct json_tree *t, const struct json_value *v)
{
    bool has_values = v != NULL && (v->kind == JSON_ARRAY || v->kind == JSON_OBJECT) && v->first != 0;

    return has_values ? &t->values[v->first] : NULL;
}

const struct json_value *json_next(const struct json_tree *t, const struct json_value *v)
{
    return v->next != 0 ? &t->values[v->next] : NULL;
}

const char *json_text_of(const struct json_tree *t, const struct json_value *v)
{
    return v != NULL && v->kind == JSON_TEXT ? t->text + v->first : NULL;
}
