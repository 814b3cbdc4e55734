/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset of a Cortex-M. One CPU. */
#include <drivers/power.h>
#include "aircr_priv.h"

_Noreturn void power_reset(void)
{
    aircr_reset();
}
