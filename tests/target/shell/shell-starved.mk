# SPDX-License-Identifier: BSD-2-Clause
# Every command of the shell with little memory and with none.
PARTS   := test shell commands
SRCS    := starved.c
TIMEOUT := 60
