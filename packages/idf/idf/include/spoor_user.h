/* SPDX-License-Identifier: BSD-2-Clause */
/* Spoor's settings, from those of menuconfig. Set others for the whole project, as README.md shows. */
#ifndef SPOOR_USER_H
#define SPOOR_USER_H

#include "sdkconfig.h"

#if CONFIG_ESP_TRACE_LIB_EXTERNAL

#if CONFIG_SPOOR_SIZE_COUNTERS
#define SPOOR_COUNTERS
#elif CONFIG_SPOOR_SIZE_FULL
#define SPOOR_FULL
#elif CONFIG_SPOOR_SIZE_RECORDER
#define SPOOR_RECORDER
#define CONFIG_TRACE_BLOCKS 1
#endif
#define CONFIG_TRACE_RING_BYTES         CONFIG_SPOOR_RING_BYTES
#define CONFIG_TRACE_DAEMON_STACK_BYTES CONFIG_SPOOR_DRAIN_STACK_BYTES
#define SPOOR_TASKS                     CONFIG_SPOOR_TASKS
#if CONFIG_SPOOR_STREAM && !CONFIG_SPOOR_SIZE_COUNTERS
#define CONFIG_TRACE_STREAM 1
#endif
#define SPOOR_BOARD_NAME CONFIG_IDF_TARGET

#else /* nothing of Spoor remains */
#define CONFIG_TRACE 0
#endif

#endif
