/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of numbers, with a cache of symbols. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <write/names.h>

bool names_open(struct names *n, const struct spoor_elf *elf, const struct spoor_reader *reader)
{
    *n = (struct names){.elf = elf, .reader = reader};
    n->addresses = calloc(NAMES_CACHED, sizeof *n->addresses);
    n->threads = calloc(NAMES_CACHED, sizeof *n->threads);
    return n->addresses != NULL && n->threads != NULL;
}

void names_close(struct names *n)
{
    free(n->addresses);
    free(n->threads);
}

/* Append "name", "name+0x12" or "0x20001234". */
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
    struct names_known *known = &n->addresses[(address * UINT32_C(0x9E3779B1)) >> 20];

    if (address == 0) {
        out_char(o, '0'); /* no object, although the vectors may be at this address */
        return;
    }
    if (known->label.length == 0 || known->number != address) {
        uint32_t offset = 0;
        char after[16] = "", hex[16];
        const char *name = spoor_elf_symbol(n->elf, address, &offset);

        snprintf(hex, sizeof hex, "0x%08x", address);
        if (name != NULL && offset != 0) {
            snprintf(after, sizeof after, "+0x%x", offset);
        }
        known->number = address;
        label_set(&known->label, "", name != NULL ? name : hex, strlen(name != NULL ? name : hex), after);
    }
    if (known->label.length != LABEL_LONG) {
        out_label(o, &known->label);
    } else {
        uint32_t offset = 0;
        const char *name = spoor_elf_symbol(n->elf, address, &offset);

        append_symbol(o, name, address, offset);
    }
}

/* @return the label with a thread's name or number */
static struct names_known *thread_label(const struct names *n, uint32_t number)
{
    struct names_known *known = &n->threads[number % NAMES_CACHED];
    uint32_t version = spoor_names_version(n->reader);

    if (known->label.length == 0 || known->number != number || known->version != version) {
        const struct spoor_thread *t = spoor_thread(n->reader, number);
        char text[24];

        snprintf(text, sizeof text, "thread %u", number);
        const char *name = t != NULL && t->name[0] != 0 ? t->name : text;

        known->number = number;
        known->version = version;
        known->named = name != text;
        label_set(&known->label, "", name, strlen(name), "");
        label_set(&known->column, "", name, strlen(name), " ");
        while (known->column.length < NAMES_COLUMN) {
            known->column.text[known->column.length++] = ' ';
        }
    }
    return known;
}

bool names_has_thread(const struct names *n, uint32_t number)
{
    return thread_label(n, number)->named;
}

const struct label *names_thread_column(const struct names *n, uint32_t number)
{
    return &thread_label(n, number)->column;
}

size_t names_thread(const struct names *n, struct out *o, uint32_t number)
{
    const struct label *label = &thread_label(n, number)->label;

    if (label->length == LABEL_LONG) {
        const char *name = spoor_thread(n->reader, number)->name;

        out_escaped(o, name, strlen(name));
        return strlen(name);
    }
    out_label(o, label);
    return label->length;
}

void names_object(const struct names *n, struct out *o, uint32_t address)
{
    const char *name = spoor_named(n->reader, SPOOR_WIRE_NAMED_OBJECT, address);

    if (name != NULL) {
        out_escaped(o, name, strlen(name));
    } else {
        names_address(n, o, address);
    }
}

const char *names_id(const struct spoor_elf *elf, unsigned id)
{
    const struct spoor_id *meaning = spoor_id(elf, id);
    static _Thread_local char text[16];

    if (meaning->name[0] != 0) {
        return meaning->name;
    }
    snprintf(text, sizeof text, "id %u", id);
    return text;
}

void names_event(const struct names *n, struct out *o, unsigned id)
{
    const struct spoor_id *meaning = spoor_id(n->elf, id);

    if (meaning->label.length != 0 && meaning->label.length != LABEL_LONG) {
        out_label(o, &meaning->label);
    } else {
        const char *name = names_id(n->elf, id);

        out_escaped(o, name, strlen(name));
    }
}

/* Append a duration in us, with three decimals. */
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
    const char *name = spoor_named(n->reader, SPOOR_WIRE_NAMED_IRQ, line);

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
        if (value < f->value_count && f->value_labels[value].length != LABEL_LONG) {
            out_label(o, &f->value_labels[value]);
            break;
        }
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

/* Append a time in another form than seconds, with the same width. */
static void append_other_time(const struct names *n, struct out *o, uint64_t cycles, uint32_t hz)
{
    int64_t ns = (int64_t)time_ns(cycles, hz);
    uint64_t unit = n->form == NAMES_SECONDS ? 1000000000 : 1000;
    char text[48];

    if (n->form == NAMES_SINCE && !n->has_origin) {
        snprintf(text, sizeof text, "%20s", "-");
        out_text(o, text);
        return;
    }
    if (n->form == NAMES_SINCE) {
        ns = cycles >= n->origin ? (int64_t)time_ns(cycles - n->origin, hz)
                                 : -(int64_t)time_ns(n->origin - cycles, hz);
    } else if (n->axis != NULL) {
        ns = time_on(n->axis, (uint64_t)ns);
    }
    uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;

    snprintf(text, sizeof text, "%s%" PRIu64 ".%0*" PRIu64, ns < 0 ? "-" : "", size / unit,
             n->form == NAMES_SECONDS ? 9 : 3, size % unit);
    char padded[64];

    snprintf(padded, sizeof padded, "%20s", text);
    out_text(o, padded);
}

/* Consecutive times are mostly in the same second, which is cached to save a division. */
void names_time(struct names *n, struct out *o, uint64_t cycles)
{
    uint32_t hz = spoor_recording(n->reader)->header.hz;

    if (hz == 0 || n->form == NAMES_CYCLES) {
        out_number(o, cycles, 20);
        return;
    }
    if (n->form != NAMES_SECONDS || n->axis != NULL) {
        append_other_time(n, o, cycles, hz);
        return;
    }
    if (hz != n->hz || cycles - n->second_begin >= hz) {
        uint64_t second = cycles / hz;

        n->hz = hz;
        n->second_begin = second * hz;
        n->second.length = (uint8_t)snprintf(n->second.text, LABEL_MAX, "%10" PRIu64 ".", second);
    }
    out_label(o, &n->second);
    out_digits(o, (uint32_t)((cycles - n->second_begin) * 1000000000 / hz), 9);
}
