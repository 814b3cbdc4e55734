/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacks that DTrace has counted with @[stack()] or @[ustack()]: a line for each frame, the innermost first,
 * then the number. A key before the stack, such as execname, becomes the root. */
#define _GNU_SOURCE /* memmem() */
#include <stdlib.h>
#include <string.h>
#include <import/import.h>

#define FRAMES_MAX 512

/* Leave out blanks around a line. */
static struct import_line trimmed(struct import_line l)
{
    while (l.length > 0 && (l.text[0] == ' ' || l.text[0] == '\t')) {
        l.text++;
        l.length--;
    }
    while (l.length > 0 && (l.text[l.length - 1] == ' ' || l.text[l.length - 1] == '\t')) {
        l.length--;
    }
    return l;
}

/* Nothing ends the text of the last line. */
static bool take_number(const struct import_line *l, uint64_t *number)
{
    *number = 0;
    for (size_t n = 0; n < l->length; n++) {
        if (l->text[n] < '0' || l->text[n] > '9') {
            return false;
        }
        *number = *number * 10 + (uint64_t)(l->text[n] - '0');
    }
    return l->length > 0 && l->length < 19;
}

static bool has(const struct import_line *l, const char *word)
{
    return memmem(l->text, l->length, word, strlen(word)) != NULL;
}

static bool is_frame(const struct import_line *l)
{
    return has(l, "`") || has(l, "+0x") || (l->length > 2 && memcmp(l->text, "0x", 2) == 0);
}

static bool dtrace_probe(const uint8_t *bytes, size_t size)
{
    struct import_file file = {.bytes = bytes, .size = size < 65536 ? size : 65536};
    struct import_line line = {.number = 0};
    size_t at = 0;
    bool some = false;
    uint64_t number;

    if (memchr(bytes, 0, file.size) != NULL) {
        return false;
    }
    while (import_next_line(&file, &at, &line)) {
        const struct import_line l = trimmed(line);

        if (some && take_number(&l, &number)) {
            return l.text != line.text;
        }
        some |= l.text != line.text && has(&l, "`") && memchr(l.text, ';', l.length) == NULL;
    }
    return false;
}

/* "module`function+0x1c": the function without the offset, and the module. */
static uint32_t frame_of(struct profile *p, const struct import_line *l)
{
    char text[1024], *name, *offset;
    size_t n = l->length < sizeof text - 1 ? l->length : sizeof text - 1;

    memcpy(text, l->text, n);
    text[n] = 0;
    name = strchr(text, '`');
    if (name != NULL) {
        *name++ = 0;
    }
    char *function = name != NULL ? name : text;

    offset = strstr(function, "+0x");
    if (offset != NULL && offset != function) {
        *offset = 0;
    }
    return profile_frame_named(p, PROFILE_FUNCTION, function, name != NULL && text[0] != 0 ? text : NULL);
}

static bool dtrace_load(struct profile *p, struct import_file *file)
{
    struct import_line line = {.number = 0}, frames[FRAMES_MAX], key = {.length = 0};
    unsigned count = 0;
    size_t at = 0;
    uint64_t value;

    p->has = PROFILE_TREE;
    snprintf(p->unit, sizeof p->unit, "samples");
    while (!p->failed && import_next_line(file, &at, &line)) {
        const struct import_line l = trimmed(line);

        if (l.length == 0 || l.text == line.text) {
            continue; /* what DTrace says itself begins in the first column */
        }
        if (count == 0 && !is_frame(&l)) {
            key = l;
        } else if (!take_number(&l, &value)) {
            if (count == FRAMES_MAX) {
                return import_refuse(file, "line %u: a stack has more than %u frames", line.number,
                                     FRAMES_MAX);
            }
            frames[count++] = l;
        } else {
            uint32_t node = PROFILE_ROOT;

            if (key.length != 0) {
                node = profile_child(p, node, frame_of(p, &key));
            }
            while (count > 0 && !p->failed) {
                node = profile_child(p, node, frame_of(p, &frames[--count]));
            }
            if (!p->failed) {
                p->nodes[node].self += value;
            }
            count = 0;
            key.length = 0;
        }
    }
    return count == 0 || import_refuse(file, "the last stack has no number: the file was cut");
}

static const struct importer dtrace_importer = {
    .name = "DTrace's stacks",
    .summary = "stacks counted by DTrace",
    .order = 8,
    .probe = dtrace_probe,
    .load = dtrace_load,
};
SPOOR_IMPORTER(dtrace);
