/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls from an architecture to the interrupt controller's driver. They are used if software acknowledges
 * interrupts (ARMv7-A with a GIC), or if other CPUs forward lines (several NVICs). If the CPU does
 * everything (one NVIC), this is neither implemented nor called.
 */
#ifndef HAL_IRQCTL_H
#define HAL_IRQCTL_H

#include <spoor/util/language.h>

SPOOR_EXTERN_C_BEGIN

/**
 * Upcall, implemented by the driver: the CPU took an interrupt. Acknowledges it, calls hal_on_irq() with
 * interrupts unmasked so that higher priorities nest, and ends it.
 *
 * Context: interrupt, interrupts masked; they are masked again on return.
 */
void hal_irqctl_serve(void);

SPOOR_EXTERN_C_END

#endif
