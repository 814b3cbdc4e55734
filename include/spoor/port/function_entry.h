/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that are traced by their first instruction, with CONFIG_TRACE_FUNCTION_PATCHED.
 *
 * The compiler's -fpatchable-function-entry leaves room before a function, and a no-operation as its first
 * instruction. To trace the function, the room gets code that saves the argument registers and calls
 * spoor_function_entered(), and the no-operation becomes a branch back to it. The function then returns to a
 * place of its own in spoor_function_returns[], from which spoor_function_leave() finds where it was called.
 * So a call is found by the address that it returns to, whichever thread, stack or CPU it is on.
 */
#ifndef SPOOR_PORT_FUNCTION_ENTRY_H
#define SPOOR_PORT_FUNCTION_ENTRY_H

#include <spoor/config.h>

#if CONFIG_TRACE_EVENTS && CONFIG_TRACE_FUNCTION && CONFIG_TRACE_FUNCTION_PATCHED

#if !defined(__arm__) && !(defined(__riscv_compressed) && __riscv_xlen == 32)
#error "CONFIG_TRACE_FUNCTION_PATCHED exists on Arm (32 bits) and RV32 with compressed instructions"
#endif

/** Bytes of a place in spoor_function_returns[]: one instruction. */
#define SPOOR_FUNCTION_RETURN_BYTES 4

#ifndef __ASSEMBLER__

#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/* -------- the architecture's assembly */

/** Called by the code before a function, and only by that. */
void spoor_function_entered(void);

/** One place for each call that may be open. */
extern const uint8_t spoor_function_returns[CONFIG_TRACE_FUNCTION_PATCHED * SPOOR_FUNCTION_RETURN_BYTES];

/* -------- src/profiler/function/function_calls.c */

/** The address to return to, in the low word, and where the function continues. */
typedef uint64_t spoor_function_continues;

/**
 * A function is entered.
 *
 * @param fn    its address, with bit 0 set in Thumb state
 * @param back  where it returns to
 * @param sp    its stack pointer
 *
 * Context: any.
 */
spoor_function_continues spoor_function_enter(uint32_t fn, uint32_t back, uintptr_t sp);

/**
 * A function has returned to `place`. @return where it was called
 *
 * Context: as spoor_function_enter().
 */
uint32_t spoor_function_leave(uint32_t place);

/** @return where the function was called that returns to `place` */
uint32_t spoor_function_back(uint32_t place);

/**
 * @return a return address as the compiler's code left it: other than `address` if it is a place in
 *         spoor_function_returns[]
 *
 * Context: any.
 */
static inline uint32_t spoor_return_address(uint32_t address)
{
    while (address - (uint32_t)(uintptr_t)spoor_function_returns < sizeof spoor_function_returns) {
        address = spoor_function_back(address);
    }
    return address;
}

SPOOR_EXTERN_C_END

#endif

#elif !defined(__ASSEMBLER__)

#include <stdint.h>

static inline uint32_t spoor_return_address(uint32_t address)
{
    return address;
}

#endif
#endif
