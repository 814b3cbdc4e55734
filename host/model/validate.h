/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks that a recording is consistent: time never decreases on a CPU; a thread runs on one CPU at a time,
 * after it was woken and before it ends; a stack has its record; a block began after the start.
 */
#ifndef MODEL_VALIDATE_H
#define MODEL_VALIDATE_H

#include <model/follow.h>

struct validator;

/** @param elf may be NULL: records then have no meaning. @return the validator, or NULL if out of memory */
struct validator *validate_open(const struct spoor_elf *elf);

/** Check the next item of a recording. Must be called after `follow` has followed it. */
void validate_item(struct validator *v, const struct spoor_item *item, const struct follow *follow);

/**
 * End the recording. Its first 20 contradictions are reported with one message each.
 *
 * @param complete_until  time before which all records of all CPUs were received; 0 if unknown. Later records
 * of a CPU may depend on records of another CPU that were never sent, so that they are not checked against
 * them
 * @return the number of contradictions
 */
uint64_t validate_end(struct validator *v, uint64_t complete_until, const struct spoor_report *report);

/** @return the number of late ticks that may have made times wrong, in all recordings so far */
uint64_t validate_late_ticks(const struct validator *v);

void validate_close(struct validator *v);

#endif
