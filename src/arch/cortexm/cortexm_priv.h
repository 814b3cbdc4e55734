/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the Cortex-M files. Register numbers: Armv7-M ARM, B3.2.2. */
#ifndef CORTEXM_PRIV_H
#define CORTEXM_PRIV_H

#include <stdint.h>

#define SCB_CCR   (*(volatile uint32_t *)0xE000ED14u)
#define SCB_SHPR3 (*(volatile uint32_t *)0xE000ED20u)
#define SCB_SHCSR (*(volatile uint32_t *)0xE000ED24u)
#define SCB_CFSR  (*(volatile uint32_t *)0xE000ED28u)
#define SCB_HFSR  (*(volatile uint32_t *)0xE000ED2Cu)
#define SCB_MMFAR (*(volatile uint32_t *)0xE000ED34u)
#define SCB_BFAR  (*(volatile uint32_t *)0xE000ED38u)
#define SCB_CPACR (*(volatile uint32_t *)0xE000ED88u)

/** Where each CPU's stack of handlers ends; for assembly. */
extern uint8_t *const cortexm_isr_stack_top[CONFIG_CPUS];

/** After reset, on its stack. */
_Noreturn void cortexm_boot(unsigned cpu);

/** Make faults as specific as the core can. Context: boot. */
void cortexm_fault_init(void);

/** A handler ran over the stack: the fault's frame is nowhere. Context: fault. */
_Noreturn void cortexm_isr_stack_overflow(void);

/** Vectors, in assembly. */
void cortexm_fault_entry(void);
void cortexm_pendsv(void);

#endif
