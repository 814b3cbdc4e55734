/* SPDX-License-Identifier: BSD-2-Clause */
/* Fields of records by their descriptor's text, "name:format/bits+name:format,…". */
#include <stdlib.h>
#include <string.h>
#include "read.h"

static void copy(char *to, size_t room, const char *from, size_t n)
{
    n = n < room ? n : room - 1;
    memcpy(to, from, n);
    to[n] = 0;
}

/* "name:format/bits", `n` characters. @return the bits, 32 when not said */
static unsigned parse(const char *text, size_t n, struct spoor_field *field)
{
    const char *stroke = memchr(text, '/', n);
    size_t length = stroke != NULL ? (size_t)(stroke - text) : n;
    const char *colon = memchr(text, ':', length);
    size_t name = colon != NULL ? (size_t)(colon - text) : length;

    copy(field->name, sizeof field->name, text, name);
    if (colon != NULL) {
        copy(field->format, sizeof field->format, colon + 1, length - name - 1);
    } else {
        copy(field->format, sizeof field->format, "u32", 3);
    }
    unsigned long bits = stroke != NULL ? strtoul(stroke + 1, NULL, 10) : 32;

    return bits > 0 && bits < 32 ? (unsigned)bits : 32;
}

bool spoor_next_field(const struct spoor_id *id, const uint32_t *words, unsigned *at,
                      struct spoor_field *field)
{
    const char *text = id->fields;
    unsigned word = 0, shift = 0;

    if (id->words == WIRE_WORDS_DATA) {
        return false;
    }
    for (unsigned n = 0; *text != 0 && word < id->words; n++) {
        size_t length = strcspn(text, ",+");
        unsigned bits = parse(text, length, field);

        if (n == *at) {
            field->value = shift < 32 ? words[word] >> shift : 0;
            if (text[length] == '+' && bits < 32) {
                field->value &= (UINT32_C(1) << bits) - 1;
            }
            ++*at;
            return true;
        }
        if (text[length] == '+') {
            shift += bits;
        } else {
            shift = 0;
            word++;
        }
        text += length + (text[length] != 0);
    }
    return false;
}

bool spoor_field(const struct spoor_id *id, const uint32_t *words, const char *name, uint32_t *value)
{
    struct spoor_field field;

    for (unsigned at = 0; spoor_next_field(id, words, &at, &field);) {
        if (strcmp(field.name, name) == 0) {
            *value = field.value;
            return true;
        }
    }
    return false;
}
