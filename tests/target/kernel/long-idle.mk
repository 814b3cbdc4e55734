# SPDX-License-Identifier: BSD-2-Clause
# Idles for longer than the counters wrap. In exact mode the simulation skips waiting time, so only
# the ticks cost run time, and the tick rate is low.
CONFIG   := TICK_HZ=20
PARTS    := test
SRCS     := idle.c
RUN_MODE := exact
TIMEOUT  := 60
