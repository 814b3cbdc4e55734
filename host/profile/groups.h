/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions grouped by name or source file. A file of groups has a line for each:
 *
 *   kernel   src/kernel* sched_* thread_*
 *   drivers  src/drivers*
 *   rest     *
 *
 * A pattern with a slash matches source files, others match functions. The first match counts. # begins a
 * comment. The words "class", "folder", "file" and "module" define groups without a file.
 */
#ifndef PROFILE_GROUPS_H
#define PROFILE_GROUPS_H

#include <profile/profile.h>

struct groups;

/**
 * @param by     "class", "folder", "file", "module", or the path of a file
 * @param wrong  receives a message on error
 * @return the groups, or NULL on error
 */
struct groups *groups_open(const char *by, const char **wrong);

/** Parse groups from text, like groups_open(). */
struct groups *groups_parse(const char *text, const char **wrong);

/** Set `text` to the class or namespace of a function's readable name. @return false if it has none */
bool groups_class(const char *name, char *text, size_t size);

/** Make a profile whose functions are groups; a function outside of groups is kept. @return false if out of
 * memory */
bool groups_apply(const struct groups *g, const struct profile *p, struct profile *grouped);

void groups_free(struct groups *g);

#endif
