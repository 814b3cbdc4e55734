/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages to the user, on standard error or in a file. Those of the chosen level and of less detailed ones
 * are written. Errors of the command line and of reading are always written.
 */
#ifndef CLI_LOG_H
#define CLI_LOG_H

#include <stdbool.h>

enum log_level {
    LOG_OFF,     /**< nothing, as with --silent */
    LOG_ERROR,   /**< only the reason why a command failed */
    LOG_WARNING, /**< damage that was skipped */
    LOG_INFO,    /**< results beside the output; the default */
    LOG_VERBOSE, /**< steps, with their times */
    LOG_DEBUG,   /**< sizes of steps */
};

/** Set the level by its name or number. @return false if there is no such level */
bool log_set(const char *level);

/** Append lines to a file; NULL: discard them. @return false after an error, and errno is set */
bool log_to(const char *path);

/** @return whether lines of this level are written */
bool log_shows(enum log_level level);

/** Write a line, if its level is written. */
void log_line(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
