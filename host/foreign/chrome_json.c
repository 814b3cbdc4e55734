/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads JSON from its beginning to its end, without a tree: files have hundreds of megabytes. */
#include <stdlib.h>
#include <string.h>
#include "chrome_priv.h"

static void skip_space(struct chrome_json *j)
{
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\n' || *j->at == '\r' || *j->at == '\t')) {
        j->at++;
    }
}

bool chrome_open(struct chrome_json *j, char bracket)
{
    skip_space(j);
    if (j->failed || j->at == j->end || *j->at != (uint8_t)bracket) {
        return false;
    }
    j->at++;
    return true;
}

bool chrome_more(struct chrome_json *j, char closing)
{
    j->closed = false;
    skip_space(j);
    while (j->at < j->end && *j->at == ',') { /* tracers write one after the last element, too */
        j->at++;
        skip_space(j);
    }
    if (j->failed || j->at == j->end) {
        return false;
    }
    if (*j->at == (uint8_t)closing) {
        j->at++;
        j->closed = true;
        return false;
    }
    return true;
}

/* Skip a string, whose quote is next. */
static void skip_string(struct chrome_json *j)
{
    const uint8_t *at = j->at + 1;

    while (at < j->end && *at != '"') {
        at += *at == '\\' && at + 1 < j->end ? 2 : 1;
    }
    j->failed |= at >= j->end;
    j->at = at < j->end ? at + 1 : j->end;
}

/* Skip an object or array, whose bracket is next, by counting brackets of both kinds. */
static void skip_nested(struct chrome_json *j)
{
    size_t depth = 0;

    do {
        if (*j->at == '"') {
            skip_string(j);
            continue;
        }
        depth += *j->at == '{' || *j->at == '[';
        depth -= *j->at == '}' || *j->at == ']';
        j->at++;
    } while (depth > 0 && j->at < j->end);
    j->failed |= depth > 0;
}

static bool ends_scalar(uint8_t c)
{
    return c <= ' ' || c == ',' || c == ':' || c == '"' || c == '{' || c == '[' || c == '}' || c == ']';
}

struct chrome_text chrome_value(struct chrome_json *j)
{
    skip_space(j);
    const uint8_t *from = j->at;

    if (j->failed || j->at == j->end) {
        j->failed = true;
    } else if (*j->at == '"') {
        skip_string(j);
    } else if (*j->at == '{' || *j->at == '[') {
        skip_nested(j);
    } else {
        while (j->at < j->end && !ends_scalar(*j->at)) {
            j->at++;
        }
        j->failed |= j->at == from || j->at == j->end;
    }
    return (struct chrome_text){from, (size_t)(j->at - from)};
}

struct chrome_text chrome_key(struct chrome_json *j)
{
    skip_space(j);
    j->failed |= j->at == j->end || *j->at != '"';
    struct chrome_text key = chrome_value(j);

    skip_space(j);
    j->failed |= j->at == j->end || *j->at != ':';
    j->at += j->failed ? 0 : 1;
    return key;
}

bool chrome_is(struct chrome_text t, const char *string)
{
    size_t n = strlen(string);

    return t.n == n + 2 && t.at[0] == '"' && memcmp(t.at + 1, string, n) == 0;
}

/* Append a character of the basic plane as UTF-8. @return the characters of its escape */
static size_t append_unicode(struct bytes *b, const uint8_t *digits, size_t left)
{
    char text[5] = {0};

    memcpy(text, digits, left < 4 ? left : 4);
    unsigned long c = strtoul(text, NULL, 16);

    if (c < 0x80) {
        bytes_u8(b, c < ' ' ? ' ' : (unsigned)c);
    } else if (c < 0x800) {
        bytes_u8(b, 0xc0 | (unsigned)(c >> 6));
        bytes_u8(b, 0x80 | (c & 0x3f));
    } else if (c >= 0xd800 && c < 0xe000) { /* half of a pair */
        bytes_u8(b, '?');
    } else {
        bytes_u8(b, 0xe0 | (unsigned)(c >> 12));
        bytes_u8(b, 0x80 | (c >> 6 & 0x3f));
        bytes_u8(b, 0x80 | (c & 0x3f));
    }
    return left < 4 ? left : 4;
}

void chrome_append(struct bytes *b, struct chrome_text t)
{
    if (t.n < 2 || t.at[0] != '"') {
        bytes_add(b, t.at, t.n);
        return;
    }
    for (size_t n = 1; n < t.n - 1; n++) {
        uint8_t c = t.at[n];

        if (c == '\\' && n + 1 < t.n - 1) {
            c = t.at[++n];
            if (c == 'u') {
                n += append_unicode(b, t.at + n + 1, t.n - 2 - n);
                continue;
            }
            c = strchr("bfnrt", c) != NULL ? ' ' : c;
        }
        bytes_u8(b, c < ' ' ? ' ' : c);
    }
}

/* Read one in the form 1.5e9. */
static bool read_exponent(const char *text, size_t n, unsigned digits, int64_t *value)
{
    char copy[64], *end;
    double factor = 1;

    if (n >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, n);
    copy[n] = 0;
    double number = strtod(copy, &end);

    while (digits-- > 0) {
        factor *= 10;
    }
    number *= factor;
    if (*end != 0 || !(number > -9e18 && number < 9e18)) {
        return false;
    }
    *value = (int64_t)(number < 0 ? number - 0.5 : number + 0.5);
    return true;
}

bool chrome_number(struct chrome_text t, unsigned digits, int64_t *value)
{
    bool quoted = t.n > 2 && t.at[0] == '"';
    const char *text = (const char *)t.at + quoted, *at = text, *end = text + t.n - (quoted ? 2 : 0);
    bool negative = at < end && *at == '-', point = false, some = false;
    uint64_t number = 0;
    unsigned decimals = 0;

    for (at += negative; at < end && ((*at >= '0' && *at <= '9') || (*at == '.' && !point)); at++) {
        if (*at == '.') {
            point = true;
        } else if (!point || decimals < digits) {
            if (number > UINT64_C(900000000000000000)) {
                return false;
            }
            number = 10 * number + (uint64_t)(*at - '0');
            decimals += point;
            some = true;
        } else {
            number += decimals++ == digits && *at >= '5'; /* the first that is left out rounds */
        }
    }
    if (at < end && some && (*at == 'e' || *at == 'E')) {
        return read_exponent(text, (size_t)(end - text), digits, value);
    }
    for (; decimals < digits; decimals++) {
        if (number > UINT64_C(900000000000000000)) {
            return false;
        }
        number *= 10;
    }
    *value = negative ? -(int64_t)number : (int64_t)number;
    return some && at == end;
}

bool chrome_event(struct chrome_json *j, struct chrome_event *e)
{
    struct chrome_text phase = {NULL, 0};

    *e = (struct chrome_event){.phase = 0};
    if (!chrome_open(j, '{')) {
        j->failed = true;
        return false;
    }
    while (chrome_more(j, '}')) {
        struct chrome_text key = chrome_key(j), value = chrome_value(j);
        struct {
            const char *name;
            struct chrome_text *to;
        } texts[] = {{"ph", &phase},   {"name", &e->name}, {"cat", &e->category}, {"pid", &e->pid},
                     {"tid", &e->tid}, {"args", &e->args}, {"id", &e->id}};

        for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
            if (chrome_is(key, texts[n].name)) {
                *texts[n].to = value;
            }
        }
        if (chrome_is(key, "ts")) {
            e->has_time = chrome_number(value, 3, &e->time);
        } else if (chrome_is(key, "dur")) {
            (void)chrome_number(value, 3, &e->duration);
        } else if (chrome_is(key, "id2") && e->id.n == 0) {
            e->id = value; /* {"local": "0x1"} */
        }
        if (j->failed) {
            return false;
        }
    }
    e->phase = phase.n == 3 ? (char)phase.at[1] : 0;
    return j->closed && !j->failed;
}
