# SPDX-License-Identifier: BSD-2-Clause
# The demo without the profiler.
PARTS        := shell commands
CONFIG       := TRACE=0
SRCS         := src/apps/demo/*.c
DIALOGUE     := demo-off.dialogue.py
NEEDS        := ram32k
CHECK_ELF    := off.check
COMPARE_WITH := demo
