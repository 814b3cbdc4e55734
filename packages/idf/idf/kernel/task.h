/* SPDX-License-Identifier: BSD-2-Clause */
/* Spoor's port includes the kernel's headers by their own names. */
#ifndef SPOOR_IDF_TASK_H
#define SPOOR_IDF_TASK_H

#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

/* ESP-IDF's macros take a spinlock, which one core doesn't use. */
#undef taskENTER_CRITICAL
#undef taskEXIT_CRITICAL
#define taskENTER_CRITICAL() vPortEnterCritical()
#define taskEXIT_CRITICAL()  vPortExitCritical()

#endif
