/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Masked sections on FreeRTOS with one Cortex-M: the kernel's critical sections, and the program's
 * taskENTER_CRITICAL(). Critical sections have no trace macro, so the linker replaces the port's two
 * functions:
 * --wrap of both, which SPOOR_MASKED := 1 sets.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_MASKED

#include <spoor/masked.h>

#if CONFIG_CPUS > 1 || !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M'
#error                                                                                                       \
    "spoor: CONFIG_TRACE_MASKED needs one Cortex-M: with FreeRTOS other ports have critical sections that can't be replaced; leave SPOOR_MASKED out"
#endif

void __real_vPortEnterCritical(void);
void __real_vPortExitCritical(void);
void __wrap_vPortEnterCritical(void);
void __wrap_vPortExitCritical(void);

/* The kernel's count is private. Cortex-M never switches tasks within a critical section. */
static unsigned nesting;

void __wrap_vPortEnterCritical(void)
{
    __real_vPortEnterCritical();
    if (nesting++ == 0 && trace_masked_is_on()) {
        spoor_masked_begin_by((uintptr_t)__builtin_return_address(0));
    }
}

void __wrap_vPortExitCritical(void)
{
    if (--nesting == 0 && trace_masked_is_on()) {
        spoor_masked_end();
    }
    __real_vPortExitCritical();
}

#endif
