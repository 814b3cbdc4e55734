/* SPDX-License-Identifier: BSD-2-Clause */
/* For importers of JSON. */
#ifndef IMPORT_JSON_H
#define IMPORT_JSON_H

#include <import/import.h>

struct json_tree;
struct json_value;

/** Read a file. The caller must free the tree. @return false after a refusal */
bool import_json(struct json_tree *t, struct import_file *file);

/** @return whether a text begins with "{" and has a word in its first 64 KB, as probes look for it */
bool import_json_has(const uint8_t *bytes, size_t size, const char *word);

/** @return the integer of a key in an object, or `none` */
int64_t import_json_integer(const struct json_tree *t, const struct json_value *object, const char *key,
                            int64_t none);

#endif
