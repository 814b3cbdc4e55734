# SPDX-License-Identifier: BSD-2-Clause
# Over a million visits to points and blocks from threads, main and nested jittered interrupts at once: what
# was counted is what was done, to the unit. tests/fail-stress is its twin.
CONF    := stress
PARTS   := test
SRCS    := stress.c
NEEDS   := timers
TIMEOUT := 120
