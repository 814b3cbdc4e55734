/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The baselines of many commits in one small text file: only what changed since the commit before is stored
 * (docs/ci.md has the format).
 */
#ifndef TREND_TREND_H
#define TREND_TREND_H

#include <stdio.h>
#include <base/bytes.h>
#include <compare/baseline.h>

#define TREND_COMMIT_MAX 64
#define TREND_RUNS_MAX   10000

struct trend_run {
    char commit[TREND_COMMIT_MAX + 1];
    uint64_t time; /**< seconds since 1970 */
    struct baseline costs;
};

struct trend {
    struct trend_run *runs; /**< oldest first */
    size_t count;
};

/**
 * Read a history.
 *
 * @param wrong  receives the reason for a failure; valid until the next call in this thread
 * @return false on error; a file that doesn't exist is one, with errno ENOENT
 */
bool trend_load(struct trend *h, const char *path, const char **wrong);

/** Read an open file, to its end. */
bool trend_read(struct trend *h, FILE *f, const char **wrong);

/** Append a history's text. Without memory, `failed` of the bytes is set. */
void trend_write(const struct trend *h, struct bytes *b);

/** Write a history. The file is replaced when the new one is complete. @return false on error, with errno set
 */
bool trend_save(const struct trend *h, const char *path);

/**
 * Append a run, which the history owns from now on. An earlier run of the same commit is removed.
 *
 * @return false if memory ran out
 */
bool trend_add(struct trend *h, const struct trend_run *run);

/** Remove the oldest runs, so that at most `count` are left. */
void trend_keep(struct trend *h, size_t count);

/** @return whether a name of a commit can be stored: 1 to 64 printable characters without spaces */
bool trend_is_commit(const char *commit);

/** Write a time as 2026-11-24T06:00:00Z. */
void trend_put_time(char text[24], uint64_t time);

/** Parse such a time, or a number of seconds since 1970. @return false if it is neither */
bool trend_parse_time(const char *text, uint64_t *time);

void trend_free(struct trend *h);

#endif
