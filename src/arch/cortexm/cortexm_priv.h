/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the Cortex-M files. Register numbers: Armv7-M ARM, B3.2.2. */
#ifndef CORTEXM_PRIV_H
#define CORTEXM_PRIV_H

#include <stdint.h>

#define SCB_CCR   (*(volatile uint32_t *)0xE000ED14u)
#define SCB_SHPR2 (*(volatile uint32_t *)0xE000ED1Cu)
#define SCB_SHPR3 (*(volatile uint32_t *)0xE000ED20u)
#define SCB_SHCSR (*(volatile uint32_t *)0xE000ED24u)
#define SCB_CFSR  (*(volatile uint32_t *)0xE000ED28u)
#define SCB_HFSR  (*(volatile uint32_t *)0xE000ED2Cu)
#define SCB_MMFAR (*(volatile uint32_t *)0xE000ED34u)
#define SCB_BFAR  (*(volatile uint32_t *)0xE000ED38u)
#define SCB_CPACR (*(volatile uint32_t *)0xE000ED88u)

/** The end of each CPU's interrupt stack, for assembly. */
extern uint8_t *const cortexm_isr_stack_top[CONFIG_CPUS];

/** C entry after reset, with the stack set up. */
_Noreturn void cortexm_boot(unsigned cpu);

/** Enable the most specific faults of the core. Context: boot. */
void cortexm_fault_init(void);

/** Report that a handler overflowed the interrupt stack, so that there is no fault frame. Context: fault. */
_Noreturn void cortexm_isr_stack_overflow(void);

/** Exception handlers in assembly. */
void cortexm_fault_entry(void);
void cortexm_pendsv(void);

#endif
