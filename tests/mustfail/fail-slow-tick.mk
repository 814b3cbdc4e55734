# SPDX-License-Identifier: BSD-2-Clause
# Must fail: SysTick has 24 bits; a tick that needs more is refused at boot.
CONFIG := TICK_HZ=1
SRCS   := status.c
NEEDS  := timer/systick ram16k
EXPECT := fail: this slowly: CONFIG_TICK_HZ must be
