/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether a recording can be true: on each CPU time doesn't go back, a thread runs on one CPU at a time and
 * after it was woken, a stack has its record, a block began after the start.
 */
#ifndef VALIDATE_H
#define VALIDATE_H

#include <read/read.h>

struct validator;

/** @param elf  may be NULL: then the records have no meaning. @return NULL without memory */
struct validator *validate_open(const struct spoor_elf *elf);

/** Take the next item, in the order of spoor_merge_next(). */
void validate_item(struct validator *j, const struct spoor_item *item);

/**
 * Report the contradictions, each by one message, the first 20.
 *
 * @param complete  no record was in progress when the recording ended. Otherwise a CPU's last records may
 *         follow from records of another CPU that were never sent, and are not checked against them
 * @return how many contradictions there are
 */
unsigned validate_end(struct validator *j, bool complete, const struct spoor_report *report);

void validate_close(struct validator *j);

#endif
