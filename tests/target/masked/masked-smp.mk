# SPDX-License-Identifier: BSD-2-Clause
# Masked sections of several CPUs at once.
CORE     := arch
PARTS    := test
CONFIG   := TRACE_MASKED=1
NEEDS    := smp
SRCS     := cpus.c tests/target/smp/pinned.c
TIMEOUT  := 120
