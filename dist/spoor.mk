# SPDX-License-Identifier: BSD-2-Clause
# For a Makefile of yours, after its variables and before its rules:
#
#   SPOOR_PORT := freertos     # or zephyr, threadx, baremetal: the default
#   SPOOR_LINK := uart         # or rtt, itm, semihosting, memory; uart is the default
#   include spoor/spoor.mk
#   SRCS       += $(SPOOR_SRCS)
#   CFLAGS     += $(SPOOR_CFLAGS)
#   LDFLAGS    := $(SPOOR_LDFLAGS) $(LDFLAGS)     # before your own -T
SPOOR_DIR     := $(patsubst %/,%,$(dir $(lastword $(MAKEFILE_LIST))))
SPOOR_PORT    := $(or $(strip $(SPOOR_PORT)),baremetal)
SPOOR_LINK    := $(or $(strip $(SPOOR_LINK)),uart)
SPOOR_SRCS    := $(addprefix $(SPOOR_DIR)/,spoor_core.c spoor_stream.c spoor_shell.c ports/$(SPOOR_PORT)/spoor_$(SPOOR_PORT).c \
                 links/spoor_link_$(SPOOR_LINK).c) $(wildcard $(SPOOR_DIR)/ports/$(SPOOR_PORT)/spoor_$(SPOOR_PORT)_*.c)
SPOOR_CFLAGS  := -I$(SPOOR_DIR) -I$(SPOOR_DIR)/ports/$(SPOOR_PORT) -I$(SPOOR_DIR)/links \
                 -DSPOOR_LINK_NAME='"$(SPOOR_LINK)"'
SPOOR_LDFLAGS := -T$(SPOOR_DIR)/spoor.ld -Wl,--build-id
$(foreach f,$(SPOOR_SRCS),$(if $(wildcard $f),,$(error spoor: $f doesn't exist: SPOOR_PORT is freertos, zephyr, threadx or \
    baremetal, SPOOR_LINK uart, rtt, itm, semihosting or memory)))
