/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ELF cores: segments with the memory, and a note NT_PRSTATUS for each thread or CPU. Its layout is that of
 * Linux's struct elf_prstatus for 32 bits, which debuggers and QEMU's dump-guest-memory use for systems
 * without Linux, too. Spoor's commands of gdb add the program's build ID, and a note with the number of a CPU
 * and its register PSP.
 */
#include <inttypes.h>
#include <string.h>
#include <elf/format.h>
#include <elf/headers.h>
#include <read/item.h>
#include "core_priv.h"

enum { NT_PRSTATUS = 1, NT_SPOOR_PSP = 1 };
enum { PRSTATUS_PID = 24, PRSTATUS_REGISTERS = 72 };
enum { ARM_REGISTERS = 17, RISCV_REGISTERS = 32, I386_REGISTERS = 17, RISCV_PC = 32 };

bool core_elf_is(const uint8_t *bytes, size_t size)
{
    return size > EI_NIDENT + 2 && memcmp(bytes, "\177ELF", 4) == 0 &&
           (bytes[EI_DATA] == ELFDATA2MSB ? bytes[EI_NIDENT + 1] : bytes[EI_NIDENT]) == ET_CORE;
}

/* Arm: r0 to r15, cpsr. RISC-V: pc, x1 to x31; gdb's generate-core-file writes up to x16 only, as many words
 * as the i386 has registers. One word follows them. */
static bool take_status(const struct core_input *in, const uint8_t *at, size_t size)
{
    bool riscv = in->core->machine == EM_RISCV;
    unsigned words = in->core->machine == EM_ARM ? ARM_REGISTERS : riscv ? RISCV_REGISTERS : 0;

    if (riscv && size == PRSTATUS_REGISTERS + 4 * (I386_REGISTERS + 1)) {
        words = I386_REGISTERS;
    }
    if (words == 0 || size < PRSTATUS_REGISTERS + 4 * words) {
        return true;
    }
    struct core_registers *r = core_add_registers(in, spoor_data_word(at + PRSTATUS_PID));

    for (unsigned n = 0; r != NULL && n < words; n++) {
        core_set(r, riscv && n == 0 ? RISCV_PC : n, spoor_data_word(at + PRSTATUS_REGISTERS + 4 * n));
    }
    return r != NULL;
}

static void take_psp(const struct core *c, const uint8_t *at)
{
    for (size_t n = 0; n < c->register_count; n++) {
        if (c->registers[n].thread == spoor_data_word(at)) {
            c->registers[n].has_psp = true;
            c->registers[n].psp = spoor_data_word(at + 4);
        }
    }
}

/* @param at  the note's name, and after it the data */
static bool take_note(const struct core_input *in, uint32_t type, const uint8_t *at, size_t name, size_t data)
{
    if (name == 4 && memcmp(at, "GNU", 4) == 0) {
        if (type == NT_GNU_BUILD_ID) {
            in->core->build_id = at + name;
            in->core->build_id_bytes = data;
        }
        return true;
    }
    if (name == 8 && memcmp(at, "SPOOR", 6) == 0) {
        if (type == NT_SPOOR_PSP && data == 8) {
            take_psp(in->core, at + name);
        }
        return true;
    }
    return type != NT_PRSTATUS || take_status(in, at + name, data);
}

static bool take_notes(const struct core_input *in, const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; size - at >= 12;) {
        uint64_t name = (spoor_data_word(bytes + at) + UINT64_C(3)) & ~UINT64_C(3);
        uint64_t data = spoor_data_word(bytes + at + 4), step = 12 + name + ((data + 3) & ~UINT64_C(3));

        if (12 + name + data > size - at) {
            return core_refuse(in, "truncated: a note is longer than its segment");
        }
        if (!take_note(in, spoor_data_word(bytes + at + 8), bytes + at + 12, (size_t)name, (size_t)data)) {
            return false;
        }
        at += step < size - at ? (size_t)step : size - at;
    }
    return true;
}

/* QEMU gives physical addresses only. */
static bool take_segment(const struct core_input *in, const struct elf_segment *s)
{
    uint64_t address = s->address != 0 ? s->address : s->load;

    if (s->type != PT_LOAD && s->type != PT_NOTE) {
        return true;
    }
    if (s->offset > in->size || s->file_bytes > in->size - s->offset) {
        return core_refuse(in,
                           "truncated: the segment at 0x%08" PRIx64 " ends at byte %" PRIu64
                           ", and the file has %zu bytes",
                           address, s->offset + s->file_bytes, in->size);
    }
    if (s->type == PT_NOTE) {
        return take_notes(in, in->bytes + s->offset, (size_t)s->file_bytes);
    }
    if (address + s->file_bytes > UINT64_C(0x100000000)) {
        return core_refuse(in, "the segment at 0x%08" PRIx64 " is beyond 32 bits", address);
    }
    return core_add_segment(in, (uint32_t)address, in->bytes + s->offset, (size_t)s->file_bytes);
}

bool core_elf_read(const struct core_input *in)
{
    struct elf_headers h;
    const char *wrong = headers_read(&h, in->bytes, in->size);
    bool good = true;

    if (wrong != NULL || h.bits != 32 || h.big_endian) {
        good = core_refuse(in, "%s", wrong != NULL ? wrong : "not of 32 bits and little-endian");
    } else if (h.segment_count == 0) {
        good = core_refuse(in, "truncated: it has no program headers");
    }
    in->core->machine = h.machine;
    for (size_t n = 0; good && n < h.segment_count; n++) {
        struct elf_segment s = headers_segment(&h, n);

        good = take_segment(in, &s);
    }
    headers_free(&h);
    return good;
}
