# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that the runner sees a failed check.
PARTS  := test
SRCS   := assert.c
EXPECT := fail: one_and_one() == 3: 2 and 3
