/* SPDX-License-Identifier: BSD-2-Clause */
/* The cost of the trace macros, in instructions. */
#ifndef COST_H
#define COST_H

#include <FreeRTOS.h>
#include <task.h>

/** Cost of a switch: everything that the kernel's macros add to it. Context: a task. */
uint32_t cost_of_switch(TaskHandle_t other);

/** Cost of an interrupt's entry and exit. Context: a task. */
uint32_t cost_of_interrupt(void);

#endif
