/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions put together by name or place: a file with a line for each group,
 *
 *     kernel   src/kernel* sched_* thread_*
 *     drivers  src/drivers*
 *     rest     *
 *
 * where a pattern with a slash is for source files, another for functions, and the first that fits counts; or
 * one of "folder", "file" and "module". # begins a comment.
 */
#ifndef PROFILE_GROUPS_H
#define PROFILE_GROUPS_H

#include <profile/profile.h>

struct groups;

/** @param by  "folder", "file", "module", or the path of a file @param wrong  of an error: a message */
struct groups *groups_open(const char *by, const char **wrong);

/** The same from text. */
struct groups *groups_parse(const char *text, const char **wrong);

/** Make a profile whose functions are groups; one in none stays itself. @return false without memory */
bool groups_apply(const struct groups *g, const struct profile *p, struct profile *grouped);

void groups_free(struct groups *g);

#endif
