/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Masked sections on ThreadX: those of TX_DISABLE and TX_RESTORE, of the kernel and of the program. With
 * TX_DISABLE_INLINE these call two functions of the port, which the linker replaces: --wrap of both.
 * SPOOR_MASKED := 1 sets all three.
 */
#include <spoor/config.h>

#if CONFIG_TRACE && CONFIG_TRACE_MASKED

#include <spoor/masked.h>

unsigned __real__tx_thread_interrupt_disable(void);
void __real__tx_thread_interrupt_restore(unsigned state);
unsigned __wrap__tx_thread_interrupt_disable(void);
void __wrap__tx_thread_interrupt_restore(unsigned state);

/* On Cortex-M the state is PRIMASK or BASEPRI: 0 if nothing was masked. */
unsigned __wrap__tx_thread_interrupt_disable(void)
{
    unsigned state = __real__tx_thread_interrupt_disable();

    if (state == 0 && trace_masked_is_on()) {
        spoor_masked_begin_by((uintptr_t)__builtin_return_address(0));
    }
    return state;
}

void __wrap__tx_thread_interrupt_restore(unsigned state)
{
    if (state == 0 && trace_masked_is_on()) {
        spoor_masked_end();
    }
    __real__tx_thread_interrupt_restore(state);
}

#endif
