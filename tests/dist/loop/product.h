/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's own drivers: UARTs and timers of MPS2 (Arm DAI0385; Arm DDI0479, CMSDK). */
#ifndef PRODUCT_H
#define PRODUCT_H

#include <stdbool.h>
#include <stdint.h>

void product_init(void);
void product_put(unsigned uart, char c);
bool product_get(char *c);
void product_timer_next(unsigned timer, uint32_t cycles);
void product_timer_stop(unsigned timer);
void product_timers_stop(void);
void product_exit(void);

/** Write the RAM into a file on the debugger's host. */
void product_save(const char *path);
void product_reset(void);

void SysTick_Handler(void);
void TIMER0_Handler(void);
void TIMER1_Handler(void);

#endif
