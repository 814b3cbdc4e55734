/* SPDX-License-Identifier: BSD-2-Clause */
/* What a product does with the setting CONFIG_TRACE_MASKED. */
#ifndef MASKED_H
#define MASKED_H

/** Mask interrupts for 2 ms, by the kernel's own means. Context: a task. */
void masked_hold(void);

#endif
