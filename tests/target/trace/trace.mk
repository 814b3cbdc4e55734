# SPDX-License-Identifier: BSD-2-Clause
# Spread arrays, trace points and trace blocks, on the target.
CORE    := arch
NEEDS   := ram16k
PARTS   := test
SRCS    := spread.c points.c blocks.c net.c jump.c watch.c cost.c readme.c embox.c
TIMEOUT := 60
