# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that a thread that overflows its stack hits the CPU's stack limit before the
# kernel checks its guard.
PARTS  := test
SRCS   := stack.c
NEEDS  := limits ram16k
EXPECT := fail: fault: stack overflow
