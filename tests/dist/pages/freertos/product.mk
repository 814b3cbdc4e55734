# SPDX-License-Identifier: BSD-2-Clause
# The product before it uses Spoor. TESTS is tests/dist. The page's lines follow.
CC      := arm-none-eabi-gcc
KERNEL  := $(TESTS)/freertos/kernel
SRCS    := main.c uart.c startup.c $(KERNEL)/tasks.c $(KERNEL)/port.c $(KERNEL)/queue.c $(KERNEL)/heap.c
CFLAGS  := -mcpu=cortex-m3 -mthumb -g -std=gnu11 -Wall -Wextra -Werror -ffunction-sections -fdata-sections -DSTANDIN_VERSION=11 -I. -I$(KERNEL)
LDFLAGS := -Tvendor.ld -nostartfiles --specs=nano.specs --specs=nosys.specs -Wl,--gc-sections
