# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that a queue without capacity is refused with a message instead of causing an
# endless wait.
PARTS   := test
SRCS    := queue.c
EXPECT  := fail: queue_init: capacity must be at least 1
