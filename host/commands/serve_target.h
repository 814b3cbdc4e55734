/* SPDX-License-Identifier: BSD-2-Clause */
/* The target whose recording the page of `spoor serve` starts and stops, by its shell. */
#ifndef COMMANDS_SERVE_TARGET_H
#define COMMANDS_SERVE_TARGET_H

#include <stddef.h>

struct serve_target {
    const char *source;  /**< its link, or the image */
    const char *console; /**< its shell, which may be on `source`; NULL with `qemu` */
    const char *qemu;    /**< the board to start; NULL: it runs already */
    unsigned baud;
};

/**
 * Record a target, and type lines at its shell. operate_end() ends both.
 *
 * @param file   receives the recording
 * @param lines  ends with NULL; none: `trace_stream on`
 * @return CLI_OK, or an exit status after a message
 */
int serve_target_begin(const struct serve_target *target, int file, char **lines);

enum serve_asked { SERVE_DONE, SERVE_REFUSED, SERVE_UNKNOWN };

/**
 * Do what the page asks for.
 *
 * @param what    "start", "stop", or "stack" with an event and a number of frames; or NULL
 * @param answer  set to why the target's shell refuses it
 */
enum serve_asked serve_target_ask(const char *what, const char *event, const char *frames, char *answer,
                                  size_t size);

#endif
