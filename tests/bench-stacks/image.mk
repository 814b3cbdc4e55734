# SPDX-License-Identifier: BSD-2-Clause
# What a stack with an event costs, in instructions.
PARTS   := test
CONF    := stacks
SRCS    := stacks.c
TIMEOUT := 60
