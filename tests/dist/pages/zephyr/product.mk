# SPDX-License-Identifier: BSD-2-Clause
# The product, with Spoor built as by Zephyr's module. TESTS is tests/dist.
CC          := arm-none-eabi-gcc
KERNEL      := $(TESTS)/freertos/kernel
KERNEL_HERE := $(TESTS)/zephyr/
SPOOR       := spoor
SPOOR_PORT  := zephyr
include spoor/spoor.mk
include $(TESTS)/zephyr/zephyr.mk
SRCS    := main.c uart.c startup.c boot.c $(KERNEL)/tasks.c $(KERNEL)/port.c $(KERNEL)/queue.c $(ZEPHYR_SRCS) $(TESTS)/loop/product.c $(SPOOR_SRCS)
CFLAGS  := -mcpu=cortex-m3 -mthumb -O2 -g -std=gnu11 -Wall -Wextra -Werror -ffunction-sections -fdata-sections \
           -imacros autoconf.h -imacros $(TESTS)/zephyr/autoconf.h -I. $(ZEPHYR_CFLAGS) $(SPOOR_CFLAGS)
LDFLAGS := $(ZEPHYR_LDFLAGS) -nostartfiles --specs=nano.specs --specs=nosys.specs -Wl,--gc-sections
