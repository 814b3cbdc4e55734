# SPDX-License-Identifier: BSD-2-Clause
# The whole kernel traced by its functions, the scheduler and interrupt dispatch too.
PARTS     := test
include conf/functions.mk
SRCS      := kernel.c
FUNCTIONS := src/kernel src/services src/drivers platform tests/target/functions/kernel.c
NEEDS     := ram32k
TIMEOUT   := 60
