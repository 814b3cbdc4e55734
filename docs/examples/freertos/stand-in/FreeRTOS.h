/* SPDX-License-Identifier: BSD-2-Clause */
/* Not FreeRTOS: just the names that the example uses, so that it can be compiled and tested without. */
#ifndef STAND_IN_FREERTOS_H
#define STAND_IN_FREERTOS_H

#include <stdint.h>

#define configCPU_CLOCK_HZ                      100000000u
#define configTICK_RATE_HZ                      1000u
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS 1
#define TRACE_PORT_SLOT                         0
#define TRACE_PORT_TASKS                        2

typedef long BaseType_t;
typedef uint32_t TickType_t;

#include <trace_hooks.h>

#endif
