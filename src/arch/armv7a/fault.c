/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Convert a fault exception to hal_on_fault(). The registers are from entry.S, the reason from the fault
 * status registers (Armv7-A ARM, B3.13.3, short-descriptor format).
 */
#include <stddef.h>
#include <string.h>
#include <hal/fault.h>
#include <spoor/port/irq.h>
#include "armv7a_priv.h"

#define CPSR_T (1u << 5)

struct reason {
    uint8_t status; /* FS[4:0] */
    const char *data, *fetch;
};

static const struct reason reasons[] = {
    {0x01, "unaligned access", "unaligned instruction fetch"},
    {0x02, "debug event", "breakpoint"},
    {0x05, "data access to an unmapped address", "instruction fetch from an unmapped address"},
    {0x07, "data access to an unmapped address", "instruction fetch from an unmapped address"},
    {0x08, "bus fault on data access", "bus fault on instruction fetch"},
    {0x0D, "data access to a forbidden address", "instruction fetch from a forbidden address"},
    {0x0F, "data access to a forbidden address", "instruction fetch from a forbidden address"},
    {0x16, "bus fault on data access, imprecise", "bus fault on instruction fetch"},
};

static const char *reason_of(const struct hal_fault *f, unsigned kind)
{
    uint32_t status = (f->status & 0xF) | (f->status >> 6 & 0x10);

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].status == status) {
            return kind == FAULT_DATA ? reasons[i].data : reasons[i].fetch;
        }
    }
    return kind == FAULT_DATA ? "data abort" : "prefetch abort";
}

static void read_abort(struct hal_fault *f, unsigned kind)
{
    if (kind == FAULT_DATA) {
        __asm__ volatile("mrc p15, 0, %0, c5, c0, 0" : "=r"(f->status));  /* DFSR */
        __asm__ volatile("mrc p15, 0, %0, c6, c0, 0" : "=r"(f->address)); /* DFAR */
        f->address_valid = (f->status & 0x40F) != 0x406;                  /* invalid for an imprecise abort */
    } else {
        __asm__ volatile("mrc p15, 0, %0, c5, c0, 1" : "=r"(f->status)); /* IFSR */
#if __ARM_ARCH >= 7
        __asm__ volatile("mrc p15, 0, %0, c6, c0, 2" : "=r"(f->address)); /* IFAR */
        f->address_valid = 1;
#endif
    }
    f->reason = reason_of(f, kind);
}

/* Offset from the faulting instruction to the return address (B1.8.3, table B1-7). */
static uint32_t return_offset(unsigned kind, uint32_t cpsr)
{
    switch (kind) {
    case FAULT_UNDEFINED:
        return cpsr & CPSR_T ? 2 : 4;
    case FAULT_DATA:
        return 8;
    default:
        return 4;
    }
}

_Noreturn void armv7a_fault(const struct armv7a_fault_frame *frame, unsigned kind, uint32_t sp, uint32_t lr)
{
    struct hal_fault f = {0};

    f.in_isr = spoor_in_isr();
    armv7a_set_state(armv7a_state() + 2); /* as in an interrupt handler, so that nothing below may wait */
    if (kind == FAULT_UNDEFINED) {
        f.reason = "undefined instruction";
    } else if (kind == FAULT_OTHER) {
        f.reason = "unexpected exception";
    } else {
        read_abort(&f, kind);
    }
    memcpy(f.r + ARM_FAULT_R0, frame->r, sizeof frame->r);
    f.r[ARM_FAULT_SP] = sp;
    f.r[ARM_FAULT_LR] = lr;
    f.r[HAL_REGISTER_PC] = frame->pc - return_offset(kind, frame->cpsr);
    f.r[ARM_FAULT_PSR] = frame->cpsr;
    hal_on_fault(&f);
}
