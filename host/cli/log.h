/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines to the user beside a command's output, on standard error or in a file: of five levels, of which all
 * up to a chosen one are written. Errors of a command line and of reading are written at every level.
 */
#ifndef CLI_LOG_H
#define CLI_LOG_H

#include <stdbool.h>

enum log_level {
    LOG_ERROR,   /**< only the reason why a command failed */
    LOG_WARNING, /**< … damage that was passed over */
    LOG_INFO,    /**< … results beside the output; the default */
    LOG_VERBOSE, /**< … steps, with their times */
    LOG_DEBUG,   /**< … their sizes */
};

/** Set the level by its name. @return false: there is no such level */
bool log_set(const char *level);

/** Write lines to the end of a file instead; NULL: nowhere. @return false after an error, which errno has */
bool log_to(const char *path);

/** @return whether lines of this level are written */
bool log_shows(enum log_level level);

/** Write a line. */
void log_line(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
