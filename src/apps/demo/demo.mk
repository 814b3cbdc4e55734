# SPDX-License-Identifier: BSD-2-Clause
# A sensor node that profiles itself: sampling interrupt, filter, detector, framer, store, memory check, and the
# shell.
CORE     := 1
PARTS    := shell commands
SRCS     := main.c stages.c sampler.c signal.c filter.c fir.c detector.c level.c framer.c line.c frame.c crc.c store.c journal.c memcheck.c
CONFIG   := TRACE_HISTOGRAM=1
DIALOGUE := demo.dialogue.py
NEEDS    := ram16k
TIMEOUT  := 60
