/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Convert a fault exception to hal_on_fault(). The registers are from the two frames, the reason from the
 * fault status registers (Armv7-M ARM, B3.2.15). ARMv6-M has no such registers. They read as 0, and the
 * reason is the exception's name.
 */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <hal/fault.h>
#include "cortexm_priv.h"
#include <arch/frame.h>

_Noreturn void cortexm_fault(const uint32_t *frame, const uint32_t *r4_r11, uint32_t exc_return);

static const struct {
    uint32_t bit;
    const char *text;
} reasons[] = {
    {1u << 0, "instruction fetch from a forbidden address"},
    {1u << 1, "data access to a forbidden address"},
    {1u << 3, "memory fault while leaving an exception"},
    {1u << 4, "memory fault while entering an exception: stack overflow?"},
    {1u << 8, "bus fault on instruction fetch"},
    {1u << 9, "bus fault on data access"},
    {1u << 10, "bus fault on data access, imprecise"},
    {1u << 11, "bus fault while leaving an exception"},
    {1u << 12, "bus fault while entering an exception: stack overflow?"},
    {1u << 16, "undefined instruction"},
    {1u << 17, "jump to an address without the Thumb bit"},
    {1u << 18, "bad exception return"},
    {1u << 19, "no coprocessor"},
    {1u << 20, "stack overflow"}, /* ARMv8-M: below PSPLIM or MSPLIM */
    {1u << 24, "unaligned access"},
    {1u << 25, "division by zero"},
};

/* With the stack pointer at its limit, the hardware stacked nothing (Armv8-M ARM, B3.21). */
static bool was_stacked(const uint32_t *frame)
{
#if CORTEXM_LIMIT
    const uint32_t *limit;

    __asm__ volatile("mrs %0, psplim" : "=r"(limit));
    return frame != limit || !(SCB_CFSR & 1u << 20);
#else
    (void)frame;
    return true;
#endif
}

static const char *reason_of(uint32_t cfsr, uint32_t exception)
{
    static const char *const names[] = {
        [2] = "non-maskable interrupt",
        [3] = "hard fault",
        [4] = "memory management fault",
        [5] = "bus fault",
        [6] = "usage fault",
        [11] = "unexpected supervisor call",
        [12] = "debug monitor",
    };

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (cfsr & reasons[i].bit) {
            return reasons[i].text;
        }
    }
    if (exception < sizeof names / sizeof names[0] && names[exception] != NULL) {
        return names[exception];
    }
    return "unexpected exception";
}

void cortexm_fault_init(void)
{
    SCB_SHCSR |= 7u << 16;   /* separate handlers for memory, bus and usage faults */
    SCB_CCR |= 1u << 4;      /* trap division by zero */
    SCB_SHPR3 = 0xFFu << 16; /* PendSV has the lowest priority, and SVCall, too */
    SCB_SHPR2 = 0xFFu << 24;
}

_Noreturn void cortexm_isr_stack_overflow(void)
{
    const struct hal_fault f = {
        .reason = "stack overflow in interrupts: CONFIG_ISR_STACK_BYTES is too small (no registers)",
        .in_isr = 1,
    };

    hal_on_fault(&f);
}

static void read_registers(struct hal_fault *f, const uint32_t *frame, const uint32_t *r4_r11,
                           uint32_t exc_return)
{
    memcpy(f->r + ARM_FAULT_R0, frame, 4 * sizeof f->r[0]);
    memcpy(f->r + ARM_FAULT_R0 + 4, r4_r11, 8 * sizeof f->r[0]);
    f->r[ARM_FAULT_R0 + 12] = frame[4];
    f->r[ARM_FAULT_LR] = frame[5];
    f->r[HAL_REGISTER_PC] = frame[6];
    f->r[ARM_FAULT_PSR] = frame[7];
    f->r[ARM_FAULT_SP] = (uint32_t)(frame + (exc_return & 16 ? 8 : 26)) +
                         ((frame[7] >> 9 & 1) ? 4 : 0); /* xPSR bit 9: alignment word */
}

_Noreturn void cortexm_fault(const uint32_t *frame, const uint32_t *r4_r11, uint32_t exc_return)
{
    struct hal_fault f = {0};
    uint32_t exception;

    __asm__ volatile("mrs %0, ipsr" : "=r"(exception));
    f.status = SCB_CFSR;
    f.reason = reason_of(f.status, exception);
    if (f.status & (1u << 7)) {
        f.address = SCB_MMFAR;
        f.address_valid = 1;
    } else if (f.status & (1u << 15)) {
        f.address = SCB_BFAR;
        f.address_valid = 1;
    }
    if (was_stacked(frame)) {
        read_registers(&f, frame, r4_r11, exc_return);
    } else {
        f.r[ARM_FAULT_SP] = (uint32_t)frame;
    }
    f.in_isr = (exc_return & 8) == 0;
    hal_on_fault(&f);
}
