# SPDX-License-Identifier: BSD-2-Clause
# The command trace_events, on the target.
PARTS   := test shell commands
CONF    := stacks
SRCS    := command.c
NEEDS   := ram32k
TIMEOUT := 60
