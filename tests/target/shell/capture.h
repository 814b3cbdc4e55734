/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs lines for tests and captures their output. */
#ifndef TESTS_SHELL_CAPTURE_H
#define TESTS_SHELL_CAPTURE_H

#include <test/test.h>

/* Run a line. @return the result of spoor_shell_run(); the output is in `output` until the next call */
int run(const char *line);

extern char output[3072];

/* Run a line and compare its result and its complete output. */
#define CHECK_OUTPUT(line, result, text)                                                                     \
    do {                                                                                                     \
        CHECK_EQ(run(line), (result));                                                                       \
        CHECK_STR(output, (text));                                                                           \
    } while (0)

/* Words of the last call of the command `note`, each preceded by '|'. */
extern char noted[256];
extern unsigned notes;

/* The result that `note` is to return. */
extern int note_result;

#endif
