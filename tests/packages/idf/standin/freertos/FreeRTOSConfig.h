/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's configuration, as ESP-IDF makes it from sdkconfig.h. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#include <sdkconfig.h>

#define configNUMBER_OF_CORES                   CONFIG_FREERTOS_NUMBER_OF_CORES
#define configNUM_CORES                         configNUMBER_OF_CORES
#define configCPU_CLOCK_HZ                      (CONFIG_ESP_DEFAULT_CPU_FREQ_MHZ * 1000000)
#define configTICK_RATE_HZ                      CONFIG_FREERTOS_HZ
#define configSUPPORT_STATIC_ALLOCATION         1
#define configSUPPORT_DYNAMIC_ALLOCATION        1
#define configMAX_PRIORITIES                    (25)
#define configNUM_THREAD_LOCAL_STORAGE_POINTERS (CONFIG_FREERTOS_THREAD_LOCAL_STORAGE_POINTERS * 2)
#define INCLUDE_xTaskGetSchedulerState          1

#if CONFIG_ESP_TRACE_ENABLE
#include <esp_trace_freertos_impl.h>
#endif

#endif
