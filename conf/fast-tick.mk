# SPDX-License-Identifier: BSD-2-Clause
# The highest rate of switches that the tick can cause.
CONFIG := TICK_HZ=10000 SLICE_TICKS=1
