/* SPDX-License-Identifier: BSD-2-Clause */
/* Tasks of the stand-in. */
#ifndef STANDIN_TASK_H
#define STANDIN_TASK_H

#include <freertos/FreeRTOS.h>
#include <smp/task.h>

#undef tskKERNEL_VERSION_MAJOR
#define tskKERNEL_VERSION_MAJOR 10

#define taskENTER_CRITICAL(mux) portENTER_CRITICAL(mux)
#define taskEXIT_CRITICAL(mux)  portEXIT_CRITICAL(mux)

#endif
