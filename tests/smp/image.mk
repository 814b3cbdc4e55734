# SPDX-License-Identifier: BSD-2-Clause
# Several CPUs: scheduling, exclusion, counting, the clock; exact, with the CPUs taking turns in the emulator.
PARTS   := test
NEEDS   := smp
SRCS    := $(notdir $(wildcard tests/smp/*.c))
TIMEOUT := 120
