/* SPDX-License-Identifier: BSD-2-Clause */
/* Values of a CTF packet: section 4 of the format. */
#include <string.h>
#include "ctf_priv.h"

#define ELEMENTS_MOST 65536 /* of an array: damaged lengths */

static void align(struct ctf_bits *b, unsigned bits)
{
    uint64_t rest = b->at % bits;

    b->at += rest != 0 ? bits - rest : 0;
}

static uint64_t number(struct ctf_bits *b, const struct ctf_type *t)
{
    bool big = (t->order == CTF_NATIVE ? b->order : t->order) == CTF_BIG;
    uint64_t value = 0;

    align(b, t->align);
    if (b->at > b->end || t->size > b->end - b->at) {
        b->failed = true;
        return 0;
    }
    if (b->at % 8 == 0 && t->size % 8 == 0) {
        const uint8_t *at = b->bytes + b->at / 8;

        for (unsigned n = 0; n < t->size / 8; n++) {
            value |= (uint64_t)at[n] << 8 * (big ? t->size / 8 - 1 - n : n);
        }
    } else {
        for (unsigned n = 0; n < t->size; n++) {
            uint64_t place = b->at + n;
            uint64_t bit = b->bytes[place / 8] >> (big ? 7 - place % 8 : place % 8) & 1;

            value = big ? value << 1 | bit : value | bit << n;
        }
    }
    b->at += t->size;
    if (t->is_signed && t->size < 64) {
        uint64_t top = UINT64_C(1) << (t->size - 1);

        value = (value ^ top) - top;
    }
    return value;
}

static void add(struct ctf_bits *b, struct ctf_leaf leaf)
{
    if (b->count < CTF_LEAVES) {
        b->leaves[b->count++] = leaf;
    }
}

static void read_string(struct ctf_bits *b, const struct ctf_type *t, const char *name)
{
    align(b, 8);
    const uint8_t *at = b->bytes + b->at / 8;
    size_t left = b->at < b->end ? (size_t)(b->end - b->at) / 8 : 0;
    const uint8_t *zero = left > 0 ? memchr(at, 0, left) : NULL;

    if (zero == NULL) {
        b->failed = true;
        return;
    }
    add(b, (struct ctf_leaf){name, t, (uint64_t)(zero - at), at});
    b->at += 8 * ((uint64_t)(zero - at) + 1);
}

static void read_elements(struct ctf_bits *b, const struct ctf_type *t, const char *name, uint64_t length)
{
    const struct ctf_type *of = t->of;

    align(b, t->align);
    if (of->kind == CTF_INTEGER && of->is_text && of->size == 8) {
        if (b->at > b->end || length > (b->end - b->at) / 8) {
            b->failed = true;
            return;
        }
        const uint8_t *at = b->bytes + b->at / 8;

        add(b, (struct ctf_leaf){name, t, strnlen((const char *)at, (size_t)length), at});
        b->at += 8 * length;
        return;
    }
    b->failed |= length > ELEMENTS_MOST;
    for (uint64_t n = 0; n < length && !b->failed; n++) {
        ctf_read(b, of, name);
    }
}

/* @return the option of a variant whose name is the label of its tag's value, or NULL */
static const struct ctf_type *option_of(const struct ctf_bits *b, const struct ctf_type *t, const char **name)
{
    const struct ctf_leaf *tag = t->field != NULL ? ctf_leaf(b, 0, t->field) : NULL;
    const struct ctf_type *options = t->of != NULL ? t->of : t;

    for (size_t n = 0; tag != NULL && tag->type->kind == CTF_ENUM && n < tag->type->count; n++) {
        const struct ctf_label *label = &tag->type->labels[n];

        for (size_t k = 0; k < options->count && tag->value >= label->low && tag->value <= label->high; k++) {
            if (strcmp(options->members[k].name, label->name) == 0) {
                *name = label->name;
                return options->members[k].type;
            }
        }
    }
    return NULL;
}

void ctf_read(struct ctf_bits *b, const struct ctf_type *t, const char *name)
{
    const struct ctf_leaf *length;

    if (t == NULL || b->failed) {
        return;
    }
    switch (t->kind) {
    case CTF_INTEGER:
    case CTF_FLOAT:
        add(b, (struct ctf_leaf){name, t, number(b, t), NULL});
        break;
    case CTF_ENUM:
        add(b, (struct ctf_leaf){name, t, number(b, t->of), NULL});
        break;
    case CTF_STRING:
        read_string(b, t, name);
        break;
    case CTF_STRUCT:
        align(b, t->align);
        for (size_t n = 0; n < t->count && !b->failed; n++) {
            ctf_read(b, t->members[n].type, t->members[n].name);
        }
        break;
    case CTF_VARIANT:
        t = option_of(b, t, &name);
        b->failed |= t == NULL;
        ctf_read(b, t, name);
        break;
    case CTF_ARRAY:
        read_elements(b, t, name, t->length);
        break;
    case CTF_SEQUENCE:
        length = t->field != NULL ? ctf_leaf(b, 0, t->field) : NULL;
        b->failed |= length == NULL;
        read_elements(b, t, name, length != NULL ? length->value : 0);
        break;
    }
}

const struct ctf_leaf *ctf_leaf(const struct ctf_bits *b, unsigned first, const char *name)
{
    for (unsigned n = b->count; n > first; n--) {
        if (strcmp(b->leaves[n - 1].name, name) == 0) {
            return &b->leaves[n - 1];
        }
    }
    return NULL;
}

uint64_t ctf_value(const struct ctf_bits *b, unsigned first, const char *name)
{
    const struct ctf_leaf *leaf = ctf_leaf(b, first, name);

    return leaf != NULL && leaf->text == NULL ? leaf->value : 0;
}
