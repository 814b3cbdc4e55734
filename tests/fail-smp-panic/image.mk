# SPDX-License-Identifier: BSD-2-Clause
# Must fail: all CPUs panic at once, the runner sees one of them, and only one.
NEEDS    := smp
SRCS     := panic.c
RUN_MODE := real
EXPECT   := fail: panic: cpu
