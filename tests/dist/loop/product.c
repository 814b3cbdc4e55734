/* SPDX-License-Identifier: BSD-2-Clause */
/* UARTs, timers, interrupts and the end of a run. */
#include <string.h>
#include "product.h"

#define REG(address) (*(volatile uint32_t *)(address))
#define UART(n)      (0x40004000u + 0x1000u * (n))
#define TIMER(n)     (0x40000000u + 0x1000u * (n))
#define TX_FULL      1u
#define RX_READY     2u
#define NVIC_ISER    REG(0xE000E100u)
#define NVIC_PRIO    REG(0xE000E408u) /* of interrupts 8 to 11 */
#ifndef TICK_CYCLES
#define TICK_CYCLES 25000u
#endif
#define SYST_CSR REG(0xE000E010u)
#define SYST_RVR REG(0xE000E014u)
#define SHPR3    REG(0xE000ED20u)

void product_init(void)
{
    for (unsigned n = 0; n < 2; n++) {
        REG(UART(n) + 16) = 16;
        REG(UART(n) + 8) = 3;
    }
    NVIC_PRIO = 0x00002040; /* timer 1 may interrupt timer 0, and both may interrupt the tick */
    SHPR3 = 0x60E00000;     /* a switch waits for all interrupts */
    NVIC_ISER = 3u << 8;
    SYST_RVR = TICK_CYCLES - 1;
    SYST_CSR = 7;
}

void product_put(unsigned uart, char c)
{
    while (REG(UART(uart) + 4) & TX_FULL) {
    }
    REG(UART(uart)) = (uint8_t)c;
}

bool product_get(char *c)
{
    if (!(REG(UART(0) + 4) & RX_READY)) {
        return false;
    }
    *c = (char)REG(UART(0));
    return true;
}

/* Schedule one interrupt. The reload value is so long that the next one is always set before. */
void product_timer_next(unsigned timer, uint32_t cycles)
{
    REG(TIMER(timer)) = 0;
    REG(TIMER(timer) + 12) = 1;
    REG(TIMER(timer) + 8) = 0x7FFFFFFF;
    REG(TIMER(timer) + 4) = cycles;
    REG(TIMER(timer)) = 9;
}

void product_timer_stop(unsigned timer)
{
    REG(TIMER(timer)) = 0;
    REG(TIMER(timer) + 12) = 1;
}

void product_timers_stop(void)
{
    product_timer_stop(0);
    product_timer_stop(1);
}

static int semihosting(int operation, const void *arguments)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = arguments;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

/* SYS_EXIT_EXTENDED: ADP_Stopped_ApplicationExit, status 0. */
void product_exit(void)
{
    static const uint32_t arguments[] = {0x20026, 0};

    (void)semihosting(0x20, arguments);
}

/* SYS_OPEN in mode "wb", SYS_WRITE, SYS_CLOSE. */
void product_save(const char *path)
{
    const uint32_t open[] = {(uintptr_t)path, 5, strlen(path)};
    const uint32_t file = (uint32_t)semihosting(1, open);
    const uint32_t write[] = {file, 0x20000000u, 128 * 1024};

    (void)semihosting(5, write);
    (void)semihosting(2, &file);
}

/* AIRCR: SYSRESETREQ. */
void product_reset(void)
{
    REG(0xE000ED0Cu) = 0x05FA0004;
    for (;;) {
    }
}
