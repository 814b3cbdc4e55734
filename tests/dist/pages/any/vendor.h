/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of a vendor's headers that the pages mention, declared for blocks that are compiled alone. */
#ifndef VENDOR_H
#define VENDOR_H

#include <stdint.h>

typedef struct {
    uint32_t CR1, CR2, SMCR, DIER, SR;
} TIM_TypeDef;
#define TIM2 ((volatile TIM_TypeDef *)0x40000000)

void SysTick_Handler(void);
void TIM2_IRQHandler(void);
void xPortSysTickHandler(void);

#endif
