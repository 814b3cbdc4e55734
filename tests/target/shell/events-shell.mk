# SPDX-License-Identifier: BSD-2-Clause
# The command trace_events, on the target.
PARTS   := test shell commands
CONFIG  := TRACE_EVENTS=1 TRACE_STACKS=1 TRACE_IDS=72
SRCS    := command.c
NEEDS   := stacks ram32k
TIMEOUT := 60
