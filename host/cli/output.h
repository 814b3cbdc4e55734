/* SPDX-License-Identifier: BSD-2-Clause */
/* The file that a command writes: that of -o, or standard output. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <cli/cli.h>

struct output {
    const char *path; /**< where it is written until it's whole; NULL: standard output */
    struct out *out;
    const char *name;  /**< what the command line calls it */
    bool folder, made; /**< a folder; that wasn't there before */
    char place[4096], beside[4096];
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
 * Open it, after output_check(); a command has one at a time. What is there stays until output_close().
 *
 * @param path    NULL or "-": standard output, unless that is a terminal and the output isn't text
 * @param binary  the output isn't text
 * @return CLI_OK, or an exit status after a message
 */
int output_open(struct output *o, struct cli *cli, const char *path, bool binary);

/** The same for a file that a reader follows while it is written: in its place, and kept when it fails. */
int output_open_live(struct output *o, struct cli *cli, const char *path, bool binary);

/** The same for a file, or files in a folder, that the command itself opens, at `o->path`. */
int output_open_file(struct output *o, struct cli *cli, const char *path);
int output_open_folder(struct output *o, struct cli *cli, const char *path);

/**
 * Write the rest, close it, and put it in its place. What a command wrote that failed is removed: a part
 * would pass for all; what was there before stays.
 *
 * @param result  of the command
 * @return the same, or an exit status after a message
 */
int output_close(struct output *o, int result);

#endif
