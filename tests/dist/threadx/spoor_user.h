/* SPDX-License-Identifier: BSD-2-Clause */
/* The product's settings. QEMU has no DWT_CYCCNT, so the counter is MPS2's, at 25 MHz. */
#define CONFIG_CYCLES_ADDRESS 0x40028018
#define SPOOR_CYCLES_HZ       25000000u
