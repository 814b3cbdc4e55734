/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Convert an exception to hal_on_fault(). The registers are from entry.S, the reason from mcause (RISC-V
 * Privileged Architecture 1.12, table 3.6).
 */
#include <stddef.h>
#include <string.h>
#include <hal/fault.h>
#include <spoor/port/irq.h>
#include "rv32_priv.h"

struct reason {
    const char *text;
    uint8_t has_address; /* mtval holds an address */
};

static const struct reason reasons[] = {
    [0] = {"unaligned instruction fetch", 1},
    [1] = {"bus fault on instruction fetch", 1},
    [2] = {"undefined instruction", 0},
    [3] = {"breakpoint", 0},
    [4] = {"unaligned access", 1},
    [5] = {"bus fault on data access", 1},
    [6] = {"unaligned access", 1},
    [7] = {"bus fault on data access", 1},
};

const char *const hal_register_names[HAL_REGISTERS] = {
    "pc", "ra", "sp", "mstatus", "a0", "a1", "a2", "a3",  "a4",  "a5", "a6",
    "a7", "t0", "t1", "t2",      "t3", "t4", "t5", "t6",  "s0",  "s1", "s2",
    "s3", "s4", "s5", "s6",      "s7", "s8", "s9", "s10", "s11", "gp", "tp",
};

static uint32_t mcause(void)
{
    uint32_t cause;

    __asm__ volatile("csrr %0, mcause" : "=r"(cause));
    return cause;
}

static uint32_t mtval(void)
{
    uint32_t value;

    __asm__ volatile("csrr %0, mtval" : "=r"(value));
    return value;
}

_Noreturn void rv32_fault(const struct rv32_trap *trap, const uint32_t *callee_saved)
{
    uint32_t cause = mcause();
    struct hal_fault f = {.reason = "unexpected exception", .status = cause, .in_isr = spoor_in_isr()};

    rv32_set_state(rv32_state() |
                   STATE_IN_ISR); /* as in an interrupt handler, so that nothing below may wait */
    if (cause < sizeof reasons / sizeof reasons[0]) {
        f.reason = reasons[cause].text;
        f.address_valid = reasons[cause].has_address;
        f.address = mtval();
    }
    f.r[HAL_REGISTER_PC] = trap->mepc;
    f.r[RV32_FAULT_RA] = trap->ra;
    f.r[RV32_FAULT_SP] = (uint32_t)(trap + 1);
    f.r[RV32_FAULT_MSTATUS] = trap->mstatus;
    memcpy(f.r + RV32_FAULT_A0, trap->a0_a7, sizeof trap->a0_a7);
    memcpy(f.r + RV32_FAULT_T0, trap->t0_t2, sizeof trap->t0_t2);
    memcpy(f.r + RV32_FAULT_T0 + 3, trap->t3_t6, sizeof trap->t3_t6);
    memcpy(f.r + RV32_FAULT_S0, callee_saved, 14 * sizeof(uint32_t)); /* including gp and tp */
    hal_on_fault(&f);
}
