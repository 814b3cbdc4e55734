/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's settings. QEMU has no DWT_CYCCNT, so the counter is MPS2's, at 25 MHz. */
#ifdef WORK_COUNTER /* a counter advanced only by work: net times are exact sums */
extern volatile unsigned product_work;
#define SPOOR_CYCLES()        product_work
#define CONFIG_CYCLES_ADDRESS 0
#define CONFIG_TRACE_EVENTS   0
#define SPOOR_CYCLES_HZ       1000000000u
#else
#define CONFIG_CYCLES_ADDRESS 0x40028018
#endif
#define SPOOR_BOARD_NAME "freertos"
#define SPOOR_HEAP_STATS
#ifndef SPOOR_TASKS
#define SPOOR_TASKS 8
#endif
