/* SPDX-License-Identifier: BSD-2-Clause */
/* Each call of the library, with files and with bytes. Errors are values, and nothing is printed. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <import/pack.h>
#include "libspoor_make.h"

#define TURNS 20

static struct make stream, elf, broken, other;
static struct libspoor *spoor;
static struct libspoor_error error;
static struct answer answer, again;
static char folder[] = "/tmp/libspoor-XXXXXX", path[64], program[64], messages[4096];

static void note(void *arg, const char *text)
{
    snprintf((char *)arg + strlen(arg), sizeof messages - strlen(arg), "%s\n", text);
}

static struct libspoor *open_bytes(const struct make *recording, const struct make *ran)
{
    messages[0] = 0;
    return libspoor_open(&(struct libspoor_input){.path = "t.spoor",
                                                  .bytes = recording->bytes,
                                                  .size = recording->used,
                                                  .program = ran->used != 0 ? "t.elf" : NULL,
                                                  .program_bytes = ran->used != 0 ? ran->bytes : NULL,
                                                  .program_size = ran->used,
                                                  .message = note,
                                                  .arg = messages},
                         &error);
}

static void put_file(const char *name, const struct make *m)
{
    FILE *f = fopen(name, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(m->bytes, 1, m->used, f), m->used);
    assert_int_equal(fclose(f), 0);
}

static int set_up_all(void **state)
{
    (void)state;
    make_usual_elf(&elf);
    make_elf(&other, &(struct make_elf){make_usual_events, make_usual_blocks, make_usual_points, false, NULL,
                                        "\5\6\7\x8", NULL, NULL, 0});
    make_turns(&stream, "worker", TURNS, 100);
    make_text(&broken, "this is no recording, and no ELF file");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.spoor", folder);
    snprintf(program, sizeof program, "%s/t.elf", folder);
    put_file(path, &stream);
    put_file(program, &elf);
    return 0;
}

static int tear_down_all(void **state)
{
    (void)state;
    (void)unlink(path);
    (void)unlink(program);
    return rmdir(folder);
}

static FILE *printed;
static int streams[2];

static int set_up(void **state)
{
    (void)state;
    fflush(NULL);
    printed = tmpfile();
    for (int fd = 1; fd <= 2; fd++) {
        streams[fd - 1] = dup(fd);
        (void)dup2(fileno(printed), fd);
    }
    spoor = open_bytes(&stream, &elf);
    return spoor == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    libspoor_close(spoor);
    spoor = NULL;
    fflush(NULL);
    for (int fd = 1; fd <= 2; fd++) {
        (void)dup2(streams[fd - 1], fd);
        (void)close(streams[fd - 1]);
    }
    long size = fseek(printed, 0, SEEK_END) == 0 ? ftell(printed) : -1;

    (void)fclose(printed);
    if (size != 0) {
        fprintf(stderr, "%ld bytes were printed\n", size);
    }
    return size != 0;
}

static struct libspoor_sink into(struct answer *a)
{
    return answer_sink(a);
}

static void has(const char *text)
{
    if (strstr(answer.text, text) == NULL) {
        fail_msg("\"%s\" isn't in: %s", text, answer.text);
    }
}

/* The same for an answer that contains zeros. */
static void has_bytes(const char *text)
{
    size_t n = strlen(text), at = 0;

    while (at + n < answer.used && memcmp(answer.text + at, text, n) != 0) {
        at++;
    }
    assert_true(at + n < answer.used);
}

/* The call must have failed, with a line that contains `text`. */
static void failed(int status, enum libspoor_status expected, const char *text)
{
    assert_int_equal(status, expected);
    assert_int_equal(error.status, expected);
    if (strstr(error.text, text) == NULL) {
        fail_msg("\"%s\" isn't in: %s", text, error.text);
    }
    assert_null(strchr(error.text, '\n'));
}

static void succeeded(int status)
{
    if (status != LIBSPOOR_OK) {
        fail_msg("status %d: %s", status, error.text);
    }
    assert_int_equal(error.status, LIBSPOOR_OK);
    assert_string_equal(error.text, "");
}

static void table(const char *name, const struct libspoor_part *part, const struct libspoor_options *options)
{
    const struct libspoor_sink to = into(&answer);

    succeeded(libspoor_table(spoor, name, part, options, &to, &error));
}

/* ------------------------------------------------------------------ opening */

static void a_file_and_its_bytes_have_the_same_tables(void **state)
{
    struct libspoor *of_file =
        libspoor_open(&(struct libspoor_input){.path = path, .program = program}, &error);
    struct libspoor_sink to = into(&again);

    (void)state;
    assert_non_null(of_file);
    assert_string_equal(error.text, "");
    for (unsigned form = LIBSPOOR_JSON; form <= LIBSPOOR_TEXT; form++) {
        const struct libspoor_options options = {.form = (enum libspoor_form)form};

        to = into(&again);
        succeeded(libspoor_table(of_file, "threads", NULL, &options, &to, &error));
        table("threads", NULL, &options);
        assert_true(answer.used > 50);
        assert_string_equal(answer.text, again.text);
    }
    has("worker");
    libspoor_close(of_file);
}

static void what_cant_be_opened_is_a_value(void **state)
{
    (void)state;
    assert_null(libspoor_open(&(struct libspoor_input){.path = "/no/such.spoor"}, &error));
    failed((int)error.status, LIBSPOOR_UNREADABLE, "/no/such.spoor: No such file");
    assert_null(libspoor_open(&(struct libspoor_input){.path = folder}, &error));
    failed((int)error.status, LIBSPOOR_UNREADABLE, folder);
    assert_null(libspoor_open(&(struct libspoor_input){.path = path, .program = "/no/such.elf"}, &error));
    failed((int)error.status, LIBSPOOR_UNREADABLE, "/no/such.elf: No such file");
    assert_null(open_bytes(&stream, &broken));
    failed((int)error.status, LIBSPOOR_UNREADABLE, "t.elf");
    libspoor_close(NULL);
}

static void the_program_of_another_build_is_refused(void **state)
{
    struct libspoor *s = open_bytes(&stream, &other);
    const struct libspoor_sink to = into(&answer);
    int status = s != NULL ? libspoor_table(s, "threads", NULL, NULL, &to, &error) : (int)error.status;

    (void)state;
    failed(status, LIBSPOOR_UNREADABLE, "t.spoor");
    libspoor_close(s);
}

static void bytes_without_events_are_an_error_of_the_query(void **state)
{
    struct libspoor *s = open_bytes(&broken, &elf);
    const struct libspoor_sink to = into(&answer);
    int status = s != NULL ? libspoor_table(s, "threads", NULL, NULL, &to, &error) : (int)error.status;

    (void)state;
    assert_int_not_equal(status, LIBSPOOR_OK);
    failed(status, error.status, "t.spoor");
    libspoor_close(s);
}

static void damage_is_reported_to_the_callback(void **state)
{
    static struct make damaged;
    const struct libspoor_sink to = into(&answer);

    (void)state;
    damaged = stream;
    damaged.bytes[damaged.used / 2] ^= 0x55;
    struct libspoor *s = open_bytes(&damaged, &elf);

    assert_non_null(s);
    (void)libspoor_table(s, "losses", NULL, NULL, &to, &error);
    assert_non_null(strstr(messages, "t.spoor"));
    libspoor_close(s);
}

static void a_pack_has_the_tables_of_its_recording(void **state)
{
    static struct make pack;
    static const struct make none;
    char packed[80];
    const struct libspoor_sink to = into(&again);

    (void)state;
    snprintf(packed, sizeof packed, "%s/t.spoorpack", folder);
    assert_null(pack_write(packed, path, program, NULL, 0));
    FILE *f = fopen(packed, "rb");

    assert_non_null(f);
    pack.used = fread(pack.bytes, 1, sizeof pack.bytes, f);
    assert_int_equal(fclose(f), 0);
    table("threads", NULL, NULL);
    for (unsigned way = 0; way < 2; way++) {
        struct libspoor *s = way == 0 ? libspoor_open(&(struct libspoor_input){.path = packed}, &error)
                                      : open_bytes(&pack, &none);

        if (s == NULL) {
            fail_msg("%s", error.text);
        }
        for (unsigned n = 0; n < 2; n++) {
            again.used = 0;
            succeeded(libspoor_table(s, "threads", NULL, NULL, &to, &error));
            assert_string_equal(again.text, answer.text);
        }
        libspoor_close(s);
    }
    assert_int_equal(unlink(packed), 0);
    pack.bytes[pack.used / 2] ^= 0x55;
    assert_null(open_bytes(&pack, &none));
    failed((int)error.status, LIBSPOOR_UNREADABLE, "t.spoor");
    pack.used = 40;
    assert_null(open_bytes(&pack, &elf));
    failed((int)error.status, LIBSPOOR_UNREADABLE, "t.spoor");
}

static void a_profile_has_a_format_and_no_tables(void **state)
{
    static struct make folded;
    struct libspoor_sink to = into(&answer);

    (void)state;
    assert_null(libspoor_profile_format(spoor));
    folded.used = 0;
    make_text(&folded, "main;work 30\nmain 12\n");
    struct libspoor *s = libspoor_open(
        &(struct libspoor_input){.path = "p.folded", .bytes = folded.bytes, .size = folded.used}, &error);

    assert_non_null(s);
    assert_non_null(strstr(libspoor_profile_format(s), "folded"));
    failed(libspoor_table(s, "threads", NULL, NULL, &to, &error), LIBSPOOR_UNREADABLE, "this is");
    failed(libspoor_events(s, NULL, 0, 0, &to, &error), LIBSPOOR_UNREADABLE, "this is");
    failed(libspoor_chosen(s, NULL, "thread=a", &to, &error), LIBSPOOR_UNREADABLE, "this is");
    failed(libspoor_export(s, "chrome", NULL, &to, &error), LIBSPOOR_UNREADABLE, "this is");
    for (unsigned n = 0; n < 2; n++) { /* a query doesn't use the profile up */
        to = into(&answer);
        succeeded(libspoor_export(s, "folded", NULL, &to, &error));
        has("main;work 30\n");
    }
    to = into(&answer);
    succeeded(libspoor_view(s, LIBSPOOR_VIEW_CALLS, NULL, 0, &to, &error));
    assert_true(answer.used > 0);
    libspoor_close(s);
}

/* ------------------------------------------------------------------ tables */

static void every_table_answers_or_names_its_reason(void **state)
{
    unsigned n = 0;

    (void)state;
    for (const char *name; (name = libspoor_table_name(n)) != NULL; n++) {
        const struct libspoor_options options = {
            .thread = "worker", .begin_event = "sched_wake", .end_event = "hits"};
        const struct libspoor_sink to = into(&answer);
        int status = libspoor_table(spoor, name, NULL, &options, &to, &error);

        assert_int_equal(status, error.status);
        assert_int_equal(error.text[0] == 0, status == LIBSPOOR_OK);
        if (status != LIBSPOOR_OK && status != LIBSPOOR_CANT_SAY) {
            fail_msg("%s: %s", name, error.text);
        }
    }
    assert_true(n > 10);
    assert_null(libspoor_table_name(n + 1000));
}

static void options_choose_form_order_and_length(void **state)
{
    (void)state;
    table("threads", NULL, &(struct libspoor_options){.form = LIBSPOOR_CSV, .sort = "-thread"});
    assert_true(strstr(answer.text, "worker") < strstr(answer.text, "idle"));
    table("threads", NULL, &(struct libspoor_options){.form = LIBSPOOR_CSV, .sort = "thread"});
    assert_true(strstr(answer.text, "idle") < strstr(answer.text, "worker"));
    table("threads", NULL, &(struct libspoor_options){.form = LIBSPOOR_CSV, .sort = "thread", .top = 1});
    has("idle");
    assert_null(strstr(answer.text, "worker"));
}

static void a_wrong_request_is_a_value(void **state)
{
    const struct libspoor_sink to = into(&answer);

    (void)state;
    failed(libspoor_table(spoor, "thraeds", NULL, NULL, &to, &error), LIBSPOOR_UNREADABLE,
           "no table thraeds");
    failed(libspoor_table(spoor, "threads", NULL, &(struct libspoor_options){.sort = "colour"}, &to, &error),
           LIBSPOOR_UNREADABLE, "no column colour");
    failed(libspoor_table(spoor, "intervals", NULL, NULL, &to, &error), LIBSPOOR_UNREADABLE, "two events");
    failed(libspoor_table(spoor, "critical-path", NULL, NULL, &to, &error), LIBSPOOR_UNREADABLE, "a thread");
    failed(libspoor_table(spoor, "threads", &(struct libspoor_part){.where = "thread="}, NULL, &to, &error),
           LIBSPOOR_UNREADABLE, "thread=");
    failed(libspoor_table(spoor, "threads", &(struct libspoor_part){.range = "2..1"}, NULL, &to, &error),
           LIBSPOOR_UNREADABLE, "2..1");
    failed(libspoor_table(spoor, "threads", &(struct libspoor_part){.recording = 7}, NULL, &to, &error),
           LIBSPOOR_UNREADABLE, "7");
    failed(libspoor_export(spoor, "cobol", NULL, &to, &error), LIBSPOOR_UNREADABLE, "no format cobol");
    failed(libspoor_export(spoor, "ctf", NULL, &to, &error), LIBSPOOR_UNREADABLE, "ctf needs a folder");
    failed(libspoor_view(spoor, (enum libspoor_view)99, NULL, 0, &to, &error), LIBSPOOR_UNREADABLE,
           "no view 99");
    failed(libspoor_chosen(spoor, NULL, "a &&", &to, &error), LIBSPOOR_UNREADABLE, "after \"a &&\"");
    assert_int_equal(answer.used, 0);
    table("threads", NULL, NULL); /* the handle still works */
}

static void a_range_outside_is_no_data(void **state)
{
    const struct libspoor_part outside = {.range = "100..200"}, inside = {.range = "2ms..6ms"};
    struct libspoor_sink to = into(&answer);
    int status = libspoor_table(spoor, "threads", &outside, NULL, &to, &error);

    (void)state;
    assert_int_equal(status, error.status);
    assert_int_equal(error.text[0] == 0, status == LIBSPOOR_OK);
    to = into(&answer);
    succeeded(libspoor_events(spoor, &inside, 0, 0, &to, &error));
    has("\"sched_switch\"");
    size_t some = answer.used;

    to = into(&answer);
    succeeded(libspoor_events(spoor, NULL, 0, 0, &to, &error));
    assert_true(answer.used > some);
}

/* ------------------------------------------------------------------ events, exports and views */

static unsigned count(const char *text)
{
    unsigned n = 0;

    for (const char *at = answer.text; (at = strstr(at, text)) != NULL; at++) {
        n++;
    }
    return n;
}

static void events_are_chosen_skipped_and_limited(void **state)
{
    const struct libspoor_part hits = {.where = "event=hits"};
    struct libspoor_sink to = into(&answer);

    (void)state;
    succeeded(libspoor_events(spoor, &hits, 0, 0, &to, &error));
    assert_int_equal(count("\"type\":\"event\""), TURNS);
    to = into(&answer);
    succeeded(libspoor_events(spoor, &hits, 5, 3, &to, &error));
    assert_int_equal(count("\"type\":\"event\""), 3);
    to = into(&answer);
    succeeded(libspoor_events(spoor, &hits, TURNS, 3, &to, &error));
    assert_int_equal(count("\"type\":\"event\""), 0);
    to = into(&answer);
    succeeded(libspoor_chosen(spoor, NULL, "event=hits", &to, &error));
    has_bytes("chosen");
}

static void every_format_writes_or_names_its_reason(void **state)
{
    unsigned n = 0, written = 0;

    (void)state;
    for (const char *name; (name = libspoor_format_name(n)) != NULL; n++) {
        const struct libspoor_sink to = into(&answer);
        int status = libspoor_export(spoor, name, NULL, &to, &error);

        assert_int_equal(status, error.status);
        assert_int_equal(error.text[0] == 0, status == LIBSPOOR_OK);
        written += status == LIBSPOOR_OK && answer.used > 0;
    }
    assert_true(n > 10 && written > 5);
}

static void an_export_to_a_file_has_the_same_bytes(void **state)
{
    static char text[sizeof answer.text];
    char to_path[80];
    const struct libspoor_sink to = into(&answer);

    (void)state;
    snprintf(to_path, sizeof to_path, "%s/out", folder);
    succeeded(libspoor_export(spoor, "chrome", NULL, &to, &error));
    succeeded(libspoor_export_to(spoor, "chrome", NULL, to_path, &error));
    FILE *f = fopen(to_path, "rb");

    assert_non_null(f);
    assert_int_equal(fread(text, 1, sizeof text, f), answer.used);
    assert_memory_equal(text, answer.text, answer.used);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(unlink(to_path), 0);
    failed(libspoor_export_to(spoor, "chrome", NULL, "/no/such/file", &error), LIBSPOOR_UNREADABLE,
           "No such file");
    failed(libspoor_export_to(spoor, "cobol", NULL, to_path, &error), LIBSPOOR_UNREADABLE, "no format cobol");
    assert_int_equal(access(to_path, F_OK), -1);
    failed(libspoor_export_to(spoor, "chrome", NULL, "/dev/full", &error), LIBSPOOR_UNREADABLE, "No space");
}

static void views_have_their_sections(void **state)
{
    static const enum libspoor_view views[] = {LIBSPOOR_VIEW_PAGE, LIBSPOOR_VIEW_TIMELINE};
    static const char *const sections[] = {"page-body", "head"};

    (void)state;
    for (unsigned n = 0; n < 2; n++) {
        const struct libspoor_sink to = into(&answer);

        succeeded(libspoor_view(spoor, views[n], NULL, 0, &to, &error));
        has_bytes(sections[n]);
    }
}

static void an_error_of_the_sink_ends_the_query(void **state)
{
    const struct libspoor_sink to = into(&answer);

    (void)state;
    answer.refuse = ENOSPC;
    failed(libspoor_table(spoor, "threads", NULL, NULL, &to, &error), LIBSPOOR_UNREADABLE, strerror(ENOSPC));
    assert_int_equal(answer.calls, 1);
    failed(libspoor_events(spoor, NULL, 0, 0, &to, &error), LIBSPOOR_UNREADABLE, strerror(ENOSPC));
    failed(libspoor_export(spoor, "chrome", NULL, &to, &error), LIBSPOOR_UNREADABLE, strerror(ENOSPC));
    failed(libspoor_view(spoor, LIBSPOOR_VIEW_PAGE, NULL, 0, &to, &error), LIBSPOOR_UNREADABLE,
           strerror(ENOSPC));
    failed(libspoor_chosen(spoor, NULL, "event=hits", &to, &error), LIBSPOOR_UNREADABLE, strerror(ENOSPC));
    assert_int_equal(answer.calls, 5);
    answer.refuse = 0;
    table("threads", NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_and_its_bytes_have_the_same_tables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cant_be_opened_is_a_value, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_program_of_another_build_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_without_events_are_an_error_of_the_query, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_is_reported_to_the_callback, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_pack_has_the_tables_of_its_recording, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_profile_has_a_format_and_no_tables, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_table_answers_or_names_its_reason, set_up, tear_down),
        cmocka_unit_test_setup_teardown(options_choose_form_order_and_length, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wrong_request_is_a_value, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_range_outside_is_no_data, set_up, tear_down),
        cmocka_unit_test_setup_teardown(events_are_chosen_skipped_and_limited, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_format_writes_or_names_its_reason, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_export_to_a_file_has_the_same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(views_have_their_sections, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_error_of_the_sink_ends_the_query, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}
