# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that the stack guard detects a thread that overflows its stack.
CORE   := arch
NEEDS  := ram16k
PARTS  := test
SRCS   := stack.c
EXPECT := fail: stack overflow
