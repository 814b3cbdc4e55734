# SPDX-License-Identifier: BSD-2-Clause
# The whole kernel traced by its functions, the scheduler and interrupt dispatch too.
PARTS     := test
CONF      := functions-kernel
SRCS      := kernel.c
FUNCTIONS := src/kernel src/services src/drivers platform tests/functions-kernel
NEEDS     := ram32k
TIMEOUT   := 60
