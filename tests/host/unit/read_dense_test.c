/* SPDX-License-Identifier: BSD-2-Clause */
/* DENSE packets bit by bit: which are valid, which continue another one, and what remains of the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/wire_dense.h>
#include "read_fixture.h"

#define LONG SPOOR_WIRE_LONG_WORD

static struct make_dense packet;

static void begin_on(unsigned cpus, unsigned shift)
{
    bad.used = 0;
    make_any_header(&bad, &(struct make_header){.version = SPOOR_WIRE_VERSION_DENSE,
                                                .recording = 1,
                                                .boots = 1,
                                                .cpus = cpus,
                                                .hz = 1000000,
                                                .shift = shift,
                                                .events = 5});
}

static void begin(unsigned shift)
{
    begin_on(1, shift);
}

static void open_packet(unsigned number, unsigned before, uint64_t time, bool continues)
{
    memset(&packet, 0, sizeof packet);
    packet.recording = 1;
    packet.number = number;
    packet.before = before;
    packet.time = time;
    packet.continues = continues;
}

static void send(void)
{
    make_dense(&bad, &packet);
}

/* The ID of a record in full. */
static void put_id(unsigned id)
{
    make_bits(&packet, 0, 3);
    make_bits(&packet, id, SPOOR_DENSE_ID_BITS);
}

/* A time below 32, as class 5. Without it: the time is as predicted. */
static void put_ticks(uint32_t ticks)
{
    make_bits(&packet, 0, 2);
    make_bits(&packet, ticks, SPOOR_DENSE_CLASS_FIRST);
}

static void put_predicted_time(void)
{
    make_bits(&packet, 1, 1);
}

/* A record without words, at the packet's time if it is the first. */
static void put_hits(void)
{
    put_id(ID_HITS);
    put_predicted_time();
}

static void put_data(unsigned bytes)
{
    put_id(ID_MESSAGE);
    put_predicted_time();
    make_bits(&packet, bytes, SPOOR_DENSE_DATA_BITS);
}

static void put_sized(uint32_t number, unsigned bits)
{
    make_bits(&packet, bits - 1, 5);
    make_bits(&packet, number, bits);
}

/* A word that isn't as predicted, and whether it is long. */
static void put_one(bool is_long)
{
    put_id(ID_ONE);
    make_bits(&packet, 0, 1);
    make_bits(&packet, is_long, 1);
}

/* A packet of one record that is valid. */
static void send_hits(unsigned number, unsigned before, uint64_t time, bool continues)
{
    open_packet(number, before, time, continues);
    put_hits();
    send();
}

static void read_all(void)
{
    read_bytes(bad.bytes, bad.used);
}

/* ------------------------------------------------------------------ valid packets */

static void a_record_as_predicted_is_one_bit(void **state)
{
    static const uint64_t times[] = {1000, 1007, 1014};

    (void)state;
    begin(0);
    open_packet(0, 0, 1000, false);
    put_hits();
    put_id(ID_HITS);
    put_ticks(7);
    make_bits(&packet, 1, 1);
    send();
    read_all();
    assert_int_equal(got.counts.decoded, 3);
    for (unsigned n = 0; n < 3; n++) {
        assert_int_equal(nth(SPOOR_RECORD, n)->id, ID_HITS);
        assert_true(nth(SPOOR_RECORD, n)->time == times[n]);
    }
    assert_int_equal(got.counts.last_time, 1014);
}

static void words_are_sent_by_class_size_or_slot(void **state)
{
    static const uint32_t words[] = {9, LONG, LONG + 3, LONG};

    (void)state;
    begin(0);
    open_packet(0, 0, 1000, false);
    put_one(false);
    make_bits(&packet, 0, 1);
    make_bits(&packet, 9, SPOOR_DENSE_CLASS_FIRST);
    put_predicted_time();
    for (unsigned n = 1; n < 4; n++) {
        put_one(true);
        make_bits(&packet, n != 3, 1);
        if (n != 3) {
            put_sized(2 * (words[n] - (n == 1 ? 0 : words[n - 1])), 16);
        } else {
            make_bits(&packet, spoor_dense_slot(LONG), SPOOR_DENSE_SLOT_BITS);
        }
        put_predicted_time();
    }
    send();
    read_all();
    assert_int_equal(got.counts.decoded, 4);
    for (unsigned n = 0; n < 4; n++) {
        assert_int_equal(nth(SPOOR_RECORD, n)->word[0], words[n]);
    }
}

/* More records than a packet of bytes could have, after one with data. */
static void a_packet_may_have_a_record_for_each_bit(void **state)
{
    const struct spoor_item *item;
    unsigned records = 0;

    (void)state;
    begin_on(2, 0); /* all packets wait for the other CPU's */
    open_packet(0, 0, 1000, false);
    put_data(2);
    make_dense_bytes(&packet, "xy");
    put_hits();
    put_id(ID_HITS);
    put_ticks(7);
    for (unsigned n = 0; n < 300; n++) {
        make_bits(&packet, 1, 1);
    }
    send();
    open_packet(1, 303, 9000, false); /* its bytes take the place of others */
    put_data(2);
    make_dense_bytes(&packet, "zz");
    send();
    struct spoor_reader *r = spoor_open_memory(bad.bytes, bad.used, "t.spoor", elf, &report);

    while (spoor_next(r, &item) > 0) {
        if (item->kind == SPOOR_RECORD) {
            bool data = records == 0 || records == 303;

            assert_int_equal(item->id, data ? ID_MESSAGE : ID_HITS);
            if (data) {
                assert_memory_equal(item->data, records == 0 ? "xy" : "zz", 2);
            } else {
                assert_null(item->data);
                assert_true(item->time == 1000 + 7 * (records - 1));
            }
            records++;
        }
    }
    spoor_close(r);
    assert_int_equal(records, 304);
}

/* The records that precede a continued packet are those up to it, of data that continue in others, too. */
static void a_packet_continues_after_split_data(void **state)
{
    (void)state;
    begin(0);
    open_packet(0, 0, 1000, false);
    put_data(4);
    make_dense_bytes(&packet, "wx");
    send();
    make_packet(&bad, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(1), NUMBER(1), NUMBER('y'), NUMBER('z'),
                END);
    send_hits(2, 1, 1010, true);
    read_all();
    assert_int_equal(got.counts.decoded, 2);
    assert_int_equal(nth(SPOOR_RECORD, 0)->bytes, 4);
    assert_int_equal(nth(SPOOR_RECORD, 1)->id, ID_HITS);
    assert_int_equal(got.counts.missing, 0);
}

/* ------------------------------------------------------------------ invalid packets */

static void nothing(void)
{
}

static void ends_in_the_id(void)
{
    make_bits(&packet, 0, 8);
}

static void ends_in_a_word(void)
{
    put_one(false);
}

static void has_an_unknown_id(void)
{
    put_id(500);
    put_predicted_time();
}

static void has_a_time(void)
{
    put_id(SPOOR_WIRE_ID_TIME);
    put_predicted_time();
}

static void uses_an_empty_slot(void)
{
    put_one(true);
    make_bits(&packet, 0, 1);
    make_bits(&packet, 3, SPOOR_DENSE_SLOT_BITS);
    put_predicted_time();
}

static void has_a_long_word_that_is_short(void)
{
    put_one(true);
    make_bits(&packet, 1, 1);
    put_sized(2 * (LONG - 1), 16);
    put_predicted_time();
}

static void has_a_short_word_that_is_long(void)
{
    put_one(false);
    make_bits(&packet, 0xFF, SPOOR_DENSE_UNARY);
    put_sized(LONG, 16);
    put_predicted_time();
}

static void has_ones_before_data(void)
{
    put_data(1);
    make_bits(&packet, 0x1F, packet.free);
    make_dense_bytes(&packet, "x");
}

static void has_data_that_are_too_long(void)
{
    put_data(SPOOR_WIRE_DATA_MAX + 1);
    make_dense_bytes(&packet, "x");
}

static void predicts_data(void)
{
    put_hits();
    put_data(1);
    make_dense_bytes(&packet, "x");
    put_hits();
    make_bits(&packet, 1, 1);
    make_bits(&packet, 1, SPOOR_DENSE_DATA_BITS);
    make_dense_bytes(&packet, "x");
}

static void has_a_time_that_wraps(void)
{
    packet.time = UINT64_MAX;
    put_hits();
    put_id(ID_HITS);
    put_ticks(7);
}

static void an_invalid_packet_leaves_no_model(void **state)
{
    static void (*const parts[])(void) = {nothing,
                                          ends_in_the_id,
                                          ends_in_a_word,
                                          has_an_unknown_id,
                                          has_a_time,
                                          uses_an_empty_slot,
                                          has_a_long_word_that_is_short,
                                          has_a_short_word_that_is_long,
                                          has_ones_before_data,
                                          has_data_that_are_too_long,
                                          predicts_data,
                                          has_a_time_that_wraps};

    (void)state;
    for (unsigned n = 0; n < sizeof parts / sizeof parts[0]; n++) {
        begin(0);
        send_hits(0, 0, 1000, false);
        open_packet(1, 1, 1010, false);
        parts[n]();
        send();
        send_hits(2, 1, 1020, true);
        send_hits(3, 2, UINT64_MAX, false);
        read_all();
        assert_int_equal(got.traffic.invalid, 1);
        assert_non_null(strstr(messages, "packet 1 doesn't fit the ELF file, skipped"));
        assert_non_null(strstr(messages, "packet 2 continues one that is missing, skipped"));
        assert_null(strstr(messages, "invalid packet"));
        assert_int_equal(got.counts.decoded, 2);
        assert_int_equal(nth(SPOOR_RECORD, 0)->time, 1000);
    }
}

static void a_time_may_not_exceed_64_bits_of_cycles(void **state)
{
    (void)state;
    for (unsigned more = 0; more < 2; more++) {
        begin(4);
        open_packet(0, 0, (UINT64_MAX >> 4) - 7, false);
        put_hits();
        put_id(ID_HITS);
        put_ticks(7 + more);
        send();
        read_all();
        assert_int_equal(got.traffic.invalid, more);
        assert_int_equal(got.counts.decoded, more ? 0 : 2);
    }
}

/* ------------------------------------------------------------------ packets that others must precede */

static void a_packet_continues_the_records_before_it_only(void **state)
{
    (void)state;
    for (unsigned missing = 0; missing < 2; missing++) {
        begin(0);
        send_hits(0, 0, 1000, false);
        send_hits(1 + missing, 1 + missing, 1010, true);
        read_all();
        assert_int_equal(got.counts.decoded, 2 - missing);
        assert_int_equal(strstr(messages, "continues one that is missing") != NULL, missing);
    }
}

static void a_model_ends_with_its_recording(void **state)
{
    (void)state;
    begin(0);
    send_hits(0, 0, 1000, false);
    make_any_header(&bad, &(struct make_header){.version = SPOOR_WIRE_VERSION_DENSE,
                                                .recording = 2,
                                                .boots = 2,
                                                .cpus = 1,
                                                .hz = 1000000,
                                                .events = 5});
    open_packet(1, 1, 1010, true);
    packet.recording = 2;
    put_hits();
    send();
    read_all();
    assert_int_equal(count_kind(SPOOR_RECORD), 1);
    assert_non_null(strstr(messages, "packet 1 continues one that is missing"));
}

/* It isn't decoded, so that the packet after the last one can be. */
static void a_late_packet_does_not_change_the_model(void **state)
{
    (void)state;
    for (unsigned continues = 0; continues < 2; continues++) {
        begin(0);
        send_hits(0, 0, 1000, false);
        send_hits(2, 2, 1020, false);
        send_hits(1, 1, 1010, continues);
        send_hits(3, 3, 1030, true);
        read_all();
        assert_int_equal(got.traffic.late, 1);
        assert_int_equal(got.counts.decoded, 3);
        assert_int_equal(got.counts.missing, 1);
        assert_int_equal(nth(SPOOR_RECORD, 2)->time, 1030);
    }
}

static void packets_without_an_elf_file_are_unread(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    elf = NULL;
    begin(0);
    send_hits(0, 0, 1000, false);
    send_hits(1, 1, 1010, true);
    make_packet(&bad, LOSSES(0, 2, 0, 2000), END);
    read_all();
    elf = usual;
    assert_int_equal(got.counts.unread, 2);
    assert_int_equal(got.counts.decoded, 0);
    assert_int_equal(got.traffic.invalid + got.traffic.late + got.traffic.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_as_predicted_is_one_bit),
        cmocka_unit_test(words_are_sent_by_class_size_or_slot),
        cmocka_unit_test(a_packet_may_have_a_record_for_each_bit),
        cmocka_unit_test(a_packet_continues_after_split_data),
        cmocka_unit_test(an_invalid_packet_leaves_no_model),
        cmocka_unit_test(a_time_may_not_exceed_64_bits_of_cycles),
        cmocka_unit_test(a_packet_continues_the_records_before_it_only),
        cmocka_unit_test(a_model_ends_with_its_recording),
        cmocka_unit_test(a_late_packet_does_not_change_the_model),
        cmocka_unit_test(packets_without_an_elf_file_are_unread),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
