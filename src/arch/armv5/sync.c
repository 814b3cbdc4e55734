/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The compiler calls this function for a memory barrier, because ARMv5 has no barrier instruction. With one
 * CPU a compiler barrier is enough.
 */
#include <hal/cpu.h>

void __sync_synchronize(void);
void __sync_synchronize(void)
{
    hal_compiler_barrier();
}
