# SPDX-License-Identifier: BSD-2-Clause
# Must fail: an interrupt that runs over its stack is reported before anything else is damaged.
CORE   := arch
PARTS  := test
SRCS   := isr_stack.c
EXPECT := fail: stack overflow in interrupts
