/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Execution contexts and switching between them.
 *
 * The architecture saves and restores registers on the thread's own stack, and the kernel chooses the next
 * thread. So a switch is a request and an upcall. hal_switch_request() requests it. When the CPU isn't in
 * an interrupt and interrupts aren't masked, the architecture calls hal_on_switch() with the stack pointer
 * of the saved context, and continues with the context that is returned.
 */
#ifndef HAL_CONTEXT_H
#define HAL_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * A saved context takes at most HAL_CONTEXT_BYTES on its own stack (arch/context.h). Stack sizes in
 * settings and programs assume 72 bytes. With larger contexts every stack is enlarged by
 * HAL_STACK_EXTRA_BYTES.
 */
#define HAL_STACK_EXTRA_BYTES (HAL_CONTEXT_BYTES > 72 ? (HAL_CONTEXT_BYTES - 72 + 7) / 8 * 8 : 0)

/**
 * Prepare the initial context of a thread on its stack. It starts in entry(arg) with interrupts unmasked.
 *
 * @param stack  lowest address; must be 8-byte aligned
 * @param entry  must not return
 * @return the stack pointer that hal_on_switch() returns for it
 *
 * Context: any.
 */
uintptr_t hal_context_init(void *stack, size_t stack_bytes, void (*entry)(void *), void *arg);

/** @return the lowest address of a CPU's interrupt stack. @param bytes  set to its size. Context: any. */
void *hal_isr_stack(unsigned cpu, size_t *bytes);

/**
 * Request a switch on this CPU. It happens as soon as interrupts are unmasked outside any interrupt: in a
 * thread at spoor_irq_restore(), otherwise at the end of the outermost interrupt.
 *
 * Context: any.
 */
static inline void hal_switch_request(void);

/**
 * Unmask interrupts and switch: hal_switch_request() and spoor_irq_restore(state) at a lower cost. The caller
 * may be switched out before, by an interrupt. Then one more switch follows, which can keep the thread.
 *
 * @param state  from spoor_irq_save(); interrupts weren't masked then
 *
 * Context: thread, interrupts masked.
 */
static inline void hal_switch_now(uint32_t state);

/**
 * Leave the boot stack and start scheduling on this CPU with the context returned by hal_on_switch(0).
 *
 * Context: boot, interrupts masked. Does not return.
 */
SPOOR_NORETURN void hal_switch_start(void);

/**
 * Upcall, implemented by the kernel: choose the next context.
 *
 * @param sp  stack pointer of the context just saved; 0 if called by hal_switch_start()
 * @return    stack pointer of the context to continue
 *
 * Context: the exception stack. Interrupts are masked for the first context of a CPU, and if
 * hal_switch_mask() does nothing; otherwise unmasked.
 */
uintptr_t hal_on_switch(uintptr_t sp);

/**
 * Mask interrupts for a part of hal_on_switch(), and unmask them again. On architectures that call it with
 * interrupts masked these do nothing.
 *
 * Context: hal_on_switch(), where they aren't masked already for a CPU's first context.
 */
static inline void hal_switch_mask(void);
static inline void hal_switch_unmask(void);

struct spoor_frame;

/**
 * Set `f` (spoor/port/unwind.h) to the code that continues when the context at `sp`, from hal_on_switch(), is
 * restored.
 *
 * @return false if the architecture has no unwinder, or if this isn't code of the image
 *
 * Context: any.
 */
bool hal_context_frame(uintptr_t sp, struct spoor_frame *f);

#include <arch/context.h>

SPOOR_EXTERN_C_END

#endif
