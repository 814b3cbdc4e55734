# SPDX-License-Identifier: BSD-2-Clause
# The tests of tests/smp with CPUs that really run at the same time.
PARTS    := test
NEEDS    := smp
SRCS     := $(patsubst tests/%,../%,$(wildcard tests/smp/*.c))
RUN_MODE := real
TIMEOUT  := 120
