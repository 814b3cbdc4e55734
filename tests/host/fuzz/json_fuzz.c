/* SPDX-License-Identifier: BSD-2-Clause */
/* Fuzz the reader of JSON. A text that is accepted is written, and read and written again: the same text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <base/json.h>
#include <base/json_read.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static void write_value(struct json *j, const struct json_tree *t, const struct json_value *v)
{
    switch (v->kind) {
    case JSON_NULL:
        json_null(j);
        break;
    case JSON_FALSE:
    case JSON_TRUE:
        json_bool(j, v->kind == JSON_TRUE);
        break;
    case JSON_INTEGER:
        json_signed(j, v->integer);
        break;
    case JSON_REAL:
        json_real(j, v->real);
        break;
    case JSON_TEXT:
        json_text(j, json_text_of(t, v));
        break;
    default:
        json_open(j, v->kind == JSON_OBJECT ? '{' : '[');
        for (const struct json_value *i = json_first(t, v); i != NULL; i = json_next(t, i)) {
            if (v->kind == JSON_OBJECT) {
                if (json_get(t, v, t->text + i->key) != i) {
                    abort();
                }
                json_key(j, t->text + i->key);
            }
            write_value(j, t, i);
        }
        json_close(j, v->kind == JSON_OBJECT ? '}' : ']');
        break;
    }
}

/* Read a text and write it. @return whether it was accepted */
static bool rewrite(struct json *j, const void *bytes, size_t n)
{
    struct json_tree t;
    char *text = malloc(n + 1);

    if (text == NULL) {
        abort();
    }
    memcpy(text, bytes, n);
    text[n] = 0;
    bool accepted = json_read(&t, text, n);

    if (accepted) {
        write_value(j, &t, t.values);
    } else if (t.wrong == NULL || t.line == 0 || t.column == 0 || t.column > n + 1) {
        abort();
    }
    json_free(&t);
    return accepted;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct json once = {.lines = true}, twice = {.lines = true};

    if (n != 0 && rewrite(&once, bytes, n)) {
        if (!rewrite(&twice, once.text.data, once.text.used) || once.text.used != twice.text.used ||
            memcmp(once.text.data, twice.text.data, once.text.used) != 0) {
            abort();
        }
    }
    bytes_free(&once.text);
    bytes_free(&twice.text);
    return 0;
}
