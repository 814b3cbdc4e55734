/* SPDX-License-Identifier: BSD-2-Clause */
/* A stand-in for the kernel of ESP-IDF on one core: its names, where they differ from FreeRTOS's. */
#ifndef STANDIN_FREERTOS_H
#define STANDIN_FREERTOS_H

#include <stddef.h>
#include <stdint.h>
#include <smp/mask.h>

typedef int BaseType_t;
typedef unsigned UBaseType_t;
typedef uint32_t StackType_t;
typedef uint32_t TickType_t;

#define pdFALSE       0
#define pdTRUE        1
#define pdPASS        1
#define portMAX_DELAY 0xFFFFFFFFu

#include "FreeRTOSConfig.h"

#ifndef traceISR_ENTER
#define traceISR_ENTER(line)
#endif

#define portGET_CORE_ID()     ((BaseType_t)0)
#define portYIELD()           __asm__ volatile("ecall" ::: "memory")
#define portYIELD_CORE(core)  (*(volatile uint32_t *)(0x02000000u + 4 * (uint32_t)(core)) = 1)
#define portYIELD_FROM_ISR(x) ((void)(x))

/* A parameter that one core doesn't use. */
#define portENTER_CRITICAL(mux)                                                                              \
    {                                                                                                        \
        (void)mux;                                                                                           \
        vPortEnterCritical();                                                                                \
    }
#define portEXIT_CRITICAL(mux)                                                                               \
    {                                                                                                        \
        (void)mux;                                                                                           \
        vPortExitCritical();                                                                                 \
    }

void vPortEnterCritical(void);
void vPortExitCritical(void);
BaseType_t xPortInIsrContext(void);

/* The kernel's own, in tests/dist/smp. */
void standin_enter(void);
void standin_leave(void);

/*
 * ESP-IDF's dispatcher reports a source plus 6, and the tick's handler once more its source. Here each tick
 * interrupts another handler. A handler that switches tasks reports no exit but its own.
 */
#define STANDIN_ISR_ENTER(name) STANDIN_ISR_##name
#define STANDIN_ISR_TICK        (traceISR_ENTER(40), traceISR_ENTER(63), traceISR_ENTER(57))
#define STANDIN_ISR_YIELD       traceISR_ENTER(32)

#endif
