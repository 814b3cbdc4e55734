/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_FILTER_TEXT_H
#define QUERY_FILTER_TEXT_H

#include <read/reader.h>

/** Describe what a filter leaves out: "thread 4, CPU 1, irq_exit", cut to fit. Empty: nothing. */
void filter_text(const struct spoor_elf *elf, const struct spoor_filter *f, char *text, size_t room);

#endif
