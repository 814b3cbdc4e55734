/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads JSON (RFC 8259) strictly, as a tree: no byte after the value, no key twice in an object, no NUL in a
 * string, only valid UTF-8. Memory is proportional to the text.
 */
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

#include <base/hash.h>

/** Depth of nested objects and arrays; the reader is recursive. */
#define JSON_DEPTH_MAX 64

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_INTEGER, /**< without fraction and exponent */
    JSON_REAL,
    JSON_TEXT,
    JSON_ARRAY,
    JSON_OBJECT,
};

struct json_value {
    enum json_kind kind;
    uint32_t in;    /**< the object or array that it is in */
    uint32_t key;   /**< in an object: offset of its key in the text */
    uint32_t first; /**< array and object: the first value in it, or 0; text: its offset */
    uint32_t next;  /**< the next value in the same array or object, or 0 */
    int64_t integer;
    double real; /**< integers too */
};

/** A text that was read. All zero: nothing. Value 0 is the whole text's. */
struct json_tree {
    char *text;
    size_t length;
    struct json_value *values;
    size_t count;
    struct hash keys;
    const char *wrong;     /**< reason for a failure */
    unsigned line, column; /**< its position, from 1; the column counts bytes */
};

/**
 * Read a text.
 *
 * @param text  its bytes and a NUL, which the tree owns and changes, also after a failure
 * @return false on error, with `wrong` and its position
 */
bool json_read(struct json_tree *t, char *text, size_t length);

/** @return the value of a key in an object; NULL if there is none, or `object` is NULL or isn't an object */
const struct json_value *json_get(const struct json_tree *t, const struct json_value *object,
                                  const char *key);

/** @return the first value in an array or object, or NULL; `v` may be NULL */
const struct json_value *json_first(const struct json_tree *t, const struct json_value *v);

/** @return the next value in the same array or object, or NULL */
const struct json_value *json_next(const struct json_tree *t, const struct json_value *v);

/** @return a text, or NULL if `v` is NULL or no text */
const char *json_text_of(const struct json_tree *t, const struct json_value *v);

void json_free(struct json_tree *t);

#endif
