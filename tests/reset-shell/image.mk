# SPDX-License-Identifier: BSD-2-Clause
# What the command trace_events says of rings that a reset left.
PARTS := test shell commands
CONF  := events
SRCS  := command.c
NEEDS := ram32k
