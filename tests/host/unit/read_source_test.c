/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a reader reads from: files, pipes, memory; signals and errors while it reads; how it names them in
 * messages. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <cmocka.h>
#include "reader_priv.h"
#include "read_fixture.h"

static char path[] = "/tmp/spoor-source-XXXXXX";

static void open_path(const char *of)
{
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_file(of, elf, &report);
}

static void a_file_is_opened_by_its_path(void **state)
{
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    assert_true(write(fd, whole.bytes, whole.used) == (ssize_t)whole.used);
    close(fd);
    open_path(path);
    assert_non_null(reader);
    collect(reader);
    assert_int_equal(check_records(), ALL);
    unlink(path);
    open_path(path);
    assert_null(reader);
    assert_non_null(strstr(messages, "spoor-source"));
    assert_non_null(strstr(messages, strerror(ENOENT)));
}

static void open_fd(int fd)
{
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_fd(fd, "t.spoor", elf, &report);
    assert_non_null(reader);
}

static void only_a_file_can_be_sought(void **state)
{
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    open_fd(ends[0]);
    assert_false(spoor_seek(reader, 1000));
    close(ends[0]);
    close(ends[1]);
    assert_false(spoor_seek(reader, 1000)); /* it is closed now */
    open_fd(-1);
    assert_false(spoor_seek(reader, 1000));
}

static void an_error_of_the_source_is_returned(void **state)
{
    int fd = open("/", O_RDONLY | O_CLOEXEC);

    (void)state;
    assert_true(fd >= 0);
    open_fd(fd);
    collect(reader);
    close(fd);
    assert_int_equal(got.end, -EISDIR);
    assert_non_null(strstr(messages, "t.spoor: offset 0: "));
    assert_non_null(strstr(messages, strerror(EISDIR)));
}

/* ------------------------------------------------------------------ waiting */

static int ends[2];
static volatile unsigned signals;

/* The first signal interrupts the read; the second brings the input. */
static void take_signal(int number)
{
    (void)number;
    if (signals++ == 1) {
        ssize_t n = write(ends[1], whole.bytes, whole.used);

        (void)n;
        close(ends[1]);
    }
}

static void a_signal_does_not_end_a_read(void **state)
{
    const struct sigaction action = {.sa_handler = take_signal}, usual = {.sa_handler = SIG_DFL};
    const struct itimerval soon = {.it_interval = {0, 20000}, .it_value = {0, 20000}},
                           never = {{0, 0}, {0, 0}};

    (void)state;
    assert_int_equal(pipe(ends), 0);
    open_fd(ends[0]);
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
    collect(reader);
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    assert_int_equal(sigaction(SIGALRM, &usual, NULL), 0);
    close(ends[0]);
    assert_true(signals >= 2);
    assert_int_equal(got.end, 0);
    assert_int_equal(check_records(), ALL);
    assert_string_equal(messages, "");
}

static void not_called(void *arg)
{
    (void)arg;
    fail_msg("memory has no input to wait for");
}

static void memory_is_read_without_waiting(void **state)
{
    (void)state;
    spoor_close(reader);
    reader = spoor_open_memory(whole.bytes, whole.used, "t.spoor", elf, &report);
    spoor_on_idle(reader, not_called, NULL);
    collect(reader);
    assert_int_equal(check_records(), ALL);
}

/* ------------------------------------------------------------------ messages */

/* The end of a long path is cut off, but not the message. */
static void a_long_path_leaves_room_for_the_message(void **state)
{
    static char name[1000];

    (void)state;
    memset(name, 'n', sizeof name - 1);
    bad.used = 0;
    make_packet(&bad, SPOOR_WIRE_HEADER, NUMBER(SPOOR_WIRE_VERSION_DENSE + 1), END);
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(bad.bytes, bad.used, name, elf, &report);
    collect(reader);
    assert_int_equal(strncmp(messages, "nnnnnnnn", 8), 0);
    assert_non_null(strstr(messages, "format version"));
    messages[0] = 0;
    assert_null(spoor_elf_open_memory("text", 4, name, &report));
    assert_non_null(strstr(messages, "nnnnnnnn: "));
}

static void a_reader_may_be_silent(void **state)
{
    (void)state;
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(bad.bytes, bad.used, "t.spoor", elf, NULL);
    collect(reader);
    assert_int_equal(got.end, -EPROTONOSUPPORT);
    assert_string_equal(messages, "");
}

/* The rest share one count. */
static void thirty_two_kinds_of_messages_are_counted(void **state)
{
    static char formats[READER_SAID + 4][8];
    char *line = messages;
    unsigned lines = 0;

    (void)state;
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory("", 0, "t.spoor", elf, &report);
    for (unsigned n = 0; n < READER_SAID + 4; n++) {
        snprintf(formats[n], sizeof formats[n], "%u %%u", n);
    }
    for (unsigned turn = 0; turn < 30; turn++) {
        for (unsigned n = 0; n < READER_SAID + 4; n++) {
            reader_say(reader, formats[n], turn);
        }
    }
    reader_say_rest(reader);
    for (; (line = strchr(line, '\n')) != NULL; line++) {
        lines++;
    }
    assert_int_equal(lines, 20 * READER_SAID + READER_SAID);
    assert_non_null(strstr(messages, "t.spoor: 10 more messages like \"0 %u\""));
    assert_non_null(strstr(messages, "t.spoor: 130 more messages like \"35 %u\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_opened_by_its_path),
        cmocka_unit_test(only_a_file_can_be_sought),
        cmocka_unit_test(an_error_of_the_source_is_returned),
        cmocka_unit_test(a_signal_does_not_end_a_read),
        cmocka_unit_test(memory_is_read_without_waiting),
        cmocka_unit_test(a_long_path_leaves_room_for_the_message),
        cmocka_unit_test(a_reader_may_be_silent),
        cmocka_unit_test(thirty_two_kinds_of_messages_are_counted),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
