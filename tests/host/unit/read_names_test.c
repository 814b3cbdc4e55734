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
                NUMBER('x'), END);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_may_name_a_thread),
        cmocka_unit_test(names_of_objects_are_unique),
        cmocka_unit_test(a_sent_name_takes_precedence_over_a_symbol),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
