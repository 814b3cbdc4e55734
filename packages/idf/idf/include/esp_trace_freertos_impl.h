/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's trace macros. esp_trace includes this header in FreeRTOSConfig.h. */
#ifndef ESP_TRACE_FREERTOS_IMPL_H
#define ESP_TRACE_FREERTOS_IMPL_H

#include "sdkconfig.h"

#if CONFIG_FREERTOS_NUMBER_OF_CORES > 1
#error "spoor: the kernel of ESP-IDF on several cores isn't supported"
#elif CONFIG_FREERTOS_SMP
#error "spoor: this kernel isn't supported: switch CONFIG_FREERTOS_SMP off"
#elif !CONFIG_IDF_TARGET_ARCH_RISCV
#error "spoor: among ESP-IDF's targets only RISC-V with one core is supported"
#endif

/* On one core, too. */
#define SPOOR_CURRENT_TCB pxCurrentTCBs[0]

/* A slot after the program's, and after the callbacks, which ESP-IDF finds in the second half. */
#if CONFIG_FREERTOS_TLSP_DELETION_CALLBACKS
#define SPOOR_SLOT (CONFIG_FREERTOS_THREAD_LOCAL_STORAGE_POINTERS * 2)
#else
#define SPOOR_SLOT CONFIG_FREERTOS_THREAD_LOCAL_STORAGE_POINTERS
#endif
#undef configNUM_THREAD_LOCAL_STORAGE_POINTERS
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS (SPOOR_SLOT + 1)

#include <spoor_freertos.h>

#if CONFIG_TRACE

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Same as spoor_isr_enter().
 *
 * @param line  the number that ESP-IDF gives the macro
 *
 * Context: interrupt.
 */
void spoor_idf_isr_enter(unsigned line);

#ifdef __cplusplus
}
#endif

#undef traceISR_ENTER
#define traceISR_ENTER(line) spoor_idf_isr_enter((unsigned)(line))

#if CONFIG_TRACE_EVENTS
/* Macros that only this kernel has. */
#define traceQUEUE_SEMAPHORE_RECEIVE(q) SPOOR_TAKES(q)
#define traceQUEUE_GIVE_FROM_ISR(q)     SPOOR_PUTS(q)
#endif

#endif
#endif
