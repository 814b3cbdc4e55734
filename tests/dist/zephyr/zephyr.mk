# SPDX-License-Identifier: BSD-2-Clause
# Does what the module's CMake and Zephyr's build do: wraps functions, puts the module's header
# before the kernel's, and includes its parts of the linker script.
# SPOOR is the folder of Spoor, KERNEL_HERE is this folder, and RELEASE is the release of Zephyr to
# stand in for, 3 or 4.
RELEASE := 4
comma   := ,
WRAPPED := $(shell sed -n 's/.*foreach(function \(.*\))/\1/p' $(SPOOR)/zephyr/CMakeLists.txt) $(if $(filter 3,$(RELEASE)),sys_clock_isr)
ZEPHYR_SRCS    := $(addprefix $(KERNEL_HERE),format.c hooks.c kernel.c)
ZEPHYR_CFLAGS  := -DSTANDIN_VERSION=11 -DSTANDIN_ZEPHYR=$(RELEASE) $(if $(filter 3,$(RELEASE)),-DSPOOR_ZEPHYR_WRAP_CLOCK) -DSPOOR_LOADED \
                  -I$(SPOOR)/zephyr/include -I$(KERNEL_HERE) -I$(KERNEL_HERE)../freertos/kernel
ZEPHYR_LDFLAGS := $(WRAPPED:%=-Wl,--wrap=%) -Wl,--build-id $(addprefix -Wl$(comma),$(if $(SPOOR_STACKS),--no-merge-exidx-entries)) -T$(OUT).ld
$(OUT): $(OUT).ld
$(OUT).ld: $(KERNEL_HERE)linker.ld $(wildcard $(SPOOR)/zephyr/*.ld)
	$(CC) -E -P -x c -imacros $(KERNEL_HERE)autoconf.h $(if $(SPOOR_STACKS),-DCONFIG_TRACE_STACKS=1) -I$(SPOOR)/zephyr -o $@ $<
