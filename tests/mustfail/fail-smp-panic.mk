# SPDX-License-Identifier: BSD-2-Clause
# Must fail: all CPUs panic at once, and one of them must report it without interleaved output.
CORE     := arch
NEEDS    := smp
SRCS     := panic.c
RUN_MODE := real
EXPECT   := fail: panic: cpu
