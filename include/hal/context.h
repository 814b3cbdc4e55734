/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Contexts of execution and the switch between them.
 *
 * The architecture saves and restores registers on the thread's own stack; which thread runs next is the
 * kernel's affair. So a switch is a request downwards and an upcall: hal_switch_request() asks for one,
 * and when the CPU is in no interrupt and interrupts are not masked, it comes to hal_on_switch() with the
 * stack pointer of the context it saved, and goes on with the one that is returned.
 */
#ifndef HAL_CONTEXT_H
#define HAL_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

/** Bytes that a saved context takes on its own stack at most. */
#define HAL_CONTEXT_BYTES 72

/**
 * Lay the first context of a thread on its stack: it begins in entry(arg) with interrupts unmasked.
 *
 * @param stack  lowest address, 8-byte aligned
 * @return the stack pointer to hand back from hal_on_switch()
 *
 * Context: any. `entry` never returns.
 */
uintptr_t hal_context_init(void *stack, size_t stack_bytes, void (*entry)(void *), void *arg);

/**
 * Ask for a switch on this CPU. Takes place as soon as interrupts are unmasked outside of any interrupt:
 * at hal_irq_restore() in a thread, at the end of the outermost interrupt else.
 *
 * Context: any.
 */
static inline void hal_switch_request(void);

/**
 * Leave the boot stack and begin scheduling on this CPU: the first context is hal_on_switch(0)'s.
 *
 * Context: boot, interrupts masked. Does not return.
 */
_Noreturn void hal_switch_start(void);

/**
 * Upcall, supplied by the kernel.
 *
 * @param sp  stack pointer of the context just saved; 0 from hal_switch_start()
 * @return    stack pointer of the context to go on with
 *
 * Context: interrupts masked, on the exception stack.
 */
uintptr_t hal_on_switch(uintptr_t sp);

#include <arch/context.h>

#endif
