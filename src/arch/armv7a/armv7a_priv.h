/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the ARMv7-A files, including entry.S.
 *
 * Everything runs in System mode: threads on their own stacks, interrupts on the CPU's interrupt stack.
 * Boot and faults, which never return, share the other stack of the CPU.
 */
#ifndef ARMV7A_PRIV_H
#define ARMV7A_PRIV_H

/* Processor modes (Armv7-A ARM, B1.3.1). */
#define MODE_FIQ 0x11
#define MODE_IRQ 0x12
#define MODE_SVC 0x13
#define MODE_ABT 0x17
#define MODE_UND 0x1B
#define MODE_SYS 0x1F

/*
 * Floating point. Call-clobbered registers are saved at every interrupt: FPSCR, d0 to d7, and d16 to d31 if
 * present. The others are saved at a context switch. The compiler may use floating-point registers in any
 * function, mostly for copying.
 */
#ifdef __ARM_NEON
#define FLOAT_CALL_BYTES 200
#elif defined __ARM_FP
#define FLOAT_CALL_BYTES 72
#else
#define FLOAT_CALL_BYTES 0
#endif
#define FLOAT_KEPT_BYTES (FLOAT_CALL_BYTES ? 64 : 0)

#define BOOT_STACK_BYTES 4096
#define ISR_STACK_BYTES  (CONFIG_ISR_STACK_BYTES + 4 * FLOAT_CALL_BYTES) /* per nesting level */
#define CPU_OWN_BYTES    8 /* the word of hal_cpu_own(), above the interrupt stack */
#define CPU_STACKS_BYTES (BOOT_STACK_BYTES + ISR_STACK_BYTES + CPU_OWN_BYTES)

/* Value that releases a CPU from its entry code. Memory is unlikely to contain it at power-on. */
#define RELEASED 0x5EA1ED0F

/* The kind of a fault, an index into the table of fault.c. */
#define FAULT_UNDEFINED 0
#define FAULT_PREFETCH  1
#define FAULT_DATA      2
#define FAULT_OTHER     3

#ifndef __ASSEMBLER__
#include <stdint.h>

/** A thread's registers on its stack, as saved by entry.S. */
struct armv7a_frame {
#if FLOAT_CALL_BYTES
    uint32_t float_kept[FLOAT_KEPT_BYTES / 4]; /* d8 to d15 */
#endif
    uint32_t r4_r11[8];
#if FLOAT_CALL_BYTES
    uint32_t fpscr, padding, float_call[FLOAT_CALL_BYTES / 4 - 2];
#endif
    uint32_t r0, r1, r2, r3, r12, lr, pc, cpsr;
};

/** The registers of a faulting context, as saved by entry.S. */
struct armv7a_fault_frame {
    uint32_t r[13], mode_lr, pc, cpsr;
};

/** The exception vectors, at the start of the image. */
extern uint8_t armv7a_vectors[];

/** Build the translation table. Context: boot, CPU 0. */
void armv7a_mmu_init(void);

/** Enable the MMU and the caches of this CPU. Context: boot. */
void armv7a_mmu_enable(void);

/** Called by entry.S with the stacks set up. */
_Noreturn void armv7a_boot(unsigned cpu);
_Noreturn void armv7a_fault(const struct armv7a_fault_frame *frame, unsigned kind, uint32_t sp, uint32_t lr);

#endif
#endif
