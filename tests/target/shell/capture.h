/* SPDX-License-Identifier: BSD-2-Clause */
/* The output of a line, and lines that tests run. */
#ifndef TESTS_SHELL_CAPTURE_H
#define TESTS_SHELL_CAPTURE_H

#include <test/test.h>

/* Run a line. @return spoor_shell_run()'s result; the output is in `output` until the next call */
int run(const char *line);

extern char output[3072];

/* Run a line and compare all that it prints. */
#define CHECK_OUTPUT(line, result, text)                                                                     \
    do {                                                                                                     \
        CHECK_EQ(run(line), (result));                                                                       \
        CHECK_STR(output, (text));                                                                           \
    } while (0)

/* Words of the last call of the command `note`, each after a '|'. */
extern char noted[256];
extern unsigned notes;

/* The result that `note` returns. */
extern int note_result;

#endif
