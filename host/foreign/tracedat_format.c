/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats of events: text as in Linux's events/SYSTEM/EVENT/format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include "tracedat_priv.h"

static const struct {
    const char *name;
    enum tracedat_kind kind;
    const char *needs; /* the field without which it is an ordinary event */
} known[] = {
    {"sched_switch", TRACEDAT_SWITCH, "next_pid"},    {"sched_waking", TRACEDAT_WAKE, "pid"},
    {"sched_wakeup", TRACEDAT_WAKE, "pid"},           {"sched_wakeup_new", TRACEDAT_WAKE, "pid"},
    {"irq_handler_entry", TRACEDAT_IRQ_ENTRY, "irq"}, {"irq_handler_exit", TRACEDAT_IRQ_EXIT, "irq"},
    {"softirq_entry", TRACEDAT_SOFTIRQ_ENTRY, "vec"}, {"softirq_exit", TRACEDAT_SOFTIRQ_EXIT, "vec"},
    {"funcgraph_entry", TRACEDAT_CALL, "func"},       {"funcgraph_exit", TRACEDAT_RETURN, "func"},
    {"kernel_stack", TRACEDAT_STACK, "caller"},
};

const struct tracedat_field *tracedat_field(const struct tracedat_event *e, const char *name)
{
    for (unsigned n = 0; n < e->field_count; n++) {
        if (strcmp(e->fields[n].name, name) == 0) {
            return &e->fields[n];
        }
    }
    return NULL;
}

uint64_t tracedat_value(const struct tracedat_field *f, const uint8_t *record, size_t size)
{
    uint64_t value = 0;

    if (f == NULL || f->size > 8 || f->offset > size || f->size > size - f->offset) {
        return 0;
    }
    for (unsigned n = 0; n < f->size; n++) {
        value |= (uint64_t)record[f->offset + n] << 8 * n;
    }
    if (f->is_signed && f->size > 0 && f->size < 8) {
        uint64_t top = UINT64_C(1) << (8 * f->size - 1);

        value = (value ^ top) - top;
    }
    return value;
}

size_t tracedat_chars(const struct tracedat_field *f, const uint8_t *record, size_t size, const char **text)
{
    size_t offset = f->offset, room = f->size;

    if (f->is_located) { /* its place: the length and the offset */
        struct tracedat_field place = {.offset = f->offset, .size = 4};
        uint64_t where = tracedat_value(&place, record, size);

        offset = where & 0xffff;
        room = where >> 16;
    }
    if (offset >= size) {
        return 0;
    }
    room = room < size - offset ? room : size - offset;
    *text = (const char *)record + offset;
    return strnlen(*text, room);
}

/* Copy a word that ends at a character of `ends`. */
static void copy_word(char *to, size_t room, const char *from, const char *end)
{
    size_t n = (size_t)(end - from) < room - 1 ? (size_t)(end - from) : room - 1;

    memcpy(to, from, n);
    to[n] = 0;
}

/* Parse a line such as "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;". */
static void parse_field(struct tracedat_event *e, const char *line)
{
    const char *end = strchr(line, ';'), *offset = strstr(line, "offset:"), *size = strstr(line, "size:"),
               *sign = strstr(line, "signed:");
    struct tracedat_field f = {.name = ""};

    if (end == NULL || offset == NULL || size == NULL || e->field_count == TRACEDAT_FIELDS) {
        return;
    }
    char text[160];

    copy_word(text, sizeof text, line, end);
    f.is_located = strncmp(text, "__data_loc", 10) == 0;
    f.is_array = strchr(text, '[') != NULL;
    f.is_text = f.is_array && strstr(text, "char") != NULL;
    if (f.is_array && !f.is_located) {
        *strchr(text, '[') = 0;
    }
    const char *name = strrchr(text, ' ');

    copy_word(f.name, sizeof f.name, name != NULL ? name + 1 : text, text + strlen(text));
    f.offset = (unsigned)strtoul(offset + 7, NULL, 10);
    f.size = (unsigned)strtoul(size + 5, NULL, 10);
    f.is_signed = sign != NULL && sign[7] == '1';
    for (char *c = f.name; *c != 0; c++) { /* characters that separate fields in a descriptor */
        *c = strchr(",+:/", *c) != NULL ? '_' : *c;
    }
    if (strncmp(f.name, "common_", 7) != 0 && f.name[0] != 0 && f.offset < 65536 && f.size < 65536 &&
        tracedat_field(e, f.name) == NULL) {
        e->fields[e->field_count++] = f;
    }
}

bool tracedat_parse(struct tracedat_event *e, const uint8_t *bytes, size_t size)
{
    bool numbered = false;

    memset(e, 0, sizeof *e);
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(bytes + at, '\n', size - at);
        size_t length = end != NULL ? (size_t)(end - bytes) - at : size - at;
        char line[320];

        copy_word(line, sizeof line, (const char *)bytes + at, (const char *)bytes + at + length);
        if (strncmp(line, "name: ", 6) == 0) {
            copy_word(e->name, sizeof e->name, line + 6, line + strlen(line));
        } else if (strncmp(line, "ID: ", 4) == 0) {
            e->number = (unsigned)strtoul(line + 4, NULL, 10);
            numbered = e->number < 65536;
        } else if (strncmp(line, "\tfield:", 7) == 0) {
            parse_field(e, line + 7);
        }
        at += length + 1;
    }
    for (size_t n = 0; n < COUNT_OF(known); n++) {
        if (strcmp(e->name, known[n].name) == 0 && tracedat_field(e, known[n].needs) != NULL) {
            e->kind = known[n].kind;
        }
    }
    for (unsigned n = 0; n < e->field_count; n++) {
        e->as_text |= e->fields[n].is_array || e->fields[n].size > 4;
    }
    e->as_text |= e->field_count >= SPOOR_WIRE_WORDS_MAX; /* one word has the flags */
    return numbered && e->name[0] != 0;
}
