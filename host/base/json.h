/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes JSON to a buffer. The caller begins and ends objects and arrays, and names each value of an object;
 * commas and line breaks are added here. base/json_read.h reads JSON.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <base/bytes.h>

/** JSON that is being written; empty if all zero. Its text has no NUL. */
struct json {
    struct bytes text;
    unsigned depth;  /**< objects and arrays that were begun and haven't ended */
    bool lines;      /**< write each value on its own line, and a space after each colon */
    bool has_before; /**< a value precedes in this object or array */
    bool has_key;    /**< the value's key was just written */
};

/** Begin an object ('{') or an array ('['). */
void json_open(struct json *j, char bracket);

/** End it: '}' or ']'. */
void json_close(struct json *j, char bracket);

/** Write the key of the next value in an object. */
void json_key(struct json *j, const char *key);

/** Write a string, or null for NULL. Each byte that isn't part of a UTF-8 character becomes "?". */
void json_text(struct json *j, const char *text);

void json_number(struct json *j, uint64_t n);
void json_signed(struct json *j, int64_t n);
void json_real(struct json *j, double n); /**< must be finite */
void json_bool(struct json *j, bool value);
void json_null(struct json *j);

/** Write a key and its value. */
void json_key_text(struct json *j, const char *key, const char *text);
void json_key_number(struct json *j, const char *key, uint64_t n);

/** Write an array of numbers. */
void json_numbers(struct json *j, const uint64_t *list, size_t count);

#endif
