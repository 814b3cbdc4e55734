/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Contexts of execution and the switch between them.
 *
 * The architecture saves and restores registers on the thread's own stack; the kernel chooses the next
 * thread. So a switch is a request and an upcall. hal_switch_request() asks for it. When the CPU is in no
 * interrupt and interrupts are not masked, the architecture calls hal_on_switch() with the stack pointer of
 * the saved context, and continues with the one that is returned.
 */
#ifndef HAL_CONTEXT_H
#define HAL_CONTEXT_H

#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * A saved context takes HAL_CONTEXT_BYTES on its own stack at most: arch/context.h. The sizes of stacks in
 * settings and programs are for 72; where a context takes more, a stack has so many bytes more.
 */
#define HAL_STACK_EXTRA_BYTES (HAL_CONTEXT_BYTES > 72 ? (HAL_CONTEXT_BYTES - 72 + 7) / 8 * 8 : 0)

/**
 * Prepare the first context of a thread on its stack: it begins in entry(arg) with interrupts unmasked.
 *
 * @param stack  lowest address, 8-byte aligned
 * @return the stack pointer that hal_on_switch() returns for it
 *
 * Context: any. `entry` never returns.
 */
uintptr_t hal_context_init(void *stack, size_t stack_bytes, void (*entry)(void *), void *arg);

/** @return the stack of a CPU's interrupts: its lowest address, and its size. Context: any. */
void *hal_isr_stack(unsigned cpu, size_t *bytes);

/**
 * Ask for a switch on this CPU. It takes place as soon as interrupts are unmasked outside of any interrupt:
 * in a thread at spoor_irq_restore(), otherwise at the end of the outermost interrupt.
 *
 * Context: any.
 */
static inline void hal_switch_request(void);

/**
 * Leave the boot stack and begin scheduling on this CPU: the first context is hal_on_switch(0)'s.
 *
 * Context: boot, interrupts masked. Does not return.
 */
SPOOR_NORETURN void hal_switch_start(void);

/**
 * Upcall, supplied by the kernel.
 *
 * @param sp  stack pointer of the context just saved; 0 from hal_switch_start()
 * @return    stack pointer of the context to continue
 *
 * Context: interrupts masked, on the exception stack.
 */
uintptr_t hal_on_switch(uintptr_t sp);

#include <arch/context.h>

SPOOR_EXTERN_C_END

#endif
