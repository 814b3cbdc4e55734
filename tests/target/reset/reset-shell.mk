# SPDX-License-Identifier: BSD-2-Clause
# The output of the command trace_events for rings with records from before a reset.
PARTS  := test shell commands
CONFIG := TRACE_EVENTS=1
SRCS   := command.c
NEEDS  := ram32k
