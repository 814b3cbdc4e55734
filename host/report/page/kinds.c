/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of rows and sections. */
#include <stdio.h>
#include "data_priv.h"

const char *const report_row_kinds[HISTORY_KINDS] = {
    [HISTORY_CPU] = "cpu",     [HISTORY_IRQ] = "irq",     [HISTORY_THREAD] = "thread",
    [HISTORY_CALLS] = "calls", [HISTORY_BLOCK] = "block", [HISTORY_IRQ_CALLS] = "irqcalls"};

void report_section(char *text, unsigned index, const char *name)
{
    snprintf(text, 32, "%u-%s", index, name);
}
