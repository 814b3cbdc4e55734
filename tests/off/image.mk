# SPDX-License-Identifier: BSD-2-Clause
# Without the profiler: its macros do nothing, and nothing of it is in the image.
PARTS     := test
CONF      := notrace
SRCS      := off.c with.c without.c
ELF_CHECK := check-notrace
BESIDE    := trace
