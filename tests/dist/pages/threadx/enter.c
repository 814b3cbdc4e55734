/* SPDX-License-Identifier: BSD-2-Clause */
/* ThreadX's start on the stand-in kernel. */
#include <tx_api.h>

void tx_kernel_enter(void)
{
    tx_application_define(NULL);
    vTaskStartScheduler();
}
