# SPDX-License-Identifier: BSD-2-Clause
# Arm MPS2+ with the AN521 image: two Cortex-M33. The first has neither floating point nor DSP.
include platform/mps2-sse/family.mk
QEMU     := -M mps2-an521
DRIVERS  := irq/nvic_sse power/sse serial/cmsdk timer/systick timer/cmsdk counter/fixed
CONFIG   += CPUS=2
# QEMU's reset restarts only the first CPU.
LACKS    := resets
HAS      := bigram ram32k ram16k smp timers uart2 counter32 limits
