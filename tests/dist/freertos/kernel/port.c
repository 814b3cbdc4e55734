/* SPDX-License-Identifier: BSD-2-Clause */
/* Critical sections of the stand-in, in a file of their own as in FreeRTOS's ports. */
#include <FreeRTOS.h>
#include <task.h>

static uint32_t critical_mask;
static unsigned critical;

void vPortEnterCritical(void)
{
    uint32_t before = standin_mask();

    if (critical++ == 0) {
        critical_mask = before;
    }
}

void vPortExitCritical(void)
{
    if (--critical == 0) {
        standin_unmask(critical_mask);
    }
}
