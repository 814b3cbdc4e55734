/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of this architecture, assembler included. Register names and CSRs: RISC-V ABIs 1.0 and
 * Privileged Architecture 1.12. */
#ifndef RV32_PRIV_H
#define RV32_PRIV_H

#define MSTATUS_MIE  (1u << 3)
#define MSTATUS_MPIE (1u << 7)
#define MSTATUS_MPP  (3u << 11) /* of machine mode, into which every trap returns */

#define BOOT_STACK_BYTES 4096

/* A context on its stack: the registers that a call may change, and at a switch the rest too. */
#define TRAP_BYTES    80
#define CONTEXT_BYTES 128

#ifndef __ASSEMBLER__
#include <stdint.h>

/** The registers that entry.S saves at each trap. */
struct rv32_trap {
    uint32_t ra, t0_t2[3], a0_a7[8], t3_t6[4], mepc, mstatus, scratch[2];
};

/** … and those that it saves below them at a switch. */
struct rv32_context {
    uint32_t s0_s11[12];
    struct rv32_trap trap;
};

/** From entry.S, with the stack in place. */
_Noreturn void rv32_boot(void);

/** An exception that is no request for a switch. @param callee_saved  s0 to s11, then tp, gp and sp as it was
 */
_Noreturn void rv32_fault(const struct rv32_trap *trap, const uint32_t *callee_saved);

#endif
#endif
