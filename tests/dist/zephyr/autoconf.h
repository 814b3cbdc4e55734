/* SPDX-License-Identifier: BSD-2-Clause */
/* As Zephyr's build generates it, from the options of a product on QEMU's mps2-an385. */
#define CONFIG_CPU_CORTEX_M          1
#define CONFIG_ISR_STACK_SIZE        4096
#define CONFIG_TRACING               1
#define CONFIG_TRACING_NONE          1
#define CONFIG_TRACING_ISR           1
#define CONFIG_THREAD_NAME           1
#define CONFIG_CORTEX_M_SYSTICK      1
#define CONFIG_SHELL                 1
#define CONFIG_SPOOR                 1
#define CONFIG_SPOOR_LINK_UART       1
#define CONFIG_SPOOR_COUNTER_ADDRESS 1
#define CONFIG_CYCLES_ADDRESS        0x40028018
#define CONFIG_SPOOR_CYCLES_HZ       0
#define CONFIG_SPOOR_DRAIN_PRIORITY  14
#define CONFIG_SPOOR_TICK_MS         10
#define CONFIG_SPOOR_TASKS           16
