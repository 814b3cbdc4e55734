/* SPDX-License-Identifier: BSD-2-Clause */
/* A stand-in for FreeRTOS V11 on several cores: its names, and its trace macros in the same places and under
 * the same locks. */
#ifndef FREERTOS_H
#define FREERTOS_H

#include <stddef.h>
#include <stdint.h>

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t StackType_t;
typedef uint32_t TickType_t;

#define pdFALSE       0
#define pdTRUE        1
#define pdPASS        1
#define portMAX_DELAY 0xFFFFFFFFu

#include "FreeRTOSConfig.h"

static inline BaseType_t portGET_CORE_ID(void)
{
    BaseType_t core;

    __asm__ volatile("csrr %0, mhartid" : "=r"(core)::"memory");
    return core;
}

#define portYIELD()           __asm__ volatile("ecall" ::: "memory")
#define portYIELD_CORE(core)  (*(volatile uint32_t *)(0x02000000u + 4 * (uint32_t)(core)) = 1)
#define portYIELD_FROM_ISR(x) ((void)(x))
#define taskENTER_CRITICAL()  standin_enter()
#define taskEXIT_CRITICAL()   standin_leave()

/* FreeRTOS's locks for tasks and for interrupts in one. It nests. */
void standin_enter(void);
void standin_leave(void);

#endif
