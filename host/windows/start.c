/* SPDX-License-Identifier: BSD-2-Clause */
/* Before main(): words in UTF-8, and streams without changes of line ends. */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include "utf8.h"

int main(int argc, char **argv);

/* The start files of mingw-w64 don't replace a word with * by names of files: it may be a filter. */
int _dowildcard = 0;

static UINT code_page;

static void restore_code_page(void)
{
    SetConsoleOutputCP(code_page);
}

/* A console shows bytes in its code page. It keeps it when the program has ended. */
static void show_utf8(void)
{
    if (isatty(STDOUT_FILENO) || isatty(STDERR_FILENO)) {
        code_page = GetConsoleOutputCP();
        SetConsoleOutputCP(CP_UTF8);
        (void)atexit(restore_code_page);
    }
}

static char *word_of(const wchar_t *text)
{
    size_t room = 3 * wcslen(text) + 1;
    char *word = malloc(room);

    if (word != NULL) {
        word[narrow(text, word, room)] = 0;
    }
    return word;
}

int wmain(int argc, wchar_t **words)
{
    static char buffer[65536];
    char **argv = calloc((size_t)argc + 1, sizeof *argv);

    for (int n = 0; n < argc; n++) {
        if (argv == NULL || (argv[n] = word_of(words[n])) == NULL) {
            fputs("spoor: out of memory\n", stderr);
            return 2;
        }
    }
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        (void)_setmode(fd, _O_BINARY);
    }
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer); /* a character of UTF-8 must reach a console whole */
    show_utf8();
    return main(argc, argv);
}
