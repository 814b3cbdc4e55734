/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every command, with each number of bytes left of the heap from none up: it does its work, or says that
 * memory is short; it ends, and gives all back.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <kernel/thread.h>
#include <spoor/shell/shell.h>
#include <test/output.h>
#include <test/test.h>

static void *taken[96];
static unsigned taken_count;

/* Leave less than `bytes` in one piece. */
static void starve(size_t bytes)
{
    for (size_t size = 1u << 27; size >= bytes; size /= 2) {
        while (taken_count < 96 && (taken[taken_count] = malloc(size)) != NULL) {
            taken_count++;
        }
    }
}

static void feed(void)
{
    while (taken_count > 0) {
        free(taken[--taken_count]);
    }
}

static char output[1024];

/* Run a line with less than `bytes` of heap. */
static int run_starved(const char *line, size_t bytes)
{
    test_output_begin(output, sizeof output);
    starve(bytes);
    int result = spoor_shell_run(line);

    feed();
    test_output_end();
    return result;
}

/* Commands that end the run, or go on until a key, are left out. */
static bool is_endless(const char *name)
{
    return strcmp(name, "exit") == 0 || strcmp(name, "watch") == 0 || strcmp(name, "trace_stream") == 0;
}

static size_t in_use(void)
{
    return (size_t)mallinfo().uordblks;
}

static unsigned lines_run;

static void check_line(const char *line, const char *short_of)
{
    run_starved(line, 1u << 27); /* memory that is taken once and kept */
    size_t before = in_use();

    for (size_t bytes = 16; bytes <= 4096; bytes *= 4, lines_run++) {
        int result = run_starved(line, bytes);
        bool said = strstr(output, "not enough memory") != NULL;

        if (result != 0 && !said) {
            test_note("%s with %u bytes: %d, %s", line, (unsigned)bytes, result, output);
        }
        CHECK(result == 0 || said);
        CHECK(short_of == NULL || bytes > 16 || strstr(output, short_of) != NULL);
        CHECK(in_use() <= before + 16); /* a piece may be a little larger than the one that was asked for */
    }
}

static void all_commands(void *arg)
{
    (void)arg;
    array_spread_foreach_ptr (c, spoor_shell_commands) {
        char line[40];

        if (!is_endless(c->name)) {
            snprintf(line, sizeof line, "%s 1", c->name);
            check_line(strcmp(c->name, "sleep") == 0 ? line : c->name, NULL);
        }
        snprintf(line, sizeof line, "%s --help", c->name);
        check_line(line, NULL);
    }
}

static void needy_commands(void *arg)
{
    (void)arg;
    check_line("trace_blocks -s * --sort count", "not enough memory to sort; by ID:\n");
    check_line("trace_points -s * --sort count", "not enough memory to sort; by ID:\n");
    check_line("trace_blocks -s * --rate", "not enough memory for two copies");
    check_line("ps", "not enough memory for a copy of the threads\n");
}

/* In a thread, for a stack like that of the shell. */
static void run_in_thread(void (*entry)(void *))
{
    static struct thread t;
    THREAD_STACK(stack, CONFIG_SHELL_STACK_BYTES + 512);
    const struct thread_attr attr = {
        .name = "starved", .entry = entry, .stack = stack, .stack_bytes = sizeof stack, .priority = 8};

    REQUIRE(thread_create(&t, &attr) == 0);
    CHECK_EQ(thread_join(&t, NULL, WAIT_FOREVER), 0);
}

TEST("every command without heap")
{
    run_in_thread(all_commands);
    CHECK(lines_run > 80);
    test_note("%u lines", lines_run);
}

TEST("commands that need some say so")
{
    run_in_thread(needy_commands);
}
