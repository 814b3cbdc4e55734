/* SPDX-License-Identifier: BSD-2-Clause */
/* Zephyr's printing to the console. */
#ifndef ZEPHYR_SYS_PRINTK_H
#define ZEPHYR_SYS_PRINTK_H

void printk(const char *format, ...);

#endif
