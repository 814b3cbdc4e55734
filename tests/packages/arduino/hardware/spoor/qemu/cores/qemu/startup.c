/* SPDX-License-Identifier: BSD-2-Clause */
/* Start-up code in the style of cores: copy .data, clear .bss, constructors, main(). The script says by which
 * symbols. */
#include <stdint.h>

extern uint32_t _estack[], core_image[], core_data[], core_data_end[], core_bss[], core_bss_end[];
int main(void);
void __libc_init_array(void);
void Reset_Handler(void);
void _init(void);

/* Replaces the compiler's start files: newlib calls it before the constructors. */
void _init(void)
{
}

static void hang(void)
{
    for (;;) {
    }
}

void Reset_Handler(void)
{
    for (uint32_t *to = core_data, *from = core_image; to < core_data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = core_bss; to < core_bss_end; to++) {
        *(volatile uint32_t *)to = 0;
    }
    __libc_init_array();
    main();
    hang();
}

__attribute__((section(".isr_vector"), used)) static const void *const vectors[16 + 32] = {
    [0] = _estack, [1] = Reset_Handler, [2 ... 47] = hang};
