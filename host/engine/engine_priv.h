/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the library: the handle, errors, and how a query runs. */
#ifndef ENGINE_ENGINE_PRIV_H
#define ENGINE_ENGINE_PRIV_H

#include <engine/libspoor.h>
#include <query/export.h>
#include <query/input.h>
#include <query/pass.h>

struct libspoor {
    struct input input;
    char *path, *program;
    void (*message)(void *arg, const char *text);
    void *arg;
    char last[FAULT_MAX]; /**< the last message: the reason of a failure that has no other */
};

/** Set an error. @return the status */
int engine_fail(struct libspoor_error *e, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** @return whether libspoor_export() refuses the format: it makes a folder, or a file that it must open
 * itself */
bool engine_needs_path(const struct export_format *x);

/** Computes an answer. @return STATUS_OK, or another status after setting the input's fault */
typedef int (*engine_query)(struct libspoor *s, struct input *in, const struct pass_options *part,
                            struct out *out, const void *arg);

/** Open the recording anew and run a query about it. @return its status, which `error` has, too */
int engine_run(struct libspoor *s, const struct libspoor_part *part, const struct libspoor_sink *to,
               struct libspoor_error *error, engine_query query, const void *arg);

/** @return an output into a sink, which the caller must free, or NULL without memory */
struct out *engine_out(const struct libspoor_sink *to);

#endif
