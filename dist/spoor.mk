# SPDX-License-Identifier: BSD-2-Clause
# Add Spoor to a Makefile. After your variables and before your rules:
#
#   SPOOR_PORT := freertos     # or zephyr, threadx, baremetal: the default
#   SPOOR_LINK := uart         # or rtt, itm, semihosting, memory; uart is the default
#   SPOOR_SIZE := recorder     # or counters, lean, full: as SPOOR_RECORDER and others in spoor_user.h (include/spoor/config.h)
#   SPOOR_STACKS := 1          # call stacks of events and samples: sets CONFIG_TRACE_STACKS and adds unwind tables
#   SPOOR_MASKED := 1          # masked sections of FreeRTOS and ThreadX: sets CONFIG_TRACE_MASKED, and links with --wrap
#   include spoor/spoor.mk
#   SRCS       += $(SPOOR_SRCS)
#   CFLAGS     += $(SPOOR_CFLAGS)
#   LDFLAGS    := $(SPOOR_LDFLAGS) $(LDFLAGS)     # before your own -T
#
# If your Makefile puts all objects into one folder, sources of the same name would overwrite each other's objects. Then replace
# the SRCS line by OBJS += $(SPOOR_OBJS). These objects are compiled into $(SPOOR_OUT), with your CC and CFLAGS.
SPOOR_DIR     := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SPOOR_PORT    := $(or $(strip $(SPOOR_PORT)),baremetal)
SPOOR_LINK    := $(or $(strip $(SPOOR_LINK)),uart)
SPOOR_SRCS    := $(addprefix $(SPOOR_DIR)/,ports/$(SPOOR_PORT)/spoor_$(SPOOR_PORT).c links/spoor_link_$(SPOOR_LINK).c) \
                 $(sort $(wildcard $(addprefix $(SPOOR_DIR)/,ports/$(SPOOR_PORT)/spoor_$(SPOOR_PORT)_*.c embed/*.c src/*/*.c src/*/*/*.c)))
SPOOR_CFLAGS  := $(addprefix -I$(SPOOR_DIR)/,include embed links ports ports/$(SPOOR_PORT) src/arch/any src/arch/generic) \
                 -DSPOOR_LINK_NAME='"$(SPOOR_LINK)"'
SPOOR_SIZE    := $(strip $(SPOOR_SIZE))
SPOOR_SIZE.counters := -DSPOOR_COUNTERS
SPOOR_SIZE.lean     := -DSPOOR_LEAN
SPOOR_SIZE.recorder := -DSPOOR_RECORDER
SPOOR_SIZE.full     := -DSPOOR_FULL
ifneq ($(SPOOR_SIZE),)
$(if $(SPOOR_SIZE.$(SPOOR_SIZE)),,$(error spoor: SPOOR_SIZE is counters, lean, recorder or full, not "$(SPOOR_SIZE)"))
SPOOR_CFLAGS  += $(SPOOR_SIZE.$(SPOOR_SIZE))
endif
ifeq ($(SPOOR_PORT),threadx)
SPOOR_CFLAGS  += -DTX_ENABLE_EXECUTION_CHANGE_NOTIFY= # for assembly files: most don't include tx_user.h
endif
SPOOR_LDFLAGS := -T$(SPOOR_DIR)/spoor.ld -Wl,--build-id
ifneq ($(filter-out 0,$(SPOOR_STACKS)),)
SPOOR_CFLAGS  += -DCONFIG_TRACE_STACKS=1 -funwind-tables
SPOOR_LDFLAGS += -Wl,--no-merge-exidx-entries
endif
SPOOR_COMMA   := ,
SPOOR_WRAPPED.freertos := vPortEnterCritical vPortExitCritical
SPOOR_WRAPPED.threadx  := _tx_thread_interrupt_disable _tx_thread_interrupt_restore
ifneq ($(filter-out 0,$(SPOOR_MASKED)),)
SPOOR_CFLAGS  += -DCONFIG_TRACE_MASKED=1 $(if $(filter threadx,$(SPOOR_PORT)),-DTX_DISABLE_INLINE=)
SPOOR_LDFLAGS += $(addprefix -Wl$(SPOOR_COMMA)--wrap=,$(SPOOR_WRAPPED.$(SPOOR_PORT)))
endif
SPOOR_OUT     ?= build/spoor
SPOOR_OBJS    := $(SPOOR_SRCS:$(SPOOR_DIR)/%.c=$(SPOOR_OUT)/%.o)
$(SPOOR_OUT)/%.o: $(SPOOR_DIR)/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SPOOR_CFLAGS) -MMD -MP -c -o $@ $<
SPOOR_GOAL    := $(.DEFAULT_GOAL)
-include $(SPOOR_OBJS:.o=.d)
.DEFAULT_GOAL := $(SPOOR_GOAL)
$(foreach f,$(SPOOR_SRCS),$(if $(wildcard $f),,$(error spoor: $f doesn't exist: SPOOR_PORT is freertos, zephyr, threadx or \
    baremetal, SPOOR_LINK uart, rtt, itm, semihosting or memory)))
