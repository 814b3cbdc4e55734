/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whether a recording can be true: on each CPU time doesn't go back, a thread runs on one CPU at a time,
 * after it was woken and before it ends, a stack has its record, a block began after the start.
 */
#ifndef MODEL_VALIDATE_H
#define MODEL_VALIDATE_H

#include <model/follow.h>

struct validator;

/** @param elf  may be NULL: then the records have no meaning. @return NULL without memory */
struct validator *validate_open(const struct spoor_elf *elf);

/** Take the next item of a recording, after `follow` has followed it. */
void validate_item(struct validator *v, const struct spoor_item *item, const struct follow *follow);

/**
 * The recording ends. Report its contradictions, each by one message, the first 20, and forget it.
 *
 * @param complete_until  all records of all CPUs from before this time came; 0 when that isn't known. After
 * it a CPU's last records may follow from records of another CPU that were never sent, and are not checked
 *         against them
 * @return how many contradictions there are
 */
uint64_t validate_end(struct validator *v, uint64_t complete_until, const struct spoor_report *report);

/** @return ticks that came so late that times may be wrong, in all recordings so far. */
uint64_t validate_late_ticks(const struct validator *v);

void validate_close(struct validator *v);

#endif
