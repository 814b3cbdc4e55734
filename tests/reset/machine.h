/* SPDX-License-Identifier: BSD-2-Clause */
/* A reset, for tests of what outlives it. */
#ifndef MACHINE_H
#define MACHINE_H

/** Memory that neither a reset nor start-up changes; at power-on it may hold anything. */
#define KEPT __attribute__((section(".noinit")))

/** Reset the machine, all CPUs of it. Context: any. */
_Noreturn void machine_reset(void);

#endif
