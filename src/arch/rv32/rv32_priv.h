/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the files of this architecture, including assembly. Register names and CSRs: RISC-V ABIs 1.0
 * and Privileged Architecture 1.12.
 */
#ifndef RV32_PRIV_H
#define RV32_PRIV_H

#define MSTATUS_MIE  (1u << 3)
#define MSTATUS_MPIE (1u << 7)
#define MSTATUS_MPP  (3u << 11) /* machine mode, the mode to which every trap returns */

#define BOOT_STACK_BYTES 4096

/* Bytes of a context on its stack: the call-clobbered registers; at a switch also the others. */
#define TRAP_BYTES    80
#define CONTEXT_BYTES 128

/* Offsets in a trap's context. */
#define TRAP_MEPC    64
#define TRAP_MSTATUS 68
#define TRAP_SCRATCH 72

/* Bits of the interrupt state (arch/spoor_irq.h). */
#define STATE_NO_SWITCH 1
#define STATE_IN_ISR    2

#ifndef __ASSEMBLER__
#include <stdint.h>

/** The registers that entry.S saves at each trap. */
struct rv32_trap {
    uint32_t ra, t0_t2[3], a0_a7[8], t3_t6[4], mepc, mstatus, scratch[2];
};

/** The registers that entry.S saves at a switch: the callee-saved registers below those of the trap. */
struct rv32_context {
    uint32_t s0_s11[12];
    struct rv32_trap trap;
};

/** Called by entry.S with the stack set up. */
_Noreturn void rv32_boot(void);

/** Report an exception that isn't a switch request. @param callee_saved  s0 to s11, then gp and tp */
_Noreturn void rv32_fault(const struct rv32_trap *trap, const uint32_t *callee_saved);

#endif
#endif
