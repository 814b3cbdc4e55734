# SPDX-License-Identifier: BSD-2-Clause
# Event rings, services, filters and the kernel's events, on the target.
PARTS   := test
CONF    := events
SRCS    := $(notdir $(wildcard tests/events/*.c))
TIMEOUT := 60
