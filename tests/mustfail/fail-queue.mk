# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that a queue without room is refused, with a message, and not a wait without an end.
PARTS   := test
SRCS    := queue.c
EXPECT  := fail: queue_init: capacity must be at least 1
