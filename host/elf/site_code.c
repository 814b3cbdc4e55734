/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The encodings of unconditional branches: Arm Architecture Reference Manual ARMv7-A and ARMv7-R (DDI 0406C),
 * A8.8.18, encodings T2, T4 and A1, and A8.8.25, encodings T1 and A1 of BL; RISC-V Unprivileged ISA, 2.4 and
 * 2.5, AUIPC, JAL and JALR.
 */
#include <string.h>
#include <base/count.h>
#include <elf/format.h>
#include <elf/site_code.h>

static void put(uint8_t *to, uint32_t value, unsigned bytes)
{
    for (unsigned n = 0; n < bytes; n++) {
        to[n] = (uint8_t)(value >> 8 * n);
    }
}

/* @return the distance, or 1, which is no distance between instructions, if it is out of range */
static int64_t distance(uint32_t from, uint32_t target, unsigned bits)
{
    int64_t d = (int64_t)(int32_t)(target - from), limit = INT64_C(1) << (bits - 1);

    return d >= -limit && d < limit ? d : 1;
}

static bool t16(struct site_code *c, uint32_t address, uint32_t target)
{
    int64_t d = distance(address + 4, target, 12);

    c->bytes = 2;
    put(c->off, 0x46C0, 2); /* mov r8, r8 */
    put(c->on, 0xE000 | ((uint32_t)d >> 1 & 0x7FF), 2);
    return (d & 1) == 0;
}

/* Put a branch of 32 bits, or a call. @param low  the constant bits of its second half */
static bool put_t32(uint8_t *to, uint32_t low, uint32_t address, uint32_t target)
{
    int64_t d = distance(address + 4, target, 25);
    uint32_t u = (uint32_t)d, s = u >> 24 & 1, j1 = (~(u >> 23) ^ s) & 1, j2 = (~(u >> 22) ^ s) & 1;

    put(to, 0xF000 | s << 10 | (u >> 12 & 0x3FF), 2);
    put(to + 2, low | j1 << 13 | j2 << 11 | (u >> 1 & 0x7FF), 2);
    return (d & 1) == 0;
}

static bool t32(struct site_code *c, uint32_t address, uint32_t target)
{
    c->bytes = 4;
    put(c->off, 0xF3AF, 2); /* nop.w */
    put(c->off + 2, 0x8000, 2);
    return put_t32(c->on, 0x9000, address, target);
}

static bool a32(struct site_code *c, uint32_t address, uint32_t target)
{
    int64_t d = distance(address + 8, target, 26);

    c->bytes = 4;
    put(c->off, 0xE1A00000, 4); /* mov r0, r0 */
    put(c->on, 0xEA000000 | ((uint32_t)d >> 2 & 0xFFFFFF), 4);
    return (d & 3) == 0 && (address & 3) == 0;
}

static bool rv32(struct site_code *c, uint32_t address, uint32_t target)
{
    int64_t d = distance(address, target, 21);
    uint32_t u = (uint32_t)d;

    c->bytes = 4;
    put(c->off, 0x13, 4); /* addi x0, x0, 0 */
    put(c->on,
        0x6F | (u >> 20 & 1) << 31 | (u >> 1 & 0x3FF) << 21 | (u >> 11 & 1) << 20 | (u >> 12 & 0xFF) << 12,
        4);
    return (d & 1) == 0;
}

static const struct {
    uint16_t machine;
    bool (*make)(struct site_code *c, uint32_t address, uint32_t target);
} encodings[] = {{EM_ARM, t32}, {EM_ARM, t16}, {EM_ARM, a32}, {EM_RISCV, rv32}};

bool site_code_read(struct site_code *code, uint16_t machine, const uint8_t *at, size_t room,
                    uint32_t address, uint32_t target, bool *on)
{
    for (unsigned n = 0; n < COUNT_OF(encodings); n++) {
        struct site_code c = {.bytes = 0};

        if (encodings[n].machine == machine && encodings[n].make(&c, address, target) && c.bytes <= room) {
            *on = memcmp(at, c.on, c.bytes) == 0;
            if (*on || memcmp(at, c.off, c.bytes) == 0) {
                *code = c;
                return true;
            }
        }
    }
    return false;
}

/* ------------------------------------------------------------------ functions */

static bool room_t32(uint8_t *on, uint32_t room, uint32_t target)
{
    put(on, 0xB51F, 2);     /* push {r0-r4, lr} */
    put(on + 6, 0xE7FB, 2); /* back to it */
    return put_t32(on + 2, 0xD000, room + 2, target);
}

static bool room_a32(uint8_t *on, uint32_t room, uint32_t target)
{
    int64_t d = distance(room + 12, target, 26);

    put(on, 0xE92D401F, 4); /* push {r0-r4, lr} */
    put(on + 4, 0xEB000000 | ((uint32_t)d >> 2 & 0xFFFFFF), 4);
    put(on + 8, 0xEAFFFFFC, 4); /* back to it */
    return (d & 3) == 0 && (room & 3) == 0;
}

static bool room_rv32(uint8_t *on, uint32_t room, uint32_t target)
{
    uint32_t d = target - room;

    put(on, 0x297 | ((d + 0x800) & 0xFFFFF000), 4); /* auipc t0 */
    put(on + 4, 0x282E7 | d << 20, 4);              /* jalr t0 */
    put(on + 8, 0xBFE5, 2);                         /* back to it */
    return (d & 1) == 0;
}

/* The assembler writes the second no-operation of Thumb before the first function of a file, where the syntax
 * isn't set, and the second of ARM from ARMv6K on. */
static const struct {
    uint16_t machine;
    uint8_t room, entry;
    uint32_t nops[2];
    bool (*make)(uint8_t *on, uint32_t room, uint32_t target);
} rooms[] = {
    {EM_ARM, 6, 2, {0xBF00, 0x46C0}, room_t32},
    {EM_ARM, 8, 4, {0xE1A00000, 0xE320F000}, room_a32},
    {EM_RISCV, 8, 2, {0x0001, 0x0001}, room_rv32},
};

/* @return the index of an encoding, or COUNT_OF(rooms) */
static unsigned encoding_of(uint16_t machine, unsigned n)
{
    unsigned i = 0;

    while (i < COUNT_OF(rooms) && (rooms[i].machine != machine || n-- != 0)) {
        i++;
    }
    return i;
}

unsigned site_room_bytes(uint16_t machine, unsigned n)
{
    unsigned i = encoding_of(machine, n);

    return i < COUNT_OF(rooms) ? rooms[i].room : 0;
}

static bool is_nop(const uint8_t *at, unsigned i)
{
    uint8_t nop[4];

    for (unsigned n = 0; n < COUNT_OF(rooms[i].nops); n++) {
        put(nop, rooms[i].nops[n], rooms[i].entry);
        if (memcmp(at, nop, rooms[i].entry) == 0) {
            return true;
        }
    }
    return false;
}

bool site_code_read_function(struct site_code *code, uint16_t machine, unsigned n, const uint8_t *at,
                             size_t room, uint32_t address, uint32_t target, bool *on)
{
    unsigned i = encoding_of(machine, n);
    struct site_code c = {.bytes = 0};
    bool off = true;

    if (i == COUNT_OF(rooms) || !rooms[i].make(c.on, address, target & ~UINT32_C(1))) {
        return false;
    }
    c.bytes = rooms[i].room + rooms[i].entry;
    if (c.bytes > room) {
        return false;
    }
    for (unsigned b = 0; b < c.bytes; b += rooms[i].entry) {
        put(c.off + b, rooms[i].nops[0], rooms[i].entry);
        off &= is_nop(at + b, i);
    }
    *on = memcmp(at, c.on, c.bytes) == 0;
    if (off) {
        memcpy(c.off, at, c.bytes);
    }
    *code = c;
    return *on || off;
}
