# SPDX-License-Identifier: BSD-2-Clause
# The rounds of tests/bench-ipc with the functions of IPC and of the switch traced as well.
PARTS     := test
CONF      := functions
SRCS      := ../bench-ipc/ipc.c
FUNCTIONS := src/kernel/ipc.c src/kernel/switch.c
TIMEOUT   := 120
