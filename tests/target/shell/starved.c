/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs every command with little free heap, from none upwards. A command must either work or report that
 * memory is short. It must return and free all it allocated.
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

/* Allocate until no free block of `bytes` is left. */
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

/* Run a line with less than `bytes` of free heap. */
static int run_starved(const char *line, size_t bytes)
{
    test_output_begin(output, sizeof output);
    starve(bytes);
    int result = spoor_shell_run(line);

    feed();
    test_output_end();
    return result;
}

/* Commands that end the run, wait for a key or need words are skipped. */
static bool is_skipped(const char *name)
{
    return strcmp(name, "exit") == 0 || strcmp(name, "watch") == 0 || strcmp(name, "trace_stream") == 0 ||
           strcmp(name, "tbprof") == 0;
}

static size_t in_use(void)
{
    return (size_t)mallinfo().uordblks;
}

static unsigned lines_run;

static void check_line(const char *line, const char *short_of)
{
    run_starved(line, 1u << 27); /* lets one-time allocations happen first */
    size_t before = in_use();

    for (size_t bytes = 16; bytes <= 4096; bytes *= 4, lines_run++) {
        int result = run_starved(line, bytes);
        bool reported = strstr(output, "not enough memory") != NULL;

        if (result != 0 && !reported) {
            test_note("%s with %u bytes: %d, %s", line, (unsigned)bytes, result, output);
        }
        CHECK(result == 0 || reported);
        CHECK(short_of == NULL || bytes > 16 || strstr(output, short_of) != NULL);
        CHECK(in_use() <= before + 16); /* a block may be a little larger than requested */
    }
}

static void all_commands(void *arg)
{
    (void)arg;
    array_spread_foreach_ptr (c, spoor_shell_commands) {
        char line[40];

        if (!is_skipped(c->name)) {
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
    check_line("tbprof -c uptime", "tbprof: not enough memory for the times of");
    check_line("ps", "not enough memory for a copy of the threads\n");
}

/* Runs in a thread with a stack like the shell's. */
static void run_in_thread(void (*entry)(void *))
{
    static struct thread t;
    THREAD_STACK(stack, CONFIG_SHELL_STACK_BYTES + 512);
    const struct thread_attr attr = {
        .name = "starved", .entry = entry, .stack = stack, .stack_bytes = sizeof stack, .priority = 8};

    REQUIRE(thread_create(&t, &attr) == 0);
    CHECK_EQ(thread_join(&t, NULL, WAIT_FOREVER), 0);
}

TEST("every command works or reports missing memory when the heap is short")
{
    run_in_thread(all_commands);
    CHECK(lines_run > 80);
    test_note("%u lines", lines_run);
}

TEST("commands that need memory report that it is missing")
{
    run_in_thread(needy_commands);
}
