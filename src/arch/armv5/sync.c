/* SPDX-License-Identifier: BSD-2-Clause */
/* The compiler calls this for a barrier, for which ARMv5 has no instruction. With one CPU the compiler's own
 * suffices. */
#include <hal/cpu.h>

void __sync_synchronize(void);
void __sync_synchronize(void)
{
    hal_compiler_barrier();
}
