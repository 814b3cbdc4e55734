/* SPDX-License-Identifier: BSD-2-Clause */
/* The file that a command writes: that of -o, or standard output. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <cli/cli.h>

struct output {
    const char *path; /**< NULL: standard output */
    struct out *out;
};

/**
 * Refuse a file that the command line names for another purpose, such as the recording or the program:
 * opening it would empty it before it was read.
 *
 * @param path  a word of the command line itself, or a name that isn't from there
 * @return CLI_OK, or an exit status after a message
 */
int output_check(const struct cli *cli, const char *path);

/**
 * Open it, after output_check(); a command has one at a time.
 *
 * @param path    NULL or "-": standard output, unless that is a terminal and the output isn't text
 * @param binary  the output isn't text
 * @return CLI_OK, or an exit status after a message
 */
int output_open(struct output *o, struct cli *cli, const char *path, bool binary);

/**
 * Write the rest and close it. A file of a command that failed is removed: a part of it would pass for all.
 *
 * @param result  of the command
 * @return the same, or an exit status after a message
 */
int output_close(struct output *o, int result);

#endif
