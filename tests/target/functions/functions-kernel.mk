# SPDX-License-Identifier: BSD-2-Clause
# Function tracing of the whole kernel, including the scheduler and interrupt dispatch.
PARTS     := test
include conf/functions.mk
SRCS      := kernel.c
FUNCTIONS := src/kernel src/services src/drivers platform tests/target/functions/kernel.c
NEEDS     := ram32k
TIMEOUT   := 60
