# SPDX-License-Identifier: BSD-2-Clause
# Must fail: the floating-point test with a context switch that loses one register. Proves that
# threads are switched while they hold values, and that a wrong value is detected.
include conf/fast-tick.mk
CONFIG  += ISR_STACK_BYTES=4096 FLOAT_LOST=1
PARTS   := test
SRCS    := tests/target/fpu/fpu.c
NEEDS   := fpu timers
TIMEOUT := 60
EXPECT  := fail: peers[n].context.changed == 0:
