# SPDX-License-Identifier: BSD-2-Clause
# As many switches as the tick can cause.
CONFIG := TICK_HZ=10000 SLICE_TICKS=1
