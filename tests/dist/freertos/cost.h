/* SPDX-License-Identifier: BSD-2-Clause */
/* The cost of the trace macros, in instructions. */
#ifndef COST_H
#define COST_H

#include <FreeRTOS.h>
#include <task.h>

/** Of a switch, all that the kernel's macros add to it. Context: a task. */
uint32_t cost_of_switch(TaskHandle_t other);

/** Of an interrupt's begin and end. Context: a task. */
uint32_t cost_of_interrupt(void);

#endif
