/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset of a single-CPU Cortex-M. */
#include <drivers/power.h>
#include "aircr_priv.h"

_Noreturn void power_reset(void)
{
    aircr_reset();
}
