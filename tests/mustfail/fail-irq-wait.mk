# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that waiting in an interrupt is refused with a message that names the function.
CORE    := arch
PARTS   := test
NEEDS   := timers
SRCS    := wait.c
EXPECT  := fail: sem_wait: waits in an interrupt
