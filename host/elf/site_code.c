/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The encodings of unconditional branches: Arm Architecture Reference Manual ARMv7-A and ARMv7-R (DDI 0406C),
 * A8.8.18, encodings T2, T4 and A1, and A8.8.25, encoding T1 of BL; RISC-V Unprivileged ISA, 2.5, JAL.
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

static bool is_nop(const uint8_t *at)
{
    /* The assembler writes `mov r8, r8` before the first function of a file, where the syntax isn't set. */
    return (at[0] == 0x00 && at[1] == 0xBF) || (at[0] == 0xC0 && at[1] == 0x46);
}

bool site_code_read_function(struct site_code *code, uint16_t machine, const uint8_t *at, size_t room,
                             uint32_t address, uint32_t target, bool *on)
{
    struct site_code c = {.bytes = SITE_ROOM_BYTES + 2};
    bool off = true;

    if (machine != EM_ARM || c.bytes > room ||
        !put_t32(c.on + 2, 0xD000, address + 2, target & ~UINT32_C(1))) {
        return false;
    }
    put(c.on, 0xB51F, 2);     /* push {r0-r4, lr} */
    put(c.on + 6, 0xE7FB, 2); /* back to it */
    for (unsigned n = 0; n < c.bytes; n += 2) {
        put(c.off + n, 0xBF00, 2);
        off &= is_nop(at + n);
    }
    *on = memcmp(at, c.on, c.bytes) == 0;
    if (off) {
        memcpy(c.off, at, c.bytes);
    }
    *code = c;
    return *on || off;
}
