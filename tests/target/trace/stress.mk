# SPDX-License-Identifier: BSD-2-Clause
# Over a million visits to points and blocks from threads, main and nested jittered interrupts at
# once. All counts must be exact. The image fail-stress is its counterpart, which must fail.
CORE    := arch
include conf/fast-tick.mk
CONFIG  += TRACE_HISTOGRAM=1
PARTS   := test
SRCS    := stress.c
NEEDS   := timers ram16k
TIMEOUT := 120
