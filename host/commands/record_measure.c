/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counts of `spoor record --bare` become a baseline's costs. Only a run that ended at an instruction can
 * be repeated: the image's own end, or the last one of --instructions.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/file.h>
#include <cli/output.h>
#include <compare/measure.h>
#include "record_bare.h"
#include "record_measure.h"

#define PATH_BYTES 4096
#define RUNS_MOST  5

int record_measure_check(const struct record_measure *given)
{
    if (given->bare) {
        return given->qemu != NULL ? CLI_OK : cli_usage("--bare needs --qemu BOARD", "");
    }
    const char *alone = given->qemu != NULL        ? "--qemu"
                        : given->instructions != 0 ? "--instructions"
                        : given->limit_ns != 0     ? "--time"
                        : given->keep != NULL      ? "--keep"
                                                   : NULL;

    return alone == NULL ? CLI_OK : cli_usage(alone, " is for --bare");
}

/* Make an empty file, which the caller must remove. @return false after a message */
static bool make_temporary(char path[PATH_BYTES])
{
    const char *folder = getenv("TMPDIR");

    snprintf(path, PATH_BYTES, "%s/spoor-XXXXXX", folder != NULL && *folder != 0 ? folder : "/tmp");
    int fd = mkstemp(path);

    if (fd < 0) {
        (void)cli_failed(path, strerror(errno));
        return false;
    }
    close(fd);
    return true;
}

static int run_once(const struct record_measure *given, const char *elf, const char *path)
{
    static const char *const no_lines[] = {NULL};
    bool ended = false;
    int result = record_bare(&(struct record_bare){.image = {given->qemu, elf, 0, true, NULL},
                                                   .output = path,
                                                   .lines = no_lines,
                                                   .limit_ms = given->limit_ns / 1000000,
                                                   .instructions = given->instructions,
                                                   .quiet = true,
                                                   .ended = &ended});

    if (result == CLI_OK && !ended) {
        (void)cli_failed(elf,
                         "stopped before its end, so its counts can't be repeated: give a longer --time, or "
                         "--instructions N if it never ends");
        return CLI_CANT_SAY;
    }
    return result == CLI_WRONG ? CLI_CANT_SAY : result; /* the image's own failure isn't a regression */
}

static bool are_equal(const char *a, const char *b)
{
    size_t n, m;
    uint8_t *x = file_map(a, &n, NULL), *y = file_map(b, &m, NULL);
    bool equal = x != NULL && y != NULL && n == m && memcmp(x, y, n) == 0;

    if (x != NULL) {
        file_unmap(x, n);
    }
    if (y != NULL) {
        file_unmap(y, m);
    }
    return equal;
}

/*
 * Run until two runs in succession have the same counts. On a busy machine QEMU takes an interrupt an
 * instruction later now and then.
 */
static int run_twice(const struct record_measure *given, const char *elf, const char *path, const char *again)
{
    int result = run_once(given, elf, path);

    for (unsigned n = 1; result == CLI_OK && n < RUNS_MOST; n++) {
        result = run_once(given, elf, n % 2 != 0 ? again : path);
        if (result != CLI_OK || are_equal(path, again)) {
            return result;
        }
    }
    if (result == CLI_OK) {
        (void)cli_failed(elf,
                         "no two runs have the same counts: does it depend on the time or on a network?");
        result = CLI_CANT_SAY;
    }
    return result;
}

static int measure_file(struct cli *cli, const char *elf, const char *path, struct baseline *b)
{
    struct input in;
    int result = cli_open_any(cli, &in, elf, path);

    if (result == CLI_OK) {
        result = measure(&in, b);
    }
    result = cli_fail(cli, &in.fault, result);
    input_close(&in);
    return result;
}

int record_measure(struct cli *cli, const struct record_measure *given, const char *elf, struct baseline *b)
{
    char first[PATH_BYTES], again[PATH_BYTES];
    const char *path = given->keep != NULL ? given->keep : first;
    int result = given->keep != NULL     ? output_check(cli, path)
                 : make_temporary(first) ? CLI_OK
                                         : CLI_UNREADABLE;

    if (result != CLI_OK) {
        return result;
    }
    if (make_temporary(again)) {
        result = run_twice(given, elf, path, again);
        (void)unlink(again);
    } else {
        result = CLI_UNREADABLE;
    }
    if (result == CLI_OK) {
        result = measure_file(cli, elf, path, b);
    }
    if (path == first) {
        (void)unlink(first);
    }
    snprintf(b->board, sizeof b->board, "%s", given->qemu);
    b->instructions = given->instructions;
    return result;
}
