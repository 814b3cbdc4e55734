/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stand-in for FreeRTOS, for tests of the port: a small separate kernel that uses FreeRTOS's names as far
 * as the port needs them. Its trace macros are in the places of FreeRTOS V9, V10 or V11, depending on
 * STANDIN_VERSION.
 */
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

#define STANDIN_DEFAULT_MACRO(...)
#ifndef traceSTANDIN_PENDS
#define traceSTANDIN_PENDS STANDIN_DEFAULT_MACRO
#endif
#ifndef traceSTANDIN_LEAVES
#define traceSTANDIN_LEAVES STANDIN_DEFAULT_MACRO
#define traceSTANDIN_GIVES  STANDIN_DEFAULT_MACRO
#endif
#ifndef traceTASK_SWITCHED_IN
#define traceTASK_SWITCHED_IN      STANDIN_DEFAULT_MACRO
#define traceTASK_SWITCHED_OUT     STANDIN_DEFAULT_MACRO
#define traceTASK_CREATE           STANDIN_DEFAULT_MACRO
#define traceTASK_DELETE           STANDIN_DEFAULT_MACRO
#define traceTASK_INCREMENT_TICK   STANDIN_DEFAULT_MACRO
#define traceISR_ENTER             STANDIN_DEFAULT_MACRO
#define traceISR_EXIT              STANDIN_DEFAULT_MACRO
#define traceISR_EXIT_TO_SCHEDULER STANDIN_DEFAULT_MACRO
#endif
#ifndef traceMOVED_TASK_TO_READY_STATE
#define traceMOVED_TASK_TO_READY_STATE STANDIN_DEFAULT_MACRO
#endif
#ifndef traceTASK_DELAY
#define traceTASK_DELAY                STANDIN_DEFAULT_MACRO
#define traceTASK_SUSPEND              STANDIN_DEFAULT_MACRO
#define traceTASK_PRIORITY_INHERIT     STANDIN_DEFAULT_MACRO
#define traceTASK_PRIORITY_DISINHERIT  STANDIN_DEFAULT_MACRO
#define traceBLOCKING_ON_QUEUE_RECEIVE STANDIN_DEFAULT_MACRO
#define traceBLOCKING_ON_QUEUE_SEND    STANDIN_DEFAULT_MACRO
#define traceQUEUE_RECEIVE             STANDIN_DEFAULT_MACRO
#define traceQUEUE_SEND                STANDIN_DEFAULT_MACRO
#define traceQUEUE_SEND_FROM_ISR       STANDIN_DEFAULT_MACRO
#define traceQUEUE_REGISTRY_ADD        STANDIN_DEFAULT_MACRO
#define traceTASK_NOTIFY_TAKE_BLOCK    STANDIN_DEFAULT_MACRO
#endif
#ifndef traceQUEUE_CREATE
#define traceQUEUE_CREATE STANDIN_DEFAULT_MACRO
#define traceCREATE_MUTEX STANDIN_DEFAULT_MACRO
#endif
#ifndef traceTASK_NOTIFY_WAIT
#define traceTASK_NOTIFY_WAIT STANDIN_DEFAULT_MACRO
#endif
#ifndef traceTASK_NOTIFY_WAIT_BLOCK
#define traceTASK_NOTIFY_WAIT_BLOCK            STANDIN_DEFAULT_MACRO
#define traceBLOCKING_ON_STREAM_BUFFER_RECEIVE STANDIN_DEFAULT_MACRO
#endif
#ifndef traceMALLOC
#define traceMALLOC STANDIN_DEFAULT_MACRO
#define traceFREE   STANDIN_DEFAULT_MACRO
#endif

#ifndef INCLUDE_xTaskGetSchedulerState
#define INCLUDE_xTaskGetSchedulerState 0
#endif

#ifndef traceLOW_POWER_IDLE_BEGIN
#define traceLOW_POWER_IDLE_BEGIN STANDIN_DEFAULT_MACRO
#define traceLOW_POWER_IDLE_END   STANDIN_DEFAULT_MACRO
#endif
#ifndef configPOST_SLEEP_PROCESSING
#define configPOST_SLEEP_PROCESSING STANDIN_DEFAULT_MACRO
#endif

/* As in FreeRTOS, interrupts above the mask stay enabled. */
static inline uint32_t standin_mask(void)
{
    uint32_t before;

    __asm__ volatile("mrs %0, basepri\n\tmsr basepri, %1"
                     : "=&r"(before)
                     : "r"(configMAX_SYSCALL_INTERRUPT_PRIORITY)
                     : "memory");
    return before;
}

static inline void standin_unmask(uint32_t before)
{
    __asm__ volatile("msr basepri, %0" ::"r"(before) : "memory");
}

#define portYIELD() (*(volatile uint32_t *)0xE000ED04u = 1u << 28)
#if STANDIN_VERSION >= 11
#define portYIELD_FROM_ISR(woken)                                                                            \
    do {                                                                                                     \
        if (woken) {                                                                                         \
            traceISR_EXIT_TO_SCHEDULER();                                                                    \
            portYIELD();                                                                                     \
        } else {                                                                                             \
            traceISR_EXIT();                                                                                 \
        }                                                                                                    \
    } while (0)
#else
#define portYIELD_FROM_ISR(woken)                                                                            \
    do {                                                                                                     \
        if (woken) {                                                                                         \
            portYIELD();                                                                                     \
        }                                                                                                    \
    } while (0)
#endif

#endif
