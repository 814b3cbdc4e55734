# SPDX-License-Identifier: BSD-2-Clause
# The command trace_samples with the demo's load, sampled from boot by a setting.
PARTS    := shell commands
CONFIG   := TRACE_SAMPLES=1 TRACE_EVENTS=1 TRACE_STACKS=1 TRACE_SAMPLE_HZ=500
SRCS     := src/apps/demo/*.c
NEEDS    := ram32k timers
DIALOGUE := samples.dialogue.py
TIMEOUT  := 60
