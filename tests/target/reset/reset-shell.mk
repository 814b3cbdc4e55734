# SPDX-License-Identifier: BSD-2-Clause
# What the command trace_events says of rings that a reset left.
PARTS  := test shell commands
CONFIG := TRACE_EVENTS=1
SRCS   := command.c
NEEDS  := ram32k
