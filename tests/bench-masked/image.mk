# SPDX-License-Identifier: BSD-2-Clause
# How long interrupts stay masked; and the sweep that finds it, against stretches of known length.
PARTS   := test
CONF    := events
SRCS    := sweep.c fill.c known.c points.c events.c ring.c kernel.c
NEEDS   := timers counter32
TIMEOUT := 60
