/* SPDX-License-Identifier: BSD-2-Clause */
/* Folded stacks: a line like "main;work;crc 123" for each stack, as written by stackcollapse scripts and
 * `spoor export --to folded`. */
#include <string.h>
#include <import/import.h>

/* Read the number after the last blank. @return its length including the blank, or 0 if there is none */
static size_t value_of(const char *text, size_t length, uint64_t *value)
{
    size_t digits = 0;
    uint64_t n = 0, unit = 1;

    while (digits < length && digits < 19 && text[length - 1 - digits] >= '0' &&
           text[length - 1 - digits] <= '9') {
        n += unit * (uint64_t)(text[length - 1 - digits] - '0');
        unit *= 10;
        digits++;
    }
    *value = n;
    return digits != 0 && digits < length && text[length - 1 - digits] == ' ' ? digits + 1 : 0;
}

static bool is_comment(const struct import_line *l)
{
    return l->length == 0 || l->text[0] == '#';
}

/* Accept text whose first lines end with values. */
static bool folded_probe(const uint8_t *bytes, size_t size)
{
    struct import_file file = {.bytes = bytes, .size = size < 65536 ? size : 65536};
    struct import_line line = {.number = 0};
    size_t at = 0;
    uint64_t value;
    bool some = false;

    if (memchr(bytes, 0, file.size) != NULL) {
        return false;
    }
    for (unsigned n = 0; n < 3 && import_next_line(&file, &at, &line); n++) {
        if (at > file.size && file.size < size) {
            break; /* cut at the end of the probed part */
        }
        if (!is_comment(&line) && value_of(line.text, line.length, &value) == 0) {
            return false;
        }
        some |= !is_comment(&line);
    }
    return some;
}

static bool add_stack(struct profile *p, const char *text, size_t length, uint64_t value)
{
    uint32_t n = PROFILE_ROOT;
    char name[1024];

    while (length > 0 && !p->failed) {
        const char *end = memchr(text, ';', length);
        size_t used = end != NULL ? (size_t)(end - text) : length;
        size_t kept = used < sizeof name ? used : sizeof name - 1;

        memcpy(name, text, kept);
        name[kept] = 0;
        n = profile_child(p, n, profile_frame_named(p, PROFILE_FUNCTION, name, NULL));
        text += used + (end != NULL);
        length -= used + (end != NULL);
    }
    if (p->failed) {
        return false;
    }
    if (n != PROFILE_ROOT) {
        p->nodes[n].self += value;
    }
    return true;
}

static bool folded_load(struct profile *p, struct import_file *file)
{
    struct import_line line = {.number = 0};
    size_t at = 0;

    p->has = PROFILE_TREE;
    snprintf(p->unit, sizeof p->unit, "samples");
    while (import_next_line(file, &at, &line)) {
        uint64_t value;
        size_t tail = value_of(line.text, line.length, &value);

        if (is_comment(&line)) {
            continue;
        }
        if (tail == 0) {
            return import_refuse(file, "line %u has no number at its end: a;b;c 123", line.number);
        }
        if (!add_stack(p, line.text, line.length - tail, value)) {
            return false;
        }
    }
    return true;
}

static const struct importer folded_importer = {
    .name = "folded stacks",
    .summary = "folded stacks: a;b;c 123",
    .order = 9,
    .probe = folded_probe,
    .load = folded_load,
};
SPOOR_IMPORTER(folded);
