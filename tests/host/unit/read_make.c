/* SPDX-License-Identifier: BSD-2-Clause */
/* See read_make.h. */
#include <elf.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "read_make.h"

void make_bytes(struct make *m, const void *bytes, size_t n)
{
    if (n > sizeof m->bytes - m->used) {
        abort();
    }
    if (n > 0) {
        memcpy(m->bytes + m->used, bytes, n);
    }
    m->used += n;
}

void make_text(struct make *m, const char *text)
{
    make_bytes(m, text, strlen(text));
}

void make_byte(struct make *m, unsigned byte)
{
    make_bytes(m, &(uint8_t){(uint8_t)byte}, 1);
}

void make_hex(struct make *m, const char *hex)
{
    char *end;

    for (unsigned long byte = strtoul(hex, &end, 16); end != hex; byte = strtoul(hex, &end, 16)) {
        make_byte(m, (unsigned)byte);
        hex = end;
    }
}

void make_number(struct make *m, uint64_t n)
{
    for (; n >= 128; n /= 128) {
        make_byte(m, 128 + n % 128);
    }
    make_byte(m, (unsigned)n);
}

void make_word(struct make *m, uint32_t n)
{
    for (int i = 0; i < 4; i++, n /= 256) {
        make_byte(m, n % 256);
    }
}

void make_string(struct make *m, const char *text)
{
    make_number(m, strlen(text));
    make_text(m, text);
}

/* MurmurHash3, one byte at a time. */
static uint32_t checksum(const struct make *m)
{
    uint32_t sum = 0, word = 0;

    for (size_t i = 0; i < m->used; i++) {
        word += (uint32_t)m->bytes[i] << i % 4 * 8;
        if (i % 4 == 3 || i + 1 == m->used) {
            word *= 0xCC9E2D51;
            word = word * 32768 + word / 131072;
            sum ^= word * 0x1B873593;
            word = 0;
        }
        if (i % 4 == 3) {
            sum = (sum * 8192 + sum / 524288) * 5 + 0xE6546B64;
        }
    }
    sum ^= (uint32_t)m->used;
    sum = (sum ^ sum / 65536) * 0x85EBCA6B;
    sum = (sum ^ sum / 8192) * 0xC2B2AE35;
    return sum ^ sum / 65536;
}

void make_frame(struct make *stream, const struct make *packet)
{
    struct make p = *packet;
    size_t group = 0; /* offset of the current COBS code */

    make_word(&p, checksum(packet));
    make_byte(stream, 0);
    for (size_t i = 0, run = 255; i <= p.used; i++) {
        if (i == 0 || run == 255 || p.bytes[i - 1] == 0) {
            group = stream->used;
            make_byte(stream, run = 1);
        }
        if (i < p.used && p.bytes[i] != 0) {
            make_byte(stream, p.bytes[i]);
            stream->bytes[group] = (uint8_t)++run;
        }
    }
    make_byte(stream, 0);
}

void make_packet(struct make *stream, unsigned type, ...)
{
    struct make p = {.used = 0};
    va_list args;

    make_byte(&p, type);
    va_start(args, type);
    for (uint64_t n; (n = va_arg(args, uint64_t)) != END;) {
        make_number(&p, n);
    }
    va_end(args);
    make_frame(stream, &p);
}

void make_bits(struct make_dense *d, uint32_t value, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (d->free == 0) {
            make_byte(&d->bits, 0);
            d->free = 8;
        }
        d->bits.bytes[d->bits.used - 1] |= (uint8_t)((value >> i & 1) << (8 - d->free--));
    }
}

void make_dense_bytes(struct make_dense *d, const char *text)
{
    make_text(&d->bits, text);
    d->free = 0;
}

void make_dense(struct make *stream, const struct make_dense *d)
{
    struct make p = {.used = 0};
    const uint64_t head[] = {d->recording, d->cpu, d->number, d->before, d->time, d->continues};

    make_byte(&p, SPOOR_WIRE_DENSE);
    for (unsigned i = 0; i < sizeof head / sizeof head[0]; i++) {
        make_number(&p, head[i]);
    }
    make_bytes(&p, d->bits.bytes, d->bits.used);
    make_frame(stream, &p);
}

/* ------------------------------------------------------------------ ELF files */

enum { S_NULL, S_ROM, S_RAM, S_DESCS, S_NOTE, S_SYMBOLS, S_NAMES, S_COUNT };

#define ROM  0x100u
#define RAM  0x20000000u
#define CELL 12u
#define CODE 112u /* bytes of functions at the start of ROM */

struct building {
    const struct make_elf *spec;
    struct make section[S_COUNT];
    uint32_t cells; /* number of cells in RAM so far */
    uint32_t base;  /* address of the section with the descriptors */
    unsigned home;
};

static void symbol(struct building *b, const char *name, uint32_t value, uint32_t size, unsigned type,
                   unsigned section)
{
    if (b->spec->without != NULL && strcmp(name, b->spec->without) == 0) {
        return;
    }
    if (b->spec->in_ram != NULL && strcmp(name, b->spec->in_ram) == 0) {
        value = RAM;
        section = S_RAM;
    }
    Elf32_Sym s = {.st_name = (uint32_t)b->section[S_NAMES].used,
                   .st_value = value,
                   .st_size = size,
                   .st_info = (unsigned char)ELF32_ST_INFO(STB_GLOBAL, type),
                   .st_shndx = (uint16_t)section};

    make_bytes(&b->section[S_NAMES], name, strlen(name) + 1);
    make_bytes(&b->section[S_SYMBOLS], &s, sizeof s);
}

static uint32_t string(struct building *b, const char *text)
{
    struct make *m = &b->section[b->home];
    uint32_t at = b->base + (uint32_t)m->used;

    make_bytes(m, text, strlen(text) + 1);
    return at;
}

static void align(struct make *m)
{
    while (m->used % 4 != 0) {
        make_byte(m, 0);
    }
}

/* Maximum number of elements of an array. */
#define MOST 1200

struct array {
    const char *cells, *cells_end, *descs, *descs_end;
};

/* Descriptors in reverse order, which linkers may use, too. */
static void array(struct building *b, const struct array *names, const struct make_event *elements,
                  bool events)
{
    unsigned n = 0;
    static uint32_t descs[6 * MOST];
    uint32_t first = RAM + b->cells;
    struct make *m = &b->section[b->home];

    while (elements[n].name != NULL) {
        n++;
    }
    for (unsigned i = 0; i < n; i++) {
        const struct make_event *e = &elements[n - 1 - i];
        uint32_t *d = &descs[6 * i];

        d[0] = first + CELL * (n - 1 - i);
        d[1] = string(b, e->name);
        d[2] = string(b, events ? e->fields : "file.c");
        d[3] = events ? string(b, "file.c") : 7;
        d[4] = events ? 7 : string(b, "function");
        d[5] = e->kind;
    }
    align(m);
    symbol(b, names->descs, b->base + (uint32_t)m->used, 0, STT_NOTYPE, b->home);
    for (unsigned i = 0; i < n; i++) {
        make_bytes(m, &descs[6 * i], events ? 24 : 20);
    }
    symbol(b, names->descs_end, b->base + (uint32_t)m->used, 0, STT_NOTYPE, b->home);
    symbol(b, names->cells, first, 0, STT_NOTYPE, S_RAM);
    b->cells += CELL * n;
    symbol(b, names->cells_end, RAM + b->cells, 0, STT_NOTYPE, S_RAM);
}

static void named_array(struct building *b, const struct array *names, const char *const *elements)
{
    static struct make_event events[MOST + 1];
    unsigned n = 0;

    for (; elements[n] != NULL; n++) {
        events[n] = (struct make_event){elements[n], "", 0};
    }
    events[n].name = NULL;
    array(b, names, events, false);
}

static void arrays(struct building *b)
{
    array(b,
          &(struct array){"trace_events", "trace_events_spread_end", "trace_event_descs",
                          "trace_event_descs_spread_end"},
          b->spec->events, true);
    named_array(b,
                &(struct array){"trace_blocks", "trace_blocks_spread_end", "trace_block_descs",
                                "trace_block_descs_spread_end"},
                b->spec->blocks);
    named_array(b,
                &(struct array){"trace_points", "trace_points_spread_end", "trace_point_descs",
                                "trace_point_descs_spread_end"},
                b->spec->points);
}

static void fill(struct building *b)
{
    const struct make_elf *spec = b->spec;

    make_byte(&b->section[S_NAMES], 0);
    make_bytes(&b->section[S_SYMBOLS], &(Elf32_Sym){0}, sizeof(Elf32_Sym));
    for (unsigned i = 0; i < CODE; i++) {
        make_byte(&b->section[S_ROM], 0xBE);
    }
    symbol(b, "uart_write", ROM | 1, 32, STT_FUNC, S_ROM);
    symbol(b, "main", (ROM + 32) | 1, 32, STT_FUNC, S_ROM);
    symbol(b, "lock", RAM + 0x1000, 16, STT_OBJECT, S_RAM);
    /* Functions in assembly with the size of the weak handler that they replaced; one has a second name. */
    symbol(b, "SysTick_Handler", (ROM + 72) | 1, 2, STT_FUNC, S_ROM);
    symbol(b, "Handler", (ROM + 80) | 1, 2, STT_FUNC, S_ROM);
    symbol(b, "asm_handler", (ROM + 80) | 1, 0, STT_FUNC, S_ROM);
    symbol(b, "text", ROM + 88, 16, STT_OBJECT, S_NAMES);
    if (spec->layout != NULL) {
        symbol(b, "trace_ring_layout", ROM + CODE, sizeof *spec->layout, STT_OBJECT, S_ROM);
        make_bytes(&b->section[S_ROM], spec->layout, sizeof *spec->layout);
    }
    if (spec->threads != NULL) {
        symbol(b, "trace_thread_layout", ROM + (uint32_t)b->section[S_ROM].used, sizeof *spec->threads,
               STT_OBJECT, S_ROM);
        make_bytes(&b->section[S_ROM], spec->threads, sizeof *spec->threads);
    }
    if (spec->priorities != NULL) {
        symbol(b, "trace_priority_range", ROM + (uint32_t)b->section[S_ROM].used, sizeof *spec->priorities,
               STT_OBJECT, S_ROM);
        make_bytes(&b->section[S_ROM], spec->priorities, sizeof *spec->priorities);
    }
    if (spec->selection != 0) {
        symbol(b, "trace_selection_last", spec->selection, 24, STT_OBJECT, S_RAM);
        symbol(b, "trace_selection_changing", spec->selection + 24, 4, STT_OBJECT, S_RAM);
        symbol(b, "trace_selection_untaken", spec->selection + 28, 1, STT_OBJECT, S_RAM);
        symbol(b, "trace_filter_mode_now", spec->selection + 29, 1, STT_OBJECT, S_RAM);
        symbol(b, "trace_filter_threads", spec->selection + 32,
               spec->filter_bytes != 0 ? spec->filter_bytes : 32, STT_OBJECT, S_RAM);
    }
    b->home = spec->unloaded ? S_DESCS : S_ROM;
    b->base = spec->unloaded ? 0 : ROM;
    arrays(b);
    if (spec->build_id != NULL) {
        const unsigned bytes = spec->build_id_bytes != 0 ? spec->build_id_bytes : 4;
        struct make *m = &b->section[spec->labelled ? S_ROM : S_NOTE];

        if (spec->labelled) {
            symbol(b, "build_id_note", ROM + (uint32_t)m->used, 0, STT_NOTYPE, S_ROM);
        }
        make_word(m, 4);
        make_word(m, bytes);
        make_word(m, NT_GNU_BUILD_ID);
        make_bytes(m, "GNU", 4);
        make_bytes(m, spec->build_id, bytes);
    }
}

void make_elf(struct make *m, const struct make_elf *spec)
{
    static struct building b;

    memset(&b, 0, sizeof b);
    b.spec = spec;
    fill(&b);
    static const Elf32_Shdr kinds[S_COUNT] = {
        [S_ROM] = {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC, .sh_addr = ROM},
        [S_RAM] = {.sh_type = SHT_NOBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_addr = RAM},
        [S_DESCS] = {.sh_type = SHT_PROGBITS},
        [S_NOTE] = {.sh_type = SHT_NOTE},
        [S_SYMBOLS] = {.sh_type = SHT_SYMTAB, .sh_link = S_NAMES, .sh_entsize = sizeof(Elf32_Sym)},
        [S_NAMES] = {.sh_type = SHT_STRTAB},
    };
    Elf32_Ehdr h = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT},
                    .e_type = ET_EXEC,
                    .e_machine = EM_ARM,
                    .e_version = EV_CURRENT,
                    .e_ehsize = sizeof h,
                    .e_shentsize = sizeof(Elf32_Shdr),
                    .e_shnum = S_COUNT,
                    .e_shoff = sizeof h};
    Elf32_Shdr headers[S_COUNT];
    uint32_t at = sizeof h + sizeof headers;

    m->used = 0;
    for (unsigned i = 0; i < S_COUNT; i++) {
        align(&b.section[i]);
        headers[i] = kinds[i];
        headers[i].sh_offset = at;
        headers[i].sh_size = i == S_RAM ? 0x2000 : (uint32_t)b.section[i].used;
        headers[i].sh_addralign = 4;
        at += (uint32_t)b.section[i].used;
    }
    make_bytes(m, &h, sizeof h);
    make_bytes(m, headers, sizeof headers);
    for (unsigned i = 0; i < S_COUNT; i++) {
        make_bytes(m, b.section[i].bytes, b.section[i].used);
    }
}

/* ------------------------------------------------------------------ the usual program */

const struct make_event make_usual_events[] = {
    {"one", "value:i32", 0},
    {"pair", "a:x32,b:ptr", 0},
    {"message", "text:str", 3},
    {"sched_switch", "reason:preempted|yield|sleep/4+next:thread",
     SPOOR_WIRE_ROLE_SWITCH << SPOOR_WIRE_ROLE_SHIFT},
    {"sched_wake", "how/2+thread:thread", SPOOR_WIRE_ROLE_WAKE << SPOOR_WIRE_ROLE_SHIFT},
    {NULL, NULL, 0},
};
const char *const make_usual_blocks[] = {"crc", NULL};
const char *const make_usual_points[] = {"hits", NULL};

void make_usual_elf(struct make *m)
{
    make_elf(m, &(struct make_elf){.events = make_usual_events,
                                   .blocks = make_usual_blocks,
                                   .points = make_usual_points,
                                   .build_id = "\1\2\3\4"});
}

void make_any_header(struct make *stream, const struct make_header *h)
{
    struct make p = {.used = 0};
    const uint64_t numbers[] = {h->version != 0 ? h->version : SPOOR_WIRE_VERSION,
                                h->recording,
                                h->boots,
                                !h->repeated,
                                h->cpus,
                                h->hz,
                                h->shift,
                                1000,
                                h->events,
                                1,
                                1,
                                0,
                                h->now,
                                0};

    make_byte(&p, SPOOR_WIRE_HEADER);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        make_number(&p, numbers[i]);
    }
    make_string(&p, h->build_id != NULL ? h->build_id : "\1\2\3\4");
    make_string(&p, h->board != NULL ? h->board : "board");
    make_frame(stream, &p);
}

void make_header(struct make *stream, unsigned cpus, unsigned events)
{
    make_any_header(stream, &(struct make_header){
                                .recording = 1, .boots = 1, .cpus = cpus, .hz = 1000000, .events = events});
}

void make_usual_header(struct make *stream, unsigned cpus)
{
    make_header(stream, cpus, 5);
}
