/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* memmem() */
#include <stdlib.h>
#include <string.h>
#include <base/json_read.h>
#include <import/json.h>

#define PROBED 65536

bool import_json(struct json_tree *t, struct import_file *file)
{
    char *text = malloc(file->size + 1);

    *t = (struct json_tree){.length = 0};
    if (text == NULL) {
        return false;
    }
    memcpy(text, file->bytes, file->size);
    text[file->size] = 0;
    if (!json_read(t, text, file->size)) {
        (void)import_refuse(file, "line %u, column %u: %s", t->line, t->column, t->wrong);
        json_free(t);
        return false;
    }
    return true;
}

bool import_json_has(const uint8_t *bytes, size_t size, const char *word)
{
    size_t n = size < PROBED ? size : PROBED, at = 0;

    while (at < n && strchr(" \t\r\n", bytes[at]) != NULL && bytes[at] != 0) {
        at++;
    }
    return at < n && bytes[at] == '{' && memmem(bytes, n, word, strlen(word)) != NULL;
}

int64_t import_json_integer(const struct json_tree *t, const struct json_value *object, const char *key,
                            int64_t none)
{
    const struct json_value *v = json_get(t, object, key);

    return v != NULL && v->kind == JSON_INTEGER ? v->integer : none;
}
