/* SPDX-License-Identifier: BSD-2-Clause */
/* An ELF file with the descriptors of events (section 5 of docs/wire-format.md) and the kernel's symbols. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <elf/format.h>
#include "tracedat_priv.h"

#define HOME     0x1000u     /* where the section of descriptors begins */
#define CELLS    0xffff0000u /* addresses of the elements of trace_events, which have no contents */
#define ABSOLUTE 0xfff1u     /* SHN_ABS */

enum { SECTION_DESCS = 1, SECTION_NOTE, SECTION_SYMBOLS, SECTION_NAMES, SECTIONS };

struct program {
    const struct tracedat_file *f;
    struct bytes home, note, symbols, names;
};

/* @return the address of a text, which is added */
static uint32_t put_text(struct program *p, const char *text)
{
    uint32_t at = HOME + (uint32_t)p->home.used;

    bytes_add(&p->home, text, strlen(text) + 1);
    return at;
}

static void put_symbol(struct program *p, const char *name, size_t length, uint32_t address, uint32_t size,
                       unsigned type, unsigned section)
{
    bytes_u32(&p->symbols, (uint32_t)p->names.used);
    bytes_u32(&p->symbols, address);
    bytes_u32(&p->symbols, size);
    bytes_u8(&p->symbols, STB_GLOBAL << 4 | type);
    bytes_u8(&p->symbols, 0);
    bytes_u16(&p->symbols, section);
    bytes_add(&p->names, name, length);
    bytes_u8(&p->names, 0);
}

static void put_mark(struct program *p, const char *name, uint32_t address)
{
    put_symbol(p, name, strlen(name), address, 0, STT_NOTYPE, SECTION_DESCS);
}

/* ------------------------------------------------------------------ descriptors */

#define FLAGS "irqs:on|off/1+resched:no|yes/1+context:thread|softirq|interrupt|nmi/2+preempt/28"

static const char *format_of(const struct tracedat_field *f)
{
    size_t n = strlen(f->name);

    return n >= 3 && strcmp(f->name + n - 3, "pid") == 0 && (n == 3 || f->name[n - 4] == '_') ? "thread"
           : f->is_signed                                                                     ? "i32"
                                                                                              : "u32";
}

static void put_fields(struct bytes *b, const struct tracedat_file *f, const struct tracedat_event *e)
{
    static const char *const fixed[] = {
        [TRACEDAT_SWITCH] =
            "reason:preempted|yielded|sleep|disk sleep|ended|stopped|traced|parked|idle,next:thread",
        [TRACEDAT_WAKE] = "cpu,thread:thread",
        [TRACEDAT_IRQ_ENTRY] = "line:irq",
        [TRACEDAT_IRQ_EXIT] = "line:irq",
        [TRACEDAT_SOFTIRQ_ENTRY] = "line:irq",
        [TRACEDAT_SOFTIRQ_EXIT] = "line:irq",
        [TRACEDAT_STACK] = NULL,
    };

    if (e->kind == TRACEDAT_OTHER && e->as_text) {
        bytes_text(b, "text:str");
        return;
    }
    for (unsigned n = 0; e->kind == TRACEDAT_OTHER && n < e->field_count; n++) {
        bytes_print(b, "%s%s:%s", n != 0 ? "," : "", e->fields[n].name, format_of(&e->fields[n]));
    }
    bytes_text(b, e->kind != TRACEDAT_OTHER ? fixed[e->kind] : "");
    if (f->has_flags) { /* the third field of a wake-up is its object */
        bytes_print(b, "%s%s" FLAGS, b->used != 0 ? "," : "", e->kind == TRACEDAT_WAKE ? "object:ptr," : "");
    }
}

static unsigned role_of(const struct tracedat_event *e)
{
    switch (e->kind) {
    case TRACEDAT_SWITCH:
        return SPOOR_WIRE_ROLE_SWITCH;
    case TRACEDAT_WAKE:
        return SPOOR_WIRE_ROLE_WAKE;
    case TRACEDAT_IRQ_ENTRY:
    case TRACEDAT_SOFTIRQ_ENTRY:
        return SPOOR_WIRE_ROLE_IRQ_ENTER;
    case TRACEDAT_IRQ_EXIT:
    case TRACEDAT_SOFTIRQ_EXIT:
        return SPOOR_WIRE_ROLE_IRQ_EXIT;
    default:
        return SPOOR_WIRE_ROLE_NONE;
    }
}

struct desc {
    uint32_t cell, name, fields, kind;
};

static void put_descs(struct program *p, const struct desc *descs, unsigned count, uint32_t file)
{
    bytes_zeros(&p->home, -p->home.used & 3);
    put_mark(p, "trace_event_descs", HOME + (uint32_t)p->home.used);
    for (unsigned n = 0; n < count; n++) {
        const uint32_t words[] = {descs[n].cell, descs[n].name, descs[n].fields, file, 0, descs[n].kind};

        for (unsigned w = 0; w < 6; w++) {
            bytes_u32(&p->home, words[w]);
        }
    }
    put_mark(p, "trace_event_descs_spread_end", HOME + (uint32_t)p->home.used);
    put_mark(p, "trace_events", CELLS);
    put_mark(p, "trace_events_spread_end", CELLS + 4 * count);
}

static bool put_events(struct program *p)
{
    const struct tracedat_file *f = p->f;
    struct desc *descs = calloc(f->event_count + 1, sizeof *descs);
    struct bytes fields = {0};
    unsigned count = 0;

    if (descs == NULL) {
        return false;
    }
    put_mark(p, "trace_priority_range", HOME);
    bytes_u32(&p->home, 139); /* the numbers of the lowest and of the highest priority */
    bytes_u32(&p->home, 0);
    uint32_t file = put_text(p, "trace.dat");

    for (size_t n = 0; n < f->event_count; n++) {
        const struct tracedat_event *e = &f->events[n];

        if (e->id >= SPOOR_WIRE_ID_FIRST) {
            fields.used = 0;
            put_fields(&fields, f, e);
            bytes_u8(&fields, 0);
            descs[count++] = (struct desc){
                .cell = CELLS + 4 * (e->id - SPOOR_WIRE_ID_FIRST),
                .name = put_text(p, e->name),
                .fields = fields.failed ? 0 : put_text(p, (const char *)fields.data),
                .kind = (e->kind == TRACEDAT_OTHER && e->as_text ? 3 : 0) | role_of(e)
                                                                                << SPOOR_WIRE_ROLE_SHIFT,
            };
        }
    }
    if (f->state_id != 0) {
        descs[count++] = (struct desc){.cell = CELLS + 4 * (f->state_id - SPOOR_WIRE_ID_FIRST),
                                       .name = put_text(p, "cpu_state"),
                                       .fields = put_text(p, "state,thread:thread,object:ptr,cpu"),
                                       .kind = SPOOR_WIRE_ROLE_STATE << SPOOR_WIRE_ROLE_SHIFT};
    }
    put_descs(p, descs, count, file);
    bytes_free(&fields);
    free(descs);
    return !fields.failed;
}

/* ------------------------------------------------------------------ symbols */

struct line {
    uint32_t address;
    bool function;
    const char *name;
    size_t length;
};

/* Read a line of kallsyms: address, type, name. Addresses are cut to 32 bits, which tell functions apart. */
static bool next_line(struct part *p, struct line *line)
{
    while (p->left > 0 && *p->at != 0) {
        const char *begin = (const char *)p->at;
        const uint8_t *end = memchr(p->at, '\n', p->left);
        size_t n = end != NULL ? (size_t)(end - p->at) : p->left;
        char text[40];

        (void)part_take(p, n + (end != NULL));
        snprintf(text, sizeof text, "%.*s", (int)(n < sizeof text ? n : sizeof text - 1), begin);
        char *type = NULL;
        uint64_t address = strtoull(text, &type, 16);

        if (type != text && type[0] == ' ' && type[1] != 0 && type[2] == ' ') {
            size_t head = (size_t)(type - text) + 3;

            line->address = (uint32_t)address;
            line->function = strchr("tTwW", type[1]) != NULL;
            line->name = begin + head;
            const char *tab = memchr(line->name, '\t', n - head); /* the name of a module follows */

            line->length = tab != NULL ? (size_t)(tab - line->name) : n - head;
            return true;
        }
    }
    return false;
}

#define FUNCTION_MOST 0x100000u /* bytes: a larger distance to the next symbol is a hole */

static void put_functions(struct program *p)
{
    struct part rest = p->f->symbols;
    struct line line, next;

    for (bool some = next_line(&rest, &line); some;) {
        some = next_line(&rest, &next);
        uint32_t size = some ? next.address - line.address : 0;

        if (line.length > 0 && line.function) {
            put_symbol(p, line.name, line.length, line.address, size < FUNCTION_MOST ? size : 0, STT_FUNC,
                       ABSOLUTE);
        }
        line = next;
    }
}

/* ------------------------------------------------------------------ the file */

static void put_section(struct bytes *b, unsigned type, uint32_t address, const struct bytes *contents,
                        uint32_t *offset, unsigned link, unsigned entry)
{
    const uint32_t words[] = {0, type, 0, address, *offset, (uint32_t)contents->used, link, 0, 1, entry};

    for (unsigned n = 0; n < 10; n++) {
        bytes_u32(b, words[n]);
    }
    *offset += (uint32_t)contents->used;
}

static void put_file(const struct program *p, struct bytes *b)
{
    static const struct bytes none;
    uint32_t offset = 52 + 40 * SECTIONS, null_offset = 0;

    bytes_add(b, "\177ELF\1\1\1\0\0\0\0\0\0\0\0\0", 16);
    bytes_u16(b, 2); /* executable, of no machine */
    bytes_u16(b, 0);
    bytes_u32(b, 1);
    bytes_zeros(b, 8);
    bytes_u32(b, 52); /* section headers follow */
    bytes_u32(b, 0);
    bytes_u16(b, 52);
    bytes_zeros(b, 4);
    bytes_u16(b, 40);
    bytes_u16(b, SECTIONS);
    bytes_u16(b, 0);
    put_section(b, 0, 0, &none, &null_offset, 0, 0);
    put_section(b, 1, HOME, &p->home, &offset, 0, 0);
    put_section(b, SHT_NOTE, 0, &p->note, &offset, 0, 0);
    put_section(b, SHT_SYMTAB, 0, &p->symbols, &offset, SECTION_NAMES, 16);
    put_section(b, SHT_STRTAB, 0, &p->names, &offset, 0, 0);
    bytes_add(b, p->home.data, p->home.used);
    bytes_add(b, p->note.data, p->note.used);
    bytes_add(b, p->symbols.data, p->symbols.used);
    bytes_add(b, p->names.data, p->names.used);
}

bool tracedat_program(const struct tracedat_file *f, struct bytes *program, uint8_t *build_id)
{
    struct program p = {.f = f};

    bytes_u8(&p.names, 0);
    bytes_zeros(&p.symbols, 16);
    bool good = put_events(&p);

    put_functions(&p);
    uint64_t id = hash_bytes(hash_bytes(0, p.home.data, p.home.used), p.names.data, p.names.used);

    memcpy(build_id, &id, TRACEDAT_BUILD_ID);
    bytes_u32(&p.note, 4);
    bytes_u32(&p.note, TRACEDAT_BUILD_ID);
    bytes_u32(&p.note, NT_GNU_BUILD_ID);
    bytes_add(&p.note, "GNU", 4);
    bytes_add(&p.note, build_id, TRACEDAT_BUILD_ID);
    put_file(&p, program);
    good = good && !(p.home.failed || p.note.failed || p.symbols.failed || p.names.failed || program->failed);
    bytes_free(&p.home);
    bytes_free(&p.note);
    bytes_free(&p.symbols);
    bytes_free(&p.names);
    return good;
}
