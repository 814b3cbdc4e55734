/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The virtual and the physical comparator of the Arm generic timer, which non-secure software may use, as
 * periodic timers of the calling CPU (Armv7-A ARM, B8.2; QEMU target/arm/helper.c, gt_*).
 */
#include <drivers/timer.h>
#include <hal/cpu.h>
#include "expiry_priv.h"

#define CTL_ENABLE 1u

/* Operands of the coprocessor accesses: `ctl` is CRm and opc2 of c14; `cval` and `count` are opc1 of c14. */
#define DEFINE_TIMER(name, ctl, cval, count)                                                                 \
    static uint32_t name##_period[CONFIG_CPUS];                                                              \
                                                                                                             \
    static void name##_control(uint32_t value)                                                               \
    {                                                                                                        \
        __asm__ volatile("mcr p15, 0, %0, c14, " ctl "\n\tisb" ::"r"(value) : "memory");                     \
    }                                                                                                        \
                                                                                                             \
    static void name##_expire_at(uint64_t at)                                                                \
    {                                                                                                        \
        __asm__ volatile("mcrr p15, " cval ", %Q0, %R0, c14\n\tisb" ::"r"(at) : "memory");                   \
    }                                                                                                        \
                                                                                                             \
    static uint64_t name##_now(void)                                                                         \
    {                                                                                                        \
        uint64_t now;                                                                                        \
                                                                                                             \
        __asm__ volatile("isb\n\tmrrc p15, " count ", %Q0, %R0, c14" : "=r"(now)::"memory");                 \
        return now;                                                                                          \
    }                                                                                                        \
                                                                                                             \
    static void name##_start(const struct timer_dev *t, uint32_t hz)                                         \
    {                                                                                                        \
        name##_period[hal_cpu_id()] = rate_hz(t) / hz;                                                       \
        name##_expire_at(name##_now() + name##_period[hal_cpu_id()]);                                        \
        name##_control(CTL_ENABLE);                                                                          \
    }                                                                                                        \
                                                                                                             \
    static void name##_ack(const struct timer_dev *t)                                                        \
    {                                                                                                        \
        uint64_t at;                                                                                         \
                                                                                                             \
        (void)t;                                                                                             \
        __asm__ volatile("mrrc p15, " cval ", %Q0, %R0, c14" : "=r"(at));                                    \
        name##_expire_at(next_expiry(at, name##_now(), name##_period[hal_cpu_id()]));                        \
    }                                                                                                        \
                                                                                                             \
    static void name##_stop(const struct timer_dev *t)                                                       \
    {                                                                                                        \
        (void)t;                                                                                             \
        name##_control(0);                                                                                   \
    }                                                                                                        \
                                                                                                             \
    const struct timer_ops timer_##name = {name##_start, name##_ack, name##_stop, name##_start}

static uint32_t rate_hz(const struct timer_dev *t)
{
    uint32_t hz = t->clock_hz;

    if (hz == 0) {
        __asm__ volatile("mrc p15, 0, %0, c14, c0, 0" : "=r"(hz)); /* CNTFRQ */
    }
    return hz;
}

DEFINE_TIMER(generic, "c3, 1", "3", "1");      /* CNTV_CTL, CNTV_CVAL, CNTVCT */
DEFINE_TIMER(generic_phys, "c2, 1", "2", "0"); /* CNTP_CTL, CNTP_CVAL, CNTPCT */
