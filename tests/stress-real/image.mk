# SPDX-License-Identifier: BSD-2-Clause
# The stress test with CPUs that really run at the same time.
CONF     := stress
PARTS    := test
SRCS     := ../stress/stress.c
NEEDS    := smp timers
RUN_MODE := real
TIMEOUT  := 120
