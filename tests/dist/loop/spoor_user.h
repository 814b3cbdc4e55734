/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's settings. QEMU has no DWT_CYCCNT, so the counter is MPS2's, at 25 MHz. */
#ifndef CONFIG_CYCLES_ADDRESS
#define CONFIG_CYCLES_ADDRESS 0x40028018
#endif
#ifndef NO_RATE
#define SPOOR_CYCLES_HZ 25000000u
#endif
#ifdef WITHOUT_TICK
#define SPOOR_TICK_HZ 0
#else
#define SPOOR_TICK_HZ 1000
#endif
#define SPOOR_BOARD_NAME "loop"
