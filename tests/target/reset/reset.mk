# SPDX-License-Identifier: BSD-2-Clause
# The machine is reset several times. The last run reports which of the previous run's records each
# run found.
CORE    := arch
NEEDS   := ram16k resets
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := reset.c lives.c
TIMEOUT := 60
