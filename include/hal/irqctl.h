/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an architecture asks of the interrupt controller's driver, where the CPU leaves acknowledging to
 * software (ARMv7-A with a GIC). Where it doesn't (NVIC), nobody supplies or calls this.
 */
#ifndef HAL_IRQCTL_H
#define HAL_IRQCTL_H

/**
 * Upcall, supplied by the driver: the CPU took an interrupt. Acknowledges it, calls hal_on_irq() with
 * interrupts unmasked so that more urgent levels nest, and ends it.
 *
 * Context: interrupt, interrupts masked; they are so again on return.
 */
void hal_irqctl_serve(void);

#endif
