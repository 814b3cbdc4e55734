# SPDX-License-Identifier: BSD-2-Clause
# What events cost, in instructions and bytes.
PARTS   := test
CONF    := events
SRCS    := events.c kernel.c
TIMEOUT := 60
