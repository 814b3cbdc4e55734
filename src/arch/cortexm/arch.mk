# SPDX-License-Identifier: BSD-2-Clause
# Common to Cortex-M. masksweep: tests/bench/sweep.c can read the exception frames. restarts: interrupts restart
# sequences (restart.S).
HAS := masksweep restarts
