# SPDX-License-Identifier: BSD-2-Clause
# Event rings, services, filters and the kernel's events, on the target.
PARTS   := test
CONF    := events
SRCS    := $(filter-out caused.c,$(notdir $(wildcard tests/events/*.c)))
TIMEOUT := 60
