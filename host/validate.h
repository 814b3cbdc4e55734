/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether what was recorded can have been: on each CPU time doesn't go back, a thread runs on one CPU at a
 * time and after it was woken, a stack has its record, a block began after the start.
 */
#ifndef VALIDATE_H
#define VALIDATE_H

#include <read/read.h>

struct validator;

/** @param elf  may be NULL: then nothing is known of the records. @return NULL without memory */
struct validator *validate_open(const struct spoor_elf *elf);

/** Take the next item, in the order of spoor_merge_next(). */
void validate_item(struct validator *j, const struct spoor_item *item);

/**
 * Report what can't have been; each by one message, the first 20.
 *
 * @param complete  nothing was under way when the recording ended. Else what one CPU has beyond the end of
 * another may have come of what that one didn't come to send, and is passed over where it matters
 * @return how many things are wrong
 */
unsigned validate_end(struct validator *j, bool complete, const struct spoor_report *report);

void validate_close(struct validator *j);

#endif
