# SPDX-License-Identifier: BSD-2-Clause
# Names of points and blocks only in the ELF file: the shell shows IDs, and `spoor names` lists the
# names.
NEEDS        := ram16k
PARTS        := test shell commands
CONFIG       := TRACE_NAMES=0
SRCS         := names.c
CHECK_ELF    := names-off.check
COMPARE_WITH := names
