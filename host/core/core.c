/* SPDX-License-Identifier: BSD-2-Clause */
/* Opens core dumps of all formats, and puts the parts of the memory in order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/sort.h>
#include <elf/format.h>
#include <elf/opened.h>
#include "core_priv.h"

static const struct {
    const char *name;
    bool (*is)(const uint8_t *bytes, size_t size);
    bool (*read)(const struct core_input *in);
    void (*settle)(struct core *c); /* what needs the memory in order; or NULL */
} formats[] = {
    {"an ELF core", core_elf_is, core_elf_read, NULL},
    {"Zephyr's core dump", core_zephyr_is, core_zephyr_read, core_zephyr_settle},
    {"the text of Zephyr's core dump", core_text_is, core_text_read, core_zephyr_settle},
};

static int by_address(const void *a, const void *b)
{
    uint32_t x = ((const struct spoor_segment *)a)->address, y = ((const struct spoor_segment *)b)->address;

    return x < y ? -1 : x > y;
}

/* A stack may be written both by itself and with all of the RAM. Of bytes that are there twice, the first
 * are kept. */
static void put_in_order(struct core *c)
{
    uint64_t end = 0;
    size_t kept = 0;

    if (c->memory.count != 0) {
        sort_stable(c->segments, c->memory.count, sizeof *c->segments, by_address);
    }
    for (size_t n = 0; n < c->memory.count; n++) {
        struct spoor_segment s = c->segments[n];
        uint64_t twice = end > s.address ? end - s.address : 0;

        if (twice < s.size) {
            s = (struct spoor_segment){s.address + (uint32_t)twice, s.bytes + twice, s.size - (size_t)twice};
            end = (uint64_t)s.address + s.size;
            c->segments[kept++] = s;
        }
    }
    c->memory = (struct spoor_memory){c->segments, kept};
}

static size_t format_of(const uint8_t *bytes, size_t size)
{
    size_t n = 0;

    while (n < COUNT_OF(formats) && !formats[n].is(bytes, size)) {
        n++;
    }
    return n;
}

bool core_is(const uint8_t *bytes, size_t size)
{
    return format_of(bytes, size) < COUNT_OF(formats);
}

struct core *core_open(const uint8_t *bytes, size_t size, const char *name, const struct spoor_report *report)
{
    size_t n = format_of(bytes, size);
    struct core *c = n < COUNT_OF(formats) ? calloc(1, sizeof *c) : NULL;

    if (c == NULL) {
        message_say(report, name, "%s",
                    n < COUNT_OF(formats) ? strerror(ENOMEM) : "not a core dump: ELF's, or Zephyr's");
        return NULL;
    }
    c->format = formats[n].name;
    c->reason = -1;
    const struct core_input in = {c, bytes, size, name, report};

    if (!formats[n].read(&in) || (c->memory.count == 0 && !core_refuse(&in, "it has no memory"))) {
        core_close(c);
        return NULL;
    }
    put_in_order(c);
    if (formats[n].settle != NULL) {
        formats[n].settle(c);
    }
    return c;
}

/* ------------------------------------------------------------------ the program */

static const char *machine_name(uint16_t machine)
{
    return machine == EM_ARM ? "Arm" : machine == EM_RISCV ? "RISC-V" : "another architecture";
}

/* @return the address of the build ID in the program's memory; 0: it isn't loaded */
static uint32_t id_address(const struct elf_file *e)
{
    for (size_t n = 0; n < e->section_count; n++) {
        const struct elf_section *s = &e->sections[n];

        if (s->loaded && e->build_id >= s->bytes && e->build_id < s->bytes + s->size) {
            return s->address + (uint32_t)(e->build_id - s->bytes);
        }
    }
    return 0;
}

bool core_fits(const struct core *c, const struct spoor_elf *elf, const char *name,
               const struct spoor_report *report)
{
    uint16_t machine = elf->file->headers.machine;
    size_t bytes = elf->file->build_id_bytes, room = 0;

    if (c->machine != 0 && c->machine != machine) {
        message_say(report, name, "a core of %s, while %s is for %s", machine_name(c->machine),
                    spoor_elf_name(elf), machine_name(machine));
        return false;
    }
    if (c->build_id != NULL && bytes != 0 &&
        (c->build_id_bytes != bytes || memcmp(c->build_id, elf->file->build_id, bytes) != 0)) {
        message_say(report, name, "a core of another program: it has another build ID than %s",
                    spoor_elf_name(elf));
        return false;
    }
    uint32_t address = bytes != 0 ? id_address(elf->file) : 0;
    const uint8_t *id = address != 0 ? spoor_memory_at(&c->memory, address, &room) : NULL;

    if (id != NULL && room >= bytes && memcmp(id, elf->file->build_id, bytes) != 0) {
        message_say(report, name,
                    "the memory belongs to another program: it has another build ID at 0x%08x than %s",
                    address, spoor_elf_name(elf));
        return false;
    }
    return true;
}

void core_close(struct core *c)
{
    if (c != NULL) {
        free(c->segments);
        free(c->registers);
        free(c->decoded);
        free(c);
    }
}
