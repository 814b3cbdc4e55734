/* SPDX-License-Identifier: BSD-2-Clause */
/* An ELF file with the descriptors of events (section 5 of docs/wire-format.md) and symbols. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <elf/format.h>
#include "foreign_priv.h"

#define HOME     0x1000u     /* where the section of descriptors begins */
#define CELLS    0xffff0000u /* addresses of the elements of trace_events, which have no contents */
#define ABSOLUTE 0xfff1u     /* SHN_ABS */

enum { SECTION_DESCS = 1, SECTION_SYMBOLS, SECTION_NAMES, SECTIONS };

struct program {
    const struct foreign *f;
    struct bytes home, symbols, names;
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

static void put_events(struct program *p, struct desc *descs)
{
    const struct foreign *f = p->f;
    uint32_t file = put_text(p, f->format->name);
    unsigned count = 0;

    for (size_t n = 0; n < f->event_count; n++) {
        const struct foreign_event *e = &f->events[n];

        if (e->id != 0) {
            descs[count++] = (struct desc){.cell = CELLS + 4 * (e->id - SPOOR_WIRE_ID_FIRST),
                                           .name = put_text(p, e->name),
                                           .fields = put_text(p, e->fields),
                                           .kind = e->kind};
        }
    }
    descs[count++] = (struct desc){.cell = CELLS + 4 * (f->state_id - SPOOR_WIRE_ID_FIRST),
                                   .name = put_text(p, "cpu_state"),
                                   .fields = put_text(p, "state,thread:thread,object:ptr,cpu"),
                                   .kind = SPOOR_WIRE_ROLE_STATE << SPOOR_WIRE_ROLE_SHIFT};
    put_descs(p, descs, count, file);
}

static void put_symbols(struct program *p)
{
    const struct foreign *f = p->f;

    for (size_t n = 0; n < f->symbol_count; n++) {
        const struct foreign_symbol *s = &f->symbols[n];

        put_symbol(p, (const char *)f->symbol_names.data + s->name, s->length, s->address, s->size, STT_FUNC,
                   ABSOLUTE);
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
    put_section(b, SHT_SYMTAB, 0, &p->symbols, &offset, SECTION_NAMES, 16);
    put_section(b, SHT_STRTAB, 0, &p->names, &offset, 0, 0);
    bytes_add(b, p->home.data, p->home.used);
    bytes_add(b, p->symbols.data, p->symbols.used);
    bytes_add(b, p->names.data, p->names.used);
}

bool foreign_program(const struct foreign *f, struct bytes *program)
{
    struct program p = {.f = f};

    bytes_u8(&p.names, 0);
    bytes_zeros(&p.symbols, 16);
    struct desc *descs = calloc(f->event_count + 1, sizeof *descs);

    if (f->has_priorities) {
        put_mark(&p, "trace_priority_range", HOME);
        bytes_u32(&p.home, f->lowest);
        bytes_u32(&p.home, f->highest);
    }
    if (descs != NULL) {
        put_events(&p, descs);
    }
    if (!f->symbol_names.failed) {
        put_symbols(&p);
    }
    put_file(&p, program);
    bool good = descs != NULL && !(f->symbol_names.failed || p.home.failed || p.symbols.failed ||
                                   p.names.failed || program->failed);
    free(descs);
    bytes_free(&p.home);
    bytes_free(&p.symbols);
    bytes_free(&p.names);
    return good;
}
