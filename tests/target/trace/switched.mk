# SPDX-License-Identifier: BSD-2-Clause
# A block switched off and on at random by all contexts that visit it. The others must be exact.
CORE    := arch
include conf/fast-tick.mk
PARTS   := test
SRCS    := switched.c
NEEDS   := timers ram16k
TIMEOUT := 120
