/* SPDX-License-Identifier: BSD-2-Clause */
/* Zephyr's header: the macros come from the format. */
#ifndef ZEPHYR_TRACING_H
#define ZEPHYR_TRACING_H

#include <zephyr/kernel.h>
#include "tracing_format.h"

void sys_trace_isr_enter(void);
void sys_trace_isr_exit(void);

#endif
