# SPDX-License-Identifier: BSD-2-Clause
# Stacks recorded with events, on the target.
PARTS   := test
CONF    := stacks
SRCS    := stacks.c chain.c
TIMEOUT := 60
