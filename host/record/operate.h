/* SPDX-License-Identifier: BSD-2-Clause */
/* A target that is recorded by a thread of its own, while lines are typed at its shell. */
#ifndef RECORD_OPERATE_H
#define RECORD_OPERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <record/record.h>

/**
 * Record a target until operate_end().
 *
 * @param target  with a console; closed by operate_end()
 * @param file    receives the recording
 * @return false if the thread can't be started; errno is set
 */
bool operate_begin(struct target target, int file);

/**
 * Type a line at the target's shell, and wait for the prompt after its answer. Must be called by one thread
 * at a time.
 *
 * @param answer  set to why the line failed
 * @return false if the shell refused the line, or has no prompt
 */
bool operate_type(const char *line, char *answer, size_t size);

/** End the recording and the target. */
void operate_end(void);

#endif
