# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that a hanging guest is ended and counted as failed.
PARTS   := test
SRCS    := hang.c
TIMEOUT := 2
EXPECT  := fail: timed out after 2 s
