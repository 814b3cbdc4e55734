/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of instrumented functions, and their names. The compiler's -fpatchable-function-entry=1,1 records
 * the address of a nop before each function. On Arm, -mpoke-function-name places the name between that nop
 * and the function, padded to a multiple of four bytes, and a word after it.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_FUNCTION_NAMES

#include <stddef.h>
#include <string.h>
#include <spoor/function.h>

/* Defined by the linker. */
extern const uint32_t __start___patchable_function_entries[], __stop___patchable_function_entries[];

#if defined(__thumb__) || defined(__riscv_compressed)
#define NOP_BYTES 2u
#else
#define NOP_BYTES 4u
#endif

/* The lower half of Arm's nop. Before the first function of a file the assembler is in Arm state by default.
 */
#define ARM_NOP_LOW 0xF000u

/* @return the address after a nop */
static uint32_t after_nop(uint32_t nop)
{
#ifdef __thumb__
    if (*(const uint16_t *)(uintptr_t)nop == ARM_NOP_LOW) {
        return nop + 4;
    }
#endif
    return nop + NOP_BYTES;
}

static uint32_t function_after(uint32_t nop)
{
    uint32_t fn = after_nop(nop);

#ifdef __arm__
    fn += (uint32_t)strlen((const char *)(uintptr_t)fn) + 1;
    fn = ((fn + 3u) & ~3u) + (uint32_t)sizeof(uint32_t);
#endif
#ifdef __thumb__
    fn |= 1u;
#endif
    return fn;
}

static unsigned count(void)
{
    return (unsigned)(__stop___patchable_function_entries - __start___patchable_function_entries);
}

uint32_t trace_function_nth(unsigned n)
{
    return n < count() ? function_after(__start___patchable_function_entries[n]) : 0;
}

const char *trace_function_name(uint32_t fn)
{
#ifdef __arm__
    for (unsigned n = 0; n < count(); n++) {
        if (trace_function_nth(n) == fn) {
            return (const char *)(uintptr_t)after_nop(__start___patchable_function_entries[n]);
        }
    }
#else
    (void)fn;
#endif
    return NULL;
}

#endif
