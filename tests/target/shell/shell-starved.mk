# SPDX-License-Identifier: BSD-2-Clause
# Every command of the shell with little or no memory.
NEEDS   := ram16k
PARTS   := test shell commands
SRCS    := starved.c
TIMEOUT := 60
