/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that the program itself switches by their first instruction. The code before a function is
 * written once and stays, because a thread may be in it. host/elf/site_code.c has the same code.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION_PATCHED && CONFIG_TRACE_PATCHED > 1

#include <stddef.h>
#include <spoor/function.h>
#include <spoor/port/code.h>
#include <spoor/port/function_entry.h>
#include <spoor/port/port.h>
#include <spoor/util/array_spread.h>

/* Defined by the linker: the addresses of the room before each function. */
extern const uint32_t __start___patchable_function_entries[] __attribute__((weak));
extern const uint32_t __stop___patchable_function_entries[] __attribute__((weak));

#define ENTERED ((uint32_t)(uintptr_t)spoor_function_entered)

/*
 * The code: ROOM units before a function, and one as its first instruction. The room's code differs in its
 * first unit from the no-operations of the compiler.
 */
#if defined(__riscv)

#define ROOM        4
#define BRANCH_BACK 0xBFE5u /* c.j to the room */
#define NOP         0x0001u /* c.nop */

typedef uint16_t unit;

/* RISC-V Unprivileged ISA, 2.4 and 2.5: auipc t0, and jalr t0, which adds a signed distance of 12 bits. */
static void room_code(unit *code, uint32_t room)
{
    uint32_t d = ENTERED - room, high = 0x297 | ((d + 0x800) & 0xFFFFF000u), low = 0x282E7 | d << 20;

    code[0] = (unit)high;
    code[1] = (unit)(high >> 16);
    code[2] = (unit)low;
    code[3] = (unit)(low >> 16);
}

#elif defined(__thumb__)

#define ROOM        3
#define BRANCH_BACK 0xE7FBu
#define NOP         0xBF00u

typedef uint16_t unit;

/* Push {r0-r4, lr}; Armv7-M ARM (DDI 0403E), A7.7.18, encoding T1 of BL. */
static void room_code(unit *code, uint32_t room)
{
    uint32_t d = (ENTERED & ~1u) - (room + 6);
    uint32_t sign = d >> 24 & 1, j1 = (~(d >> 23) ^ sign) & 1, j2 = (~(d >> 22) ^ sign) & 1;

    code[0] = 0xB51F;
    code[1] = (unit)(0xF000 | sign << 10 | (d >> 12 & 0x3FF));
    code[2] = (unit)(0xD000 | j1 << 13 | j2 << 11 | (d >> 1 & 0x7FF));
}

#else

#define ROOM        2
#define BRANCH_BACK 0xEAFFFFFCu
#define NOP         0xE1A00000u

typedef uint32_t unit;

/* Push {r0-r4, lr}; DDI 0406C, A8.8.25, encoding A1 of BL. */
static void room_code(unit *code, uint32_t room)
{
    code[0] = 0xE92D401F;
    code[1] = 0xEB000000 | ((ENTERED - (room + 12)) >> 2 & 0xFFFFFF);
}

#endif

static void write(volatile unit *at, unit code)
{
    *at = code;
    spoor_port_code_changed((uintptr_t)at);
}

static void switch_one(volatile unit *room, bool on)
{
    unit code[ROOM];
    uint32_t state = spoor_port_lock();

    room_code(code, (uint32_t)(uintptr_t)room);
    for (unsigned n = on && room[0] != code[0] ? ROOM : 0; n-- > 0;) {
        write(&room[n], code[n]);
    }
    write(&room[ROOM], on ? BRANCH_BACK : NOP);
    spoor_port_unlock(state);
}

unsigned trace_functions_switch(uint32_t begin, uint32_t end, bool on)
{
    const uint32_t *stop = SPOOR_SPREAD_LAUNDER(__stop___patchable_function_entries);
    unsigned count = 0;

    for (const uint32_t *at = SPOOR_SPREAD_LAUNDER(__start___patchable_function_entries); at < stop; at++) {
        volatile unit *room = (volatile unit *)(uintptr_t)*at;
        uint32_t fn = (uint32_t)(uintptr_t)&room[ROOM];

        if (fn >= begin && fn < end) {
            switch_one(room, on);
            count++;
        }
    }
    return count;
}

#endif
