# SPDX-License-Identifier: BSD-2-Clause
# The rounds of tests/bench-ipc with the functions of IPC traced as well.
PARTS     := test
CONF      := functions-stream
SRCS      := ../bench-ipc/ipc.c
FUNCTIONS := src/kernel/ipc.c
NEEDS     := ram32k
TIMEOUT   := 120
