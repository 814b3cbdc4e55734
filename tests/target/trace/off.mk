# SPDX-License-Identifier: BSD-2-Clause
# Without the profiler: its macros do nothing, and the image contains nothing of it.
PARTS        := test
CONFIG       := TRACE=0
SRCS         := off.c with.c without.c
CHECK_ELF    := off.check
COMPARE_WITH := trace
