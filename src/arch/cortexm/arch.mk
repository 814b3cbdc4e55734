# SPDX-License-Identifier: BSD-2-Clause
# Common to Cortex-M. The sweep of masked stretches (tests/bench/sweep.c) reads its exception frames.
HAS := masksweep
