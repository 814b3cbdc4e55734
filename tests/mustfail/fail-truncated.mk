# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that a run that stops half way with status 0 isn't taken for a pass.
SRCS   := truncated.c
EXPECT := fail: planned 3, ran 2
