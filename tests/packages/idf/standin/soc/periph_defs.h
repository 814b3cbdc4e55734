/* SPDX-License-Identifier: BSD-2-Clause */
/* One of the sources of interrupts. */
#ifndef STANDIN_PERIPH_DEFS_H
#define STANDIN_PERIPH_DEFS_H

enum { ETS_SYSTIMER_TARGET0_INTR_SOURCE = 57 };

#endif
