# SPDX-License-Identifier: BSD-2-Clause
# A block switched during its visits, with CPUs that really run in parallel.
CORE     := arch
include conf/fast-tick.mk
PARTS    := test
SRCS     := switched.c
NEEDS    := smp timers
RUN_MODE := real
TIMEOUT  := 120
