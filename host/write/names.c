/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of numbers. Symbols are kept once they were looked up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <write/names.h>

bool names_open(struct names *n, const struct spoor_elf *elf, const struct spoor_reader *reader)
{
    *n = (struct names){.elf = elf, .reader = reader};
    n->addresses = calloc(NAMES_CACHED, sizeof *n->addresses);
    return n->addresses != NULL;
}

void names_close(struct names *n)
{
    free(n->addresses);
}

static void append_symbol(struct out *o, const char *name, uint32_t address, uint32_t offset)
{
    if (name == NULL) {
        out_literal(o, "0x");
        out_hex(o, address, 8);
        return;
    }
    out_escaped(o, name, strlen(name));
    if (offset != 0) {
        out_literal(o, "+0x");
        out_hex(o, offset, 1);
    }
}

void names_address(const struct names *n, struct out *o, uint32_t address)
{
    struct names_address *known = &n->addresses[(address * UINT32_C(0x9E3779B1)) >> 20];

    if (known->length != 0 && known->address == address) {
        out_short(o, known->text, known->length);
        return;
    }
    if (address == 0) {
        out_char(o, '0'); /* no object, though the vectors may lie there */
        return;
    }
    uint32_t offset = 0;
    const char *name = spoor_elf_symbol(n->elf, address, &offset);

    if (name != NULL && strlen(name) > NAMES_SHORT / 2) {
        append_symbol(o, name, address, offset); /* too long to be kept */
        return;
    }
    (void)out_room(o);
    size_t begin = o->used;

    append_symbol(o, name, address, offset);
    if (o->used - begin <= NAMES_SHORT && o->used > begin) {
        known->address = address;
        known->length = (uint8_t)(o->used - begin);
        memcpy(known->text, o->bytes + begin, known->length);
    }
}

size_t names_thread(const struct names *n, struct out *o, uint32_t number)
{
    const struct spoor_thread *t = spoor_thread(n->reader, number);

    if (t != NULL && t->name[0] != 0) {
        size_t length = strlen(t->name);

        out_escaped(o, t->name, length);
        return length;
    }
    (void)out_room(o);
    size_t begin = o->used;

    out_literal(o, "thread ");
    out_number(o, number, 0);
    return o->used - begin;
}

void names_object(const struct names *n, struct out *o, uint32_t address)
{
    const char *name = spoor_named(n->reader, WIRE_NAMED_OBJECT, address);

    if (name != NULL) {
        out_escaped(o, name, strlen(name));
    } else {
        names_address(n, o, address);
    }
}

const char *names_id(const struct spoor_elf *elf, unsigned id)
{
    const struct spoor_id *meaning = spoor_id(elf, id);
    static char text[16];

    if (meaning->name[0] != 0) {
        return meaning->name;
    }
    snprintf(text, sizeof text, "id %u", id);
    return text;
}

/* In us, with three digits after the point. */
static void append_us(struct out *o, uint32_t cycles, uint32_t hz)
{
    uint64_t ns = ((uint64_t)cycles * 1000000000 + hz / 2) / hz;

    out_number(o, ns / 1000, 0);
    out_char(o, '.');
    out_digits(o, ns % 1000, 3);
    out_literal(o, "us");
}

static void append_irq(const struct names *n, struct out *o, uint32_t line)
{
    const char *name = spoor_named(n->reader, WIRE_NAMED_IRQ, line);

    out_number(o, line, 0);
    if (name != NULL) {
        out_char(o, '(');
        out_escaped(o, name, strlen(name));
        out_char(o, ')');
    }
}

void names_value(const struct names *n, struct out *o, const struct spoor_field *f, uint32_t value)
{
    uint32_t hz;

    switch (f->format) {
    case SPOOR_I32:
        out_signed(o, (int32_t)value);
        break;
    case SPOOR_X32:
        out_literal(o, "0x");
        out_hex(o, value, 1);
        break;
    case SPOOR_PTR:
        names_object(n, o, value);
        break;
    case SPOOR_THREAD_NUMBER:
        if (value != 0) {
            (void)names_thread(n, o, value);
        } else {
            out_literal(o, "none");
        }
        break;
    case SPOOR_IRQ_LINE:
        append_irq(n, o, value);
        break;
    case SPOOR_CYCLES:
        hz = spoor_recording(n->reader)->header.hz;
        if (hz != 0) {
            append_us(o, value, hz);
        } else {
            out_number(o, value, 0);
        }
        break;
    case SPOOR_ENUM:
        if (value < f->value_count) {
            out_escaped(o, f->values[value], strlen(f->values[value]));
            break;
        }
        /* fall through */
    default:
        out_number(o, value, 0);
        break;
    }
}

void names_time(const struct names *n, struct out *o, uint64_t cycles)
{
    uint32_t hz = spoor_recording(n->reader)->header.hz;

    if (hz == 0) {
        out_number(o, cycles, 20);
        return;
    }
    out_number(o, cycles / hz, 10);
    out_char(o, '.');
    out_digits(o, cycles % hz * 1000000000 / hz, 9);
}
