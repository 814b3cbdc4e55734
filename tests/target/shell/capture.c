/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs lines with stdout captured in a string, and defines a command that notes its words.
 */
#include <string.h>
#include <spoor/shell/shell.h>
#include <test/output.h>
#include "capture.h"

char output[3072];
char noted[256];
unsigned notes;
int note_result;

int run(const char *line)
{
    int result;

    noted[0] = '\0';
    test_output_begin(output, sizeof output);
    result = spoor_shell_run(line);
    test_output_end();
    return result;
}

static int note(int argc, char **argv)
{
    notes++;
    noted[0] = '\0';
    for (int i = 1; i < argc; i++) {
        strcat(strcat(noted, "|"), argv[i]);
    }
    return note_result;
}

static const char *complete(const struct spoor_shell_words *words, unsigned n)
{
    (void)words;
    return n == 0 ? "alpha" : n == 1 ? "beta" : NULL;
}

SPOOR_SHELL_COMMAND("note", "note its words", "[WORD...]", note, complete);
