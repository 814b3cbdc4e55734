/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's settings, for QEMU's `virt`. mscratch holds whether the core is in an interrupt. */
#include "mask.h"

#ifndef CONFIG_CPUS
#define CONFIG_CPUS STANDIN_CORES
#endif
#define SPOOR_CYCLES_HZ         10000000u
#define CONFIG_CYCLES_ADDRESS   0x0200BFF8
#define CONFIG_TRACE_RING_BYTES 262144
#define SPOOR_LOCK()            standin_mask()
#define SPOOR_UNLOCK(state)     standin_unmask(state)
#define SPOOR_IN_ISR()          standin_in_isr()

#ifdef STANDIN_SPINLOCK /* as on a chip without exclusive accesses between cores */
extern uint32_t standin_spinlock;
#define SPOOR_SPIN_TAKE()                                                                                    \
    while (__atomic_exchange_n(&standin_spinlock, 1, __ATOMIC_ACQUIRE) != 0) {                               \
    }
#define SPOOR_SPIN_GIVE() __atomic_store_n(&standin_spinlock, 0, __ATOMIC_RELEASE)
#endif

static inline uint32_t standin_in_isr(void)
{
    uint32_t in_isr;

    __asm__ volatile("csrr %0, mscratch" : "=r"(in_isr)::"memory");
    return in_isr;
}
