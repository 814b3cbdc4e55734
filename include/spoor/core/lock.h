/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The profiler's only type of lock: it masks this CPU's interrupts and excludes the other CPUs. With
 * CONFIG_CPUS 1 it has no size, and taking it only masks interrupts.
 *
 * A lock is held for at most 24 instructions at a time (make bench, masked_stretch). No code may hold two
 * locks.
 */
#ifndef SPOOR_CORE_LOCK_H
#define SPOOR_CORE_LOCK_H

#include <stdint.h>
#include <spoor/config.h>
#include <spoor/port/atomic.h>
#include <spoor/port/port.h>
#include <spoor/util/language.h>

SPOOR_EXTERN_CXX struct trace_lock {
    uint32_t held[CONFIG_CPUS > 1]; /**< in C++ an empty structure would have a size */
};

#define TRACE_LOCK_INIT                                                                                      \
    {                                                                                                        \
        {                                                                                                    \
        }                                                                                                    \
    }

/** Exclude the other CPUs. The caller must have masked interrupts. Context: any. */
static inline void trace_lock_spin(struct trace_lock *l)
{
#if CONFIG_CPUS > 1 && SPOOR_EXCLUSIVES
    while (__atomic_exchange_n(&l->held[0], 1, __ATOMIC_ACQUIRE) != 0) {
        SPOOR_RELAX();
    }
#elif CONFIG_CPUS > 1
    while (!spoor_atomic_cas(&l->held[0], 0, 1)) {
        SPOOR_RELAX();
    }
#else
    (void)l;
#endif
}

/** Take the lock. @return the state for trace_unlock(). Context: any. */
static inline uint32_t trace_lock(struct trace_lock *l)
{
    uint32_t state = spoor_port_lock();

    trace_lock_spin(l);
    return state;
}

/** Release the lock. Context: any. */
static inline void trace_unlock(struct trace_lock *l, uint32_t state)
{
#if CONFIG_CPUS > 1
    __atomic_store_n(&l->held[0], 0, __ATOMIC_RELEASE);
#else
    (void)l;
#endif
    spoor_port_unlock(state);
}

#endif
