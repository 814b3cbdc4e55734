/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the ARMv7-A files; entry.S includes it too.
 *
 * Everything runs in System mode: threads on their own stacks, interrupts on the CPU's interrupt stack. Boot
 * and faults, which never return, share the other stack of the CPU.
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
 * Floating point. Registers that a call may change are saved at every interrupt, the rest at a switch: FPSCR,
 * d0 to d7, and d16 to d31 where they are. The compiler uses these registers in any function, to copy above
 * all.
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
#define ISR_STACK_BYTES  (CONFIG_ISR_STACK_BYTES + 4 * FLOAT_CALL_BYTES) /* for each level that nests */
#define CPU_OWN_BYTES    8 /* the word of hal_cpu_own(), on top of the stack of interrupts */
#define CPU_STACKS_BYTES (BOOT_STACK_BYTES + ISR_STACK_BYTES + CPU_OWN_BYTES)

/* The word of a CPU that may leave its entry; at power-on memory holds anything but this. */
#define RELEASED 0x5EA1ED0F

/* The kind of a fault; index of fault.c's table. */
#define FAULT_UNDEFINED 0
#define FAULT_PREFETCH  1
#define FAULT_DATA      2
#define FAULT_OTHER     3

#ifndef __ASSEMBLER__
#include <stdint.h>

/** A thread's registers on its stack, as entry.S saves them. */
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

/** A faulting context's registers, as entry.S saves them. */
struct armv7a_fault_frame {
    uint32_t r[13], mode_lr, pc, cpsr;
};

/** The vectors, where the image begins. */
extern uint8_t armv7a_vectors[];

/** Build the map of memory. Context: boot, CPU 0. */
void armv7a_mmu_init(void);

/** Turn the map and the caches on, on this CPU. Context: boot. */
void armv7a_mmu_enable(void);

/** From entry.S, with stacks in place. */
_Noreturn void armv7a_boot(unsigned cpu);
_Noreturn void armv7a_fault(const struct armv7a_fault_frame *frame, unsigned kind, uint32_t sp, uint32_t lr);

#endif
#endif
