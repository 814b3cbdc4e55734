/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's FreeRTOS configuration. */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configNUMBER_OF_CORES           STANDIN_CORES
#define configCPU_CLOCK_HZ              10000000u
#define configTICK_RATE_HZ              1000
#define configSUPPORT_STATIC_ALLOCATION 1
#define configMAX_PRIORITIES            8

#include <spoor_freertos.h>

#endif
