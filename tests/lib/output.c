/* SPDX-License-Identifier: BSD-2-Clause */
/* Captures console output in a string. */
#include <string.h>
#include <services/console.h>
#include <test/output.h>

static char *output;
static size_t used, room;

static void take(const char *data, size_t n)
{
    for (size_t i = 0; i < n && used < room; i++) {
        output[used++] = data[i];
    }
    output[used] = '\0';
}

void test_output_begin(char *text, size_t bytes)
{
    output = text;
    output[0] = '\0';
    used = 0;
    room = bytes - 1;
    console_divert(take);
}

void test_output_end(void)
{
    console_divert(NULL);
}

size_t test_longest_line(const char *text)
{
    size_t longest = 0;

    while (*text != '\0') {
        size_t n = strcspn(text, "\n");

        longest = n > longest ? n : longest;
        text += n + (text[n] == '\n');
    }
    return longest;
}
