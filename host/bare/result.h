/* SPDX-License-Identifier: BSD-2-Clause */
/* The file with the result of a run, which host/import/bare.c reads. docs/bare.md describes it. */
#ifndef BARE_RESULT_H
#define BARE_RESULT_H

#include <bare/calls.h>
#include <bare/depth.h>
#include <bare/masked.h>
#include <bare/regions.h>

/** What a run has measured. */
struct result {
    const struct program *program;
    const struct blocks *blocks;
    struct calls *calls;
    const struct threads *threads;
    struct masked *masked;
    struct depth *depth;
    struct regions *regions; /**< or NULL */
    uint64_t instructions;
};

/** Write the result. Equal runs give equal bytes. @return false after setting errno */
bool result_write(const char *path, const struct result *r);

#endif
