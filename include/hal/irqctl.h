/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The calls of an architecture to the interrupt controller's driver, where software acknowledges interrupts
 * (ARMv7-A with a GIC), or lines are brought to a CPU by another (several NVICs). Where the CPU does all (one
 * NVIC), this is neither supplied nor called.
 */
#ifndef HAL_IRQCTL_H
#define HAL_IRQCTL_H

#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Upcall, supplied by the driver: the CPU took an interrupt. Acknowledges it, calls hal_on_irq() with
 * interrupts unmasked so that more urgent levels nest, and ends it.
 *
 * Context: interrupt, interrupts masked; they are so again on return.
 */
void hal_irqctl_serve(void);

SPOOR_EXTERN_C_END

#endif
