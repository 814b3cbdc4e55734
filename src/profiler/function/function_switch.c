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

enum { PUSH, CALL, CALL_LOW, ENTRY };

#define PUSH_ARGUMENTS 0xB51Fu /* push {r0-r4, lr} */
#define BRANCH_BACK    0xE7FBu /* from the function to the push */
#define NOP            0xBF00u

static void write(volatile uint16_t *at, uint32_t code)
{
    *at = (uint16_t)code;
    spoor_port_code_changed((uintptr_t)at);
}

/* Armv7-M ARM (DDI 0403E), A7.7.18, encoding T1 of BL. */
static void write_call(volatile uint16_t *at)
{
    uint32_t d = ((uint32_t)(uintptr_t)spoor_function_entered & ~1u) - (uint32_t)(uintptr_t)(at + 2);
    uint32_t sign = d >> 24 & 1, j1 = (~(d >> 23) ^ sign) & 1, j2 = (~(d >> 22) ^ sign) & 1;

    write(at, 0xF000 | sign << 10 | (d >> 12 & 0x3FF));
    write(at + 1, 0xD000 | j1 << 13 | j2 << 11 | (d >> 1 & 0x7FF));
}

static void switch_one(volatile uint16_t *room, bool on)
{
    uint32_t state = spoor_port_lock();

    if (on && room[PUSH] != PUSH_ARGUMENTS) {
        write_call(&room[CALL]);
        write(&room[PUSH], PUSH_ARGUMENTS);
    }
    write(&room[ENTRY], on ? BRANCH_BACK : NOP);
    spoor_port_unlock(state);
}

unsigned trace_functions_switch(uint32_t begin, uint32_t end, bool on)
{
    const uint32_t *stop = SPOOR_SPREAD_LAUNDER(__stop___patchable_function_entries);
    unsigned count = 0;

    for (const uint32_t *at = SPOOR_SPREAD_LAUNDER(__start___patchable_function_entries); at < stop; at++) {
        volatile uint16_t *room = (volatile uint16_t *)(uintptr_t)*at;
        uint32_t fn = (uint32_t)(uintptr_t)&room[ENTRY];

        if (fn >= begin && fn < end) {
            switch_one(room, on);
            count++;
        }
    }
    return count;
}

#endif
