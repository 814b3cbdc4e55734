/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of threads and objects must be found in records and packets. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>
#include "read_fixture.h"

/* Data of a record that names a thread of priority 3. The bytes of the name follow. */
#define THREAD_DATA(number, bytes)                                                                           \
    NUMBER(8 + (bytes)), NUMBER(number), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(3), NUMBER(0), NUMBER(0),   \
        NUMBER(0)

/* A thread that has ended is known from its record only. Other data that look the same name no thread. */
static void a_record_may_name_a_thread(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, EVENTS(0, 0, 0, 100), NUMBER(SPOOR_WIRE_CODE_OTHER), NUMBER(SPOOR_WIRE_ID_THREAD),
                THREAD_DATA(5, 3), NUMBER('n'), NUMBER('e'), NUMBER('t'), NUMBER(SPOOR_WIRE_CODE_OTHER),
                NUMBER(SPOOR_WIRE_ID_THREAD), THREAD_DATA(6, 0), RECORD(ID_MESSAGE, 0), THREAD_DATA(7, 1),
                NUMBER('x'), NUMBER(SPOOR_WIRE_CODE_OTHER), NUMBER(SPOOR_WIRE_ID_THREAD), NUMBER(7),
                NUMBER(7), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(3), NUMBER(0), NUMBER(0), /* too short */
                END);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(messages, "");
    assert_non_null(spoor_thread(reader, 5));
    assert_string_equal(spoor_thread(reader, 5)->name, "net");
    assert_int_equal(spoor_thread(reader, 5)->priority, 3);
    assert_non_null(spoor_thread(reader, 6));
    assert_string_equal(spoor_thread(reader, 6)->name, "");
    assert_null(spoor_thread(reader, 7));
}

static void put_name(unsigned key, uint32_t address, const char *text, unsigned maker)
{
    struct make packet = {.used = 0};
    const uint32_t numbers[] = {SPOOR_WIRE_NAME, 1, SPOOR_WIRE_NAMED_OBJECT, key, address};

    for (unsigned n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        make_number(&packet, numbers[n]);
    }
    make_string(&packet, text);
    make_number(&packet, maker);
    make_frame(&bad, &packet);
}

static void names_of_objects_are_unique(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, SPOOR_WIRE_THREAD, NUMBER(1), NUMBER(2), NUMBER(4), NUMBER(4), NUMBER('m'), NUMBER('a'),
                NUMBER('i'), NUMBER('n'), END);
    put_name(10, 0, "queue", 2);
    put_name(11, 0, "queue", 2);
    put_name(12, 0, "mutex", 2);
    put_name(10, 0, "queue", 2); /* sent again after a later header */
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_THREAD), 1);
    assert_int_equal(nth(SPOOR_THREAD, 0)->thread, 2);
    assert_int_not_equal(spoor_names_version(reader), 0);
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 10), "queue of main");
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 11), "queue 2 of main");
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 12), "mutex of main");
}

static void a_sent_name_takes_precedence_over_a_symbol(void **state)
{
    const uint32_t lock = 0x20001000; /* make_elf()'s variable `lock` */

    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    put_name(10, lock, "door", 0);
    put_name(11, lock, "", 0);
    put_name(12, 0, "", 0);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 10), "door");
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 11), "lock");
    assert_null(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 12));
}

static void put_thread(unsigned number, const char *name, int flags)
{
    struct make packet = {.used = 0};

    make_byte(&packet, SPOOR_WIRE_THREAD);
    make_number(&packet, 1);
    make_number(&packet, number);
    make_number(&packet, 3);
    make_string(&packet, name);
    if (flags >= 0) {
        make_number(&packet, (unsigned)flags);
    }
    make_frame(&bad, &packet);
}

static void an_idle_thread_is_marked(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    put_thread(1, "idle", SPOOR_WIRE_THREAD_IDLE);
    put_thread(2, "main", 0);
    put_thread(3, "old", -1); /* sent by an older version */
    read_bytes(bad.bytes, bad.used);
    assert_true(spoor_is_idle(reader, 1));
    assert_false(spoor_is_idle(reader, 2));
    assert_false(spoor_is_idle(reader, 3));
    assert_false(spoor_is_idle(reader, 4));
}

/* Names are sent again after each header. Readers look at them again only if one has changed. */
static void a_thread_may_change_its_name(void **state)
{
    static const char *const later[] = {"main", "mine", "mai"};
    uint32_t version;

    (void)state;
    for (unsigned n = 0; n < 3; n++) {
        bad.used = 0;
        make_usual_header(&bad, 1);
        put_thread(2, "main", 0);
        read_bytes(bad.bytes, bad.used);
        version = spoor_names_version(reader);
        put_thread(2, later[n], 0);
        read_bytes(bad.bytes, bad.used);
        assert_string_equal(spoor_thread(reader, 2)->name, later[n]);
        assert_int_equal(spoor_names_version(reader), version + (n != 0));
        assert_ptr_equal(spoor_thread_nth(reader, 0), spoor_thread(reader, 2));
        assert_null(spoor_thread_nth(reader, 1));
    }
}

static void put_named(unsigned kind, const char *text)
{
    struct make packet = {.used = 0};
    const uint32_t numbers[] = {SPOOR_WIRE_NAME, 1, kind, 7, 0};

    for (unsigned n = 0; n < sizeof numbers / sizeof numbers[0]; n++) {
        make_number(&packet, numbers[n]);
    }
    make_string(&packet, text);
    make_number(&packet, 2); /* a thread: only objects have one */
    make_frame(&bad, &packet);
}

static void names_of_unknown_kinds_are_ignored(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    put_thread(2, "main", 0);
    for (unsigned kind = 0; kind <= SPOOR_WIRE_NAMED_PROGRAM + 1; kind++) {
        put_named(kind, "timer");
    }
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(messages, "");
    assert_int_equal(count_kind(SPOOR_NAME), 3);
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_IRQ, 7), "timer");
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 7), "timer of main");
    assert_string_equal(spoor_recording(reader)->program, "timer");
}

static void an_object_may_change_its_kind(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    put_thread(2, "main", 0);
    put_name(10, 0, "queue", 2);
    put_name(10, 0, "mutex", 2);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 10), "mutex of main");
}

/* The thread that made it has no name. */
static void an_object_of_an_unknown_thread_has_its_kind_only(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    put_name(10, 0, "queue", 77);
    put_name(11, 0, "queue", 77);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 10), "queue");
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 11), "queue 2");
}

/* A damaged file may have more. */
static void a_hundred_objects_of_a_kind_have_numbers(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    put_thread(2, "main", 0);
    for (unsigned n = 1; n <= 101; n++) {
        put_name(n, 0, "queue", 2);
    }
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 100), "queue 100 of main");
    assert_string_equal(spoor_named(reader, SPOOR_WIRE_NAMED_OBJECT, 101), "queue");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_may_name_a_thread),
        cmocka_unit_test(names_of_objects_are_unique),
        cmocka_unit_test(a_sent_name_takes_precedence_over_a_symbol),
        cmocka_unit_test(an_idle_thread_is_marked),
        cmocka_unit_test(a_thread_may_change_its_name),
        cmocka_unit_test(names_of_unknown_kinds_are_ignored),
        cmocka_unit_test(an_object_may_change_its_kind),
        cmocka_unit_test(an_object_of_an_unknown_thread_has_its_kind_only),
        cmocka_unit_test(a_hundred_objects_of_a_kind_have_numbers),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
