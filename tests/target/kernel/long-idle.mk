# SPDX-License-Identifier: BSD-2-Clause
# Idle for longer than the counters wrap. In exact mode waiting takes no time but for the ticks in it, of
# which there are few here.
CONFIG   := TICK_HZ=20
PARTS    := test
SRCS     := idle.c
RUN_MODE := exact
TIMEOUT  := 60
