# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that an interrupt that overflows its stack is reported before anything else is
# damaged.
CORE   := arch
PARTS  := test
SRCS   := isr_stack.c
EXPECT := fail: stack overflow in interrupts
