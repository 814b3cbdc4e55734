# SPDX-License-Identifier: BSD-2-Clause
# Every kernel service, on the target.
PARTS   := test
SRCS    := $(notdir $(wildcard tests/kernel/*.c))
TIMEOUT := 60
