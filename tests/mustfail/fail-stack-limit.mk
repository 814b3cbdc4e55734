# SPDX-License-Identifier: BSD-2-Clause
# Must fail: a thread that runs over its stack meets the CPU's own limit, before the kernel's guard can be looked at.
PARTS  := test
SRCS   := stack.c
NEEDS  := limits ram16k
EXPECT := fail: fault: stack overflow
