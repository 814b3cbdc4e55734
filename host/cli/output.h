/* SPDX-License-Identifier: BSD-2-Clause */
/* The output of a command: the file of -o, or standard output. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <cli/cli.h>

struct output {
    const char *path; /**< the file to write until it is complete; NULL: standard output */
    struct out *out;
    const char *name;  /**< its name on the command line */
    bool folder, made; /**< it is a folder; that was created */
    char place[4096], beside[4096];
};

/**
 * Refuse to write a file that the command line also names as an input, such as the recording or the program:
 * opening it for writing would empty it.
 *
 * @param path  the output: a word of the command line, or a default name
 * @return CLI_OK, or an exit status after a message
 */
int output_check(const struct cli *cli, const char *path);

/**
 * Open an output, after output_check(). A command can have one at a time. An existing file is kept until
 * output_close().
 *
 * @param path    NULL or "-": standard output. A terminal is refused if the output is binary
 * @return CLI_OK, or an exit status after a message
 */
int output_open(struct output *o, struct cli *cli, const char *path, bool binary);

/** The same for a file that is read while it is written. It has its final name from the start, and is kept
 * after a failure. */
int output_open_live(struct output *o, struct cli *cli, const char *path, bool binary);

/** The same for a file or folder that the command writes itself, at `o->path`. */
int output_open_file(struct output *o, struct cli *cli, const char *path);
int output_open_folder(struct output *o, struct cli *cli, const char *path);

/**
 * Write the rest, close the output, and rename it. If the command failed, the output is removed, since a part
 * could be mistaken for the whole, and an existing file is kept.
 *
 * @param result  of the command
 * @return the same, or an exit status after a message
 */
int output_close(struct output *o, int result);

#endif
