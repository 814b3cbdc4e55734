/* SPDX-License-Identifier: BSD-2-Clause */
/* JSON: RFC 8259. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <base/json.h>
#include <base/out.h>

static void break_line(struct json *j)
{
    if (j->lines) {
        bytes_u8(&j->text, '\n');
        for (unsigned n = 0; n < j->depth; n++) {
            bytes_u8(&j->text, ' ');
        }
    }
}

/* Separate a key, or a value without a key, from what precedes it. */
static void separate(struct json *j)
{
    if (!j->has_key) {
        if (j->has_before) {
            bytes_u8(&j->text, ',');
        }
        if (j->depth != 0) {
            break_line(j);
        }
    }
    j->has_key = false;
    j->has_before = true;
}

void json_open(struct json *j, char bracket)
{
    separate(j);
    bytes_u8(&j->text, (uint8_t)bracket);
    j->depth++;
    j->has_before = false;
}

void json_close(struct json *j, char bracket)
{
    j->depth--;
    if (j->has_before) {
        break_line(j);
    }
    bytes_u8(&j->text, (uint8_t)bracket);
    j->has_before = true;
}

/* @return the length of the UTF-8 character at `at`, 0 if there is none */
static size_t character(const uint8_t *at, size_t n)
{
    bool control = n >= 2 && at[0] == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0; /* malformed for out_utf8() */

    return at[0] < 0x80 ? 1 : control ? 2 : out_utf8(at, n);
}

static void put_text(struct json *j, const char *text)
{
    static const char escapes[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    const uint8_t *at = (const uint8_t *)text, *end = at + strlen(text), *plain = at;
    size_t length;

    bytes_u8(&j->text, '"');
    for (; at < end; at += length) {
        length = character(at, (size_t)(end - at));
        if (length != 0 && *at >= 0x20 && *at != '"' && *at != '\\') {
            continue;
        }
        bytes_add(&j->text, plain, (size_t)(at - plain));
        const char *escape = escapes;

        while (*escape != 0 && *escape != (char)*at) {
            escape += 2;
        }
        if (length == 0) {
            bytes_u8(&j->text, '?');
            length = 1;
        } else if (*escape != 0) {
            bytes_u8(&j->text, '\\');
            bytes_u8(&j->text, (uint8_t)escape[1]);
        } else {
            bytes_print(&j->text, "\\u%04X", *at);
        }
        plain = at + length;
    }
    bytes_add(&j->text, plain, (size_t)(end - plain));
    bytes_u8(&j->text, '"');
}

void json_key(struct json *j, const char *key)
{
    separate(j);
    put_text(j, key);
    bytes_text(&j->text, j->lines ? ": " : ":");
    j->has_key = true;
}

void json_text(struct json *j, const char *text)
{
    if (text == NULL) {
        json_null(j);
        return;
    }
    separate(j);
    put_text(j, text);
}

void json_number(struct json *j, uint64_t n)
{
    char digits[20], *at = digits + sizeof digits;

    separate(j);
    do {
        *--at = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    bytes_add(&j->text, at, (size_t)(digits + sizeof digits - at));
}

void json_signed(struct json *j, int64_t n)
{
    separate(j);
    bytes_print(&j->text, "%" PRId64, n);
}

void json_real(struct json *j, double n)
{
    char text[40];

    separate(j);
    snprintf(text, sizeof text, "%.17g", n);
    bytes_text(&j->text, text);
    if (strpbrk(text, ".e") == NULL) {
        bytes_text(&j->text, ".0"); /* remains a real number when it is read */
    }
}

void json_bool(struct json *j, bool value)
{
    separate(j);
    bytes_text(&j->text, value ? "true" : "false");
}

void json_null(struct json *j)
{
    separate(j);
    bytes_text(&j->text, "null");
}

void json_key_text(struct json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_text(j, text);
}

void json_key_number(struct json *j, const char *key, uint64_t n)
{
    json_key(j, key);
    json_number(j, n);
}

void json_numbers(struct json *j, const uint64_t *list, size_t count)
{
    json_open(j, '[');
    for (size_t n = 0; n < count; n++) {
        json_number(j, list[n]);
    }
    json_close(j, ']');
}
