# SPDX-License-Identifier: BSD-2-Clause
# The cost of measuring masked sections.
CORE    := arch
PARTS   := test
CONFIG  := TRACE_MASKED=1
SRCS    := sections.c
TIMEOUT := 60
