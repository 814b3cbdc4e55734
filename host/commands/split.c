/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spoor split: write all bytes of a console to a file, and print the text alone. On a board without a second
 * serial port the frames of the trace link are sent between the text (docs/wire-format.md, 1). No byte is
 * lost on this path, so a zero always begins or ends a frame.
 */
#include <cli/cli.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t written = write(fd, bytes, n);

        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes += written > 0 ? written : 0;
        n -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static const struct doc_item examples[] = {
    {"spoor split trace.spoor </dev/ttyUSB0", "Watch a console, and keep its events."}, {NULL}};

static int split(struct cli *cli)
{
    if (isatty(STDIN_FILENO)) {
        return cli_usage("standard input is a terminal; redirect a console to it. Nothing was written to ",
                         cli->input.file);
    }
    int kept = open(cli->input.file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool in_frame = false;
    char bytes[65536], text[sizeof bytes];
    ssize_t n;

    if (kept < 0) {
        return cli_failed(cli->input.file, strerror(errno));
    }
    while ((n = read(0, bytes, sizeof bytes)) != 0) {
        size_t text_bytes = 0;

        if (n < 0) {
            if (errno == EINTR) {
                continue;
            }
            return cli_failed("standard input", strerror(errno));
        }
        for (ssize_t i = 0; i < n; i++) {
            if (bytes[i] == 0) {
                in_frame = !in_frame;
            } else if (!in_frame) {
                text[text_bytes++] = bytes[i];
            }
        }
        if (!write_all(kept, bytes, (size_t)n)) {
            return cli_failed(cli->input.file, strerror(errno));
        }
        if (!write_all(1, text, text_bytes)) {
            return cli_failed("standard output", strerror(errno));
        }
    }
    return close(kept) == 0 ? CLI_OK : cli_failed(cli->input.file, strerror(errno));
}

SPOOR_COMMAND(split, CLI_RECORD, "FILE", "write standard input to FILE and print the text between its frames",
              CLI_FILE, split,
              .more =
                  "For a board whose trace link is its console: standard input is what the console sent. All "
                  "of it is written to FILE, which is a recording. The text alone is printed.",
              .examples = examples, .see = "record");
