/* SPDX-License-Identifier: BSD-2-Clause */
/* Names for numbers: threads, addresses, values by their format. */
#include <stdlib.h>
#include <string.h>
#include "cli.h"

void names_thread(const struct cli *cli, uint32_t number, char *text, size_t room)
{
    const struct spoor_thread *t = spoor_thread(cli->reader, number);

    if (t != NULL && t->name[0] != 0) {
        snprintf(text, room, "%s", t->name);
    } else {
        snprintf(text, room, "thread %u", number);
    }
}

void names_address(const struct cli *cli, uint32_t address, char *text, size_t room)
{
    uint32_t offset = 0;
    const char *name = spoor_elf_symbol(cli->elf, address, &offset);

    if (address == 0) {
        snprintf(text, room, "0"); /* no object, though the vectors may lie there */
    } else if (name == NULL) {
        snprintf(text, room, "0x%08x", address);
    } else if (offset == 0) {
        snprintf(text, room, "%s", name);
    } else {
        snprintf(text, room, "%s+0x%x", name, offset);
    }
}

/* The value's name in "a|b|c". @return false when it has none */
static bool value_name(const char *format, uint32_t value, char *text, size_t room)
{
    for (; value > 0; value--) {
        format = strchr(format, '|');
        if (format == NULL) {
            return false;
        }
        format++;
    }
    snprintf(text, room, "%.*s", (int)strcspn(format, "|"), format);
    return true;
}

bool names_value(const struct cli *cli, const struct spoor_field *field, char *text, size_t room)
{
    uint32_t v = field->value;

    if (strcmp(field->format, "i32") == 0) {
        snprintf(text, room, "%d", (int32_t)v);
        return true;
    }
    if (strcmp(field->format, "x32") == 0) {
        snprintf(text, room, "0x%x", v);
        return false;
    }
    if (strcmp(field->format, "ptr") == 0) {
        names_address(cli, v, text, room);
        return false;
    }
    if (strcmp(field->format, "thread") == 0) {
        names_thread(cli, v, text, room);
        return false;
    }
    if (strchr(field->format, '|') != NULL && value_name(field->format, v, text, room)) {
        return false;
    }
    uint32_t hz = spoor_header(cli->reader)->hz;

    if (strcmp(field->format, "time") == 0 && hz != 0 && !cli->json) {
        snprintf(text, room, "%.3fus", v * 1e6 / hz);
        return false;
    }
    snprintf(text, room, "%u", v);
    return true;
}

const char *names_id(const struct cli *cli, unsigned id)
{
    const struct spoor_id *meaning = spoor_id(cli->elf, id);
    static char text[16];

    if (meaning->name[0] != 0) {
        return meaning->name;
    }
    snprintf(text, sizeof text, "id %u", id);
    return text;
}

void names_print_text(FILE *f, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t c = bytes[i];

        if (c == '\\' || c == '"') {
            fprintf(f, "\\%c", c);
        } else if (c >= 0x20 && c != 0x7f) {
            fputc(c, f);
        } else {
            fprintf(f, "\\u%04x", c);
        }
    }
}
