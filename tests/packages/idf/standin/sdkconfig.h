/* SPDX-License-Identifier: BSD-2-Clause */
/* What menuconfig writes: those of the settings that the component and its headers read. */
#ifndef SDKCONFIG_H
#define SDKCONFIG_H

#define CONFIG_IDF_TARGET                             "esp32c6"
#define CONFIG_IDF_TARGET_ARCH_RISCV                  1
#define CONFIG_FREERTOS_UNICORE                       1
#define CONFIG_FREERTOS_NUMBER_OF_CORES               1
#define CONFIG_FREERTOS_HZ                            1000
#define CONFIG_FREERTOS_THREAD_LOCAL_STORAGE_POINTERS 1
#define CONFIG_FREERTOS_TLSP_DELETION_CALLBACKS       1
#define CONFIG_ESP_DEFAULT_CPU_FREQ_MHZ               10
#define CONFIG_ESP_TRACE_LIB_NAME                     "ext"
#define CONFIG_ESP_TRACE_TRANSPORT_NAME               "none"

#ifndef STANDIN_WITHOUT_SPOOR
#define CONFIG_ESP_TRACE_ENABLE        1
#define CONFIG_ESP_TRACE_LIB_EXTERNAL  1
#define CONFIG_SPOOR_SIZE_SHELL        1
#define CONFIG_SPOOR_LINK_UART         1
#define CONFIG_SPOOR_RING_BYTES        262144
#define CONFIG_SPOOR_TASKS             24
#define CONFIG_SPOOR_DRAIN_STACK_BYTES 3072
#endif

#endif
