/* SPDX-License-Identifier: BSD-2-Clause */
/* Start-up code in the style of vendors' tools: data, bss, constructors, main(). It contains nothing of
 * Spoor. */
#include <stdint.h>

extern uint32_t _sidata[], _sdata[], _edata[], _sbss[], _ebss[], _estack[];
int main(void);
void __libc_init_array(void);
void Reset_Handler(void);
void Default_Handler(void);
void PendSV_Handler(void) __attribute__((weak, alias("Default_Handler")));
void SysTick_Handler(void) __attribute__((weak, alias("Default_Handler")));
void TIMER0_Handler(void) __attribute__((weak, alias("Default_Handler")));
void TIMER1_Handler(void) __attribute__((weak, alias("Default_Handler")));

/* Replaces the compiler's start files: newlib calls it before the constructors. */
void _init(void);
void _init(void)
{
}

void Reset_Handler(void)
{
    for (uint32_t *to = _sdata, *from = _sidata; to < _edata;) {
        *to++ = *from++;
    }
    for (uint32_t *to = _sbss; to < _ebss; to++) {
        *(volatile uint32_t *)to = 0;
    }
#ifndef NO_CONSTRUCTORS
    __libc_init_array();
#endif
    main();
    for (;;) {
    }
}

void Default_Handler(void)
{
    for (;;) {
    }
}

__attribute__((section(".isr_vector"), used)) static const void *const vectors[16 + 32] = {
    [0] = _estack,         [1] = Reset_Handler,    [2 ... 13] = Default_Handler,
    [14] = PendSV_Handler, [15] = SysTick_Handler, [16 ... 23] = Default_Handler,
    [24] = TIMER0_Handler, [25] = TIMER1_Handler,  [26 ... 47] = Default_Handler,
};
