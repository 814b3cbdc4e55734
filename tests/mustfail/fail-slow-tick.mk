# SPDX-License-Identifier: BSD-2-Clause
# Must fail: proves that a tick period too long for SysTick's 24 bits is refused at boot.
CONFIG := TICK_HZ=1
SRCS   := status.c
NEEDS  := timer/systick ram16k
EXPECT := fail: this slowly: CONFIG_TICK_HZ must be
