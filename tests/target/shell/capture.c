/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Running lines with stdout turned into a string, and a command that notes its words.
 */
#include <stdio.h>
#include <string.h>
#include <shell/shell.h>
#include "capture.h"

char output[3072];
char noted[256];
unsigned notes;
int note_result;

static FILE *console;

static void turn_stdout(void)
{
    fflush(stdout);
    output[0] = '\0';
    console = stdout;
    stdout = fmemopen(output, sizeof(output), "w");
    if (stdout == NULL) {
        stdout = console;
        CHECK(!"stdout can be turned");
    }
}

static void turn_back(void)
{
    if (stdout != console) {
        fclose(stdout);
        stdout = console;
    }
}

int run(const char *line)
{
    int result;

    noted[0] = '\0';
    turn_stdout();
    result = shell_run(line);
    turn_back();
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

static const char *complete(const struct shell_words *words, unsigned n)
{
    (void)words;
    return n == 0 ? "alpha" : n == 1 ? "beta" : NULL;
}

SHELL_COMMAND("note", "note its words", "[WORD...]", note, complete);
