# SPDX-License-Identifier: BSD-2-Clause
# The product, with Spoor as Zephyr's module builds it; TESTS is tests/dist.
CC      := arm-none-eabi-gcc
KERNEL  := $(TESTS)/freertos/kernel
SPOOR_PORT := zephyr
include spoor/spoor.mk
SRCS    := main.c uart.c startup.c boot.c $(KERNEL)/tasks.c $(KERNEL)/queue.c $(TESTS)/zephyr/hooks.c $(TESTS)/loop/product.c $(SPOOR_SRCS)
CFLAGS  := -mcpu=cortex-m3 -mthumb -O2 -g -std=gnu11 -Wall -Wextra -Werror -ffunction-sections -fdata-sections -DSTANDIN_VERSION=11 \
           -DSTANDIN_ZEPHYR -I. -I$(TESTS)/zephyr -I$(KERNEL) $(SPOOR_CFLAGS)
LDFLAGS := $(SPOOR_LDFLAGS) -Tvendor.ld -nostartfiles --specs=nano.specs --specs=nosys.specs -Wl,--gc-sections
