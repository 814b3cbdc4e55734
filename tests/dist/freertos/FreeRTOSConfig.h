/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's configuration of FreeRTOS. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configCPU_CLOCK_HZ                   25000000u
#define configTICK_RATE_HZ                   1000
#define configUSE_MUTEXES                    1
#define configTOTAL_HEAP_SIZE                10000
#define INCLUDE_uxTaskGetStackHighWaterMark  1
#define configSUPPORT_STATIC_ALLOCATION      1
#define configMAX_PRIORITIES                 16
#define configMAX_SYSCALL_INTERRUPT_PRIORITY 0x40
#define xPortPendSVHandler                   PendSV_Handler
#if STANDIN_VERSION >= 11
#define xPortSysTickHandler SysTick_Handler
#endif

#ifndef WITHOUT_SPOOR
#include <spoor_freertos.h>
#endif

#endif
