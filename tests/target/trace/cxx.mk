# SPDX-License-Identifier: BSD-2-Clause
# Points, blocks, scopes and events of a C++ unit.
NEEDS   := ram16k
PARTS   := test
CONFIG  := TRACE_EVENTS=1
SRCS    := cxx.c cxx_unit.cc
TIMEOUT := 30
