# SPDX-License-Identifier: BSD-2-Clause
# Points, blocks, functions, switches, interrupts and samples of a known load. tests/host/witness/witness.check
# compares their values with the instructions that QEMU executed.
CORE      := arch
PARTS     := test
CONFIG    := TRACE_EVENTS=1 TRACE_STREAM=1 TRACE_LINK_SEMIHOST=1 TRACE_FUNCTION=1 TRACE_FUNCTION_TABLE=16 TRACE_SAMPLES=1 TRACE_SAMPLE_TABLE=40
SRCS      := witness.c visits.c calls.c freeze.c work.c
FUNCTIONS := tests/target/witness/calls.c
NEEDS     := ram32k
TIMEOUT   := 60
