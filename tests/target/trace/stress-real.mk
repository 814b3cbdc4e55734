# SPDX-License-Identifier: BSD-2-Clause
# The stress test with CPUs that really run in parallel.
CORE     := arch
include conf/fast-tick.mk
CONFIG   += TRACE_HISTOGRAM=1
PARTS    := test
SRCS     := stress.c
NEEDS    := smp timers
RUN_MODE := real
TIMEOUT  := 120
