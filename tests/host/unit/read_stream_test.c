/* SPDX-License-Identifier: BSD-2-Clause */
/* Packets of each type must be decoded as they were sent. Invalid packets must be skipped and reported. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_fixture.h"

static void unknown_packet_types_are_ignored(void **state)
{
    (void)state;
    bad = (struct make){.used = 0};
    make_packet(&bad, 99, UINT64_C(1), UINT64_C(2), END);
    make_packet(&bad, 0, END);
    make_bytes(&bad, whole.bytes, whole.used);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(check_records(), ALL);
    assert_int_equal(got.traffic.unknown, 2);
    assert_string_equal(messages, "");
}

static void invalid_packets_are_skipped_as_a_whole(void **state)
{
    static const char *const absurd[] = {
        "02 01",                                                 /* no CPU */
        "06 01 00 01",                                           /* a clear without its fields */
        "07 01 01 18",                                           /* a name without its length */
        "02 01 00 00 00",                                        /* no time */
        "02 01 00 00 00 05",                                     /* no record */
        "02 01 00 00 00 05 02",                                  /* a word missing */
        "02 01 00 00 00 05 02 ff ff ff ff 1f",                   /* a word of 33 bits */
        "02 01 00 00 00 05 02 8a 80 01",                         /* a long word that is short */
        "02 01 00 00 00 05 02 ff ff ff ff ff ff ff ff ff ff 01", /* a number that doesn't end */
        "02 01 00 00 00 ff ff ff ff ff ff ff ff ff 02 08",       /* a time of 65 bits */
        "02 01 00 00 00 ff ff ff ff ff ff ff ff ff 01 28",       /* a time that wraps */
        "02 01 ff ff ff ff 0f 00 00 05 08",                      /* a CPU that doesn't exist */
        "02 01 00 00 00 05 04 ff ff ff ff 0f 61",                /* data longer than the packet */
        "02 01 00 00 00 05 09",                                  /* an ID that doesn't exist */
        "02 01 00 00 00 05 0f 00 01 02",                         /* a record that only rings may have */
        "02 01 00 00 00 05 0f 05",                               /* a reserved ID */
        "02 01 00 00 00 05 02 85 00",                            /* an empty slot */
        "02 01 00 00 00 05 02 a0 00",                            /* a slot that doesn't exist */
        "04 01 00 00 01 09 08",                                  /* a gap that ends before it begins */
        "04 01 00 00 01 09",                                     /* a gap without an end */
        "03 01 01 02 7f 61",                                     /* a name longer than the packet */
        "05 01 00 00 00 00 00 00 ff ff 03 01",                   /* losses of an ID that doesn't exist */
        "05 01 00 00 00 00 00 00 10",                            /* an ID without its count */
        "01 03 01 01 01 00 01 00 01 05 01 01 00 00 00 00 00",    /* zero CPUs */
        "01 03 01 01",                                           /* truncated */
    };

    (void)state;
    for (unsigned i = 0; i < sizeof absurd / sizeof absurd[0]; i++) {
        struct make packet = {.used = 0};

        bad = (struct make){.used = 0};
        make_hex(&packet, absurd[i]);
        make_frame(&bad, &packet);
        make_bytes(&bad, whole.bytes, whole.used);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.invalid, 1);
        assert_true(messages[0] != 0);
        assert_true(got.counts.unread == 0 || strstr(messages, "packet 0 doesn't fit the ELF file") != NULL);
        assert_true(check_records() >= ALL - 1); /* some of these packets count as packet number 0 */
    }
}

static void another_version_or_program_is_rejected(void **state)
{
    (void)state;
    for (unsigned newer = 0; newer < 2; newer++) {
        bad = (struct make){.used = 0};
        make_packet(&bad, SPOOR_WIRE_HEADER,
                    NUMBER(newer ? SPOOR_WIRE_VERSION_DENSE + 1 : SPOOR_WIRE_VERSION_OLD - 1), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.end, -EPROTONOSUPPORT);
    }
    bad = (struct make){.used = 0};
    make_any_header(
        &bad, &(struct make_header){
                  .recording = 1, .boots = 1, .cpus = 1, .hz = 1000, .events = 5, .build_id = "\1\2\3\5"});
    make_bytes(&bad, whole.bytes, whole.used);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(got.end, -EBADMSG);
    assert_non_null(strstr(messages, "build ID 01020305, while t.elf has 01020304"));
    assert_int_equal(count_kind(SPOOR_RECORD), 0);
}

/* A target without a build ID: the number of its IDs shows that it is another program. */
static void another_program_without_a_build_id_is_rejected(void **state)
{
    struct make_header header = {
        .recording = 1, .boots = 1, .cpus = 1, .hz = 1000, .events = 5, .build_id = ""};

    (void)state;
    for (unsigned more = 0; more < 2; more++) {
        bad.used = 0;
        header.events = 5 + more;
        make_any_header(&bad, &header);
        make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.end, more ? -EBADMSG : 0);
        assert_int_equal(count_kind(SPOOR_RECORD), !more);
        assert_string_equal(
            messages,
            more ? "t.spoor: offset 1: recorded with another program: 24 IDs, while t.elf has 23\n" : "");
    }
}

/* IDs have ten bits. The header's count includes further elements, which are never recorded. */
static void a_program_with_too_many_elements_is_recognized_by_its_count(void **state)
{
    static const struct make_event one = {"one", "n", 0};
    static struct make_event events[1101];
    static const char *const blocks[] = {"block", NULL}, *const points[] = {"point", NULL};
    struct make file;
    struct spoor_elf *usual = elf;

    (void)state;
    for (unsigned i = 0; i < 1100; i++) {
        events[i] = one;
    }
    make_elf(&file, &(struct make_elf){
                        .events = events, .blocks = blocks, .points = points, .build_id = "\1\2\3\4"});
    elf = spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
    assert_non_null(elf);
    for (unsigned more = 0; more < 2; more++) {
        bad = (struct make){.used = 0};
        make_header(&bad, 1, 1100 + more);
        make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_ONE, 0), NUMBER(7), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.end, more ? -EBADMSG : 0);
        assert_int_equal(count_kind(SPOOR_RECORD), !more);
    }
    assert_non_null(strstr(messages, "1119 IDs, while t.elf has 1118"));
    spoor_elf_close(elf);
    elf = usual;
}

static void a_long_word_is_sent_in_full_once_per_packet(void **state)
{
    const uint32_t word = 0x20001234;
    struct make packet = {.used = 0};

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        make_number(&packet, (const unsigned[]){SPOOR_WIRE_EVENTS, 1, 0, 0, 0, 5}[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        make_number(&packet, RECORD(ID_ONE, i == 1 ? UINT64_C(0x300000000) : 0));
        if (i == 0) {
            make_number(&packet, 16384 + 2 * (uint64_t)word); /* difference to 0 */
        } else {
            make_byte(&packet, 0x80 | (uint32_t)(word * UINT64_C(0x9E3779B1) % 0x100000000) >> 27);
            make_byte(&packet, 0);
        }
    }
    bad = (struct make){.used = 0};
    make_frame(&bad, &packet);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(messages, "");
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(nth(SPOOR_RECORD, i)->word[0], word);
    }
    assert_true(nth(SPOOR_RECORD, 2)->time == UINT64_C(0x300000005));
}

/* The text of a record that continues in two more packets. */
static void data_of_several_packets_are_joined(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), RECORD(ID_MESSAGE, 5), NUMBER(8), NUMBER('a'),
                NUMBER('b'), NUMBER('c'), END);
    make_packet(&bad, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(1), NUMBER(2), NUMBER('d'), NUMBER('e'),
                END);
    make_packet(&bad, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(2), NUMBER(2), NUMBER('f'), NUMBER('g'),
                NUMBER('h'), END);
    make_packet(&bad, EVENTS(0, 3, 2, 200), RECORD(ID_HITS, 0), END);
    make_packet(&bad, LOSSES(0, 3, 0, 300), END);
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(bad.bytes, bad.used, "t.spoor", elf, &report);
    const struct spoor_item *i;
    unsigned texts = 0;

    while (spoor_next(reader, &i) > 0) {
        if (i->kind == SPOOR_RECORD && i->id == ID_MESSAGE) {
            assert_int_equal(i->time, 105);
            assert_int_equal(i->bytes, 8);
            assert_memory_equal(i->data, "abcdefgh", 8);
            texts++;
        }
    }
    assert_int_equal(texts, 1);
    assert_int_equal(spoor_recording(reader)->account[0].decoded, 3);
    assert_string_equal(messages, "");
}

/* The first packet has room for the length only. */
static void a_byte_of_data_may_be_in_the_next_packet(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), RECORD(ID_MESSAGE, 5), NUMBER(1), END);
    make_packet(&bad, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(1), NUMBER(2), NUMBER('a'), END);
    read_bytes(bad.bytes, bad.used);
    assert_string_equal(messages, "");
    assert_int_equal(count_kind(SPOOR_RECORD), 2);
    assert_int_equal(nth(SPOOR_RECORD, 1)->bytes, 1);
}

/* The packet with the beginning of the record couldn't be decoded, or no record is open. */
static void the_rest_of_an_unknown_record_is_skipped(void **state)
{
    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&bad, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(1), NUMBER(1), NUMBER('d'), NUMBER('e'),
                END);
    make_packet(&bad, EVENTS(0, 2, 1, 200), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(count_kind(SPOOR_RECORD), 2);
    assert_int_equal(count_kind(SPOOR_MISSING), 0);
    assert_string_equal(messages, "");
}

static void without_an_elf_file_packets_are_counted(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    elf = NULL;
    read_bytes(whole.bytes, whole.used);
    elf = usual;
    assert_int_equal(count_kind(SPOOR_RECORD), 0);
    assert_int_equal(got.counts.unread, 3 * PACKETS); /* known from the final counts */
    assert_false(got.counts.unread_end);
    assert_non_null(strstr(messages, "no ELF file"));
}

static void without_an_elf_file_a_raw_subbuffer_is_unread(void **state)
{
    struct spoor_elf *usual = elf;

    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 1);
    make_packet(&bad, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(90), NUMBER(1),
                END);
    make_word(&bad, SPOOR_WIRE_HEADER_WORD(ID_HITS) | 100);
    elf = NULL;
    read_bytes(bad.bytes, bad.used);
    elf = usual;
    assert_int_equal(count_kind(SPOOR_RECORD), 0);
    assert_true(got.counts.unread_end);
}

static void any_division_of_the_input_gives_the_same_items(void **state)
{
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_true(write(ends[1], whole.bytes, whole.used) == (ssize_t)whole.used);
    close(ends[1]);
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_fd(ends[0], "pipe", elf, &report);
    collect(reader);
    close(ends[0]);
    assert_int_equal(check_records(), ALL);
    assert_string_equal(got.text, "boot\ntext\ntext\ntext\n");
}

static void each_byte_is_counted_as_packet_or_text(void **state)
{
    (void)state;
    read_bytes(whole.bytes, whole.used);
    assert_int_equal(got.traffic.text_bytes, strlen("boot\ntext\ntext\ntext\n"));
    assert_int_equal(got.traffic.packet_bytes, whole.used - got.traffic.text_bytes);
    assert_int_equal(got.traffic.bytes, 0);
}

/* Times are in ticks of 2^shift cycles, including those received before the header with the shift. */
/* The last packet was sent in part. */
static void a_stream_may_end_in_a_frame(void **state)
{
    (void)state;
    for (size_t n = 3; n < frame.end[PACKETS - 1] - frame.begin[PACKETS - 1]; n++) {
        read_bytes(whole.bytes, frame.begin[PACKETS - 1] + n);
        assert_non_null(strstr(messages, "cut off"));
        assert_int_equal(got.traffic.frames, 1);
    }
}

/* A byte of 80h or more and a zero are a slot of the table. Packets before it leave zeros in memory. */
static void a_slot_may_not_continue_after_the_packet(void **state)
{
    const uint32_t word = 0x20001234;
    struct make zeros = {.used = 0}, packet = {.used = 0};

    (void)state;
    make_hex(&zeros, "02 01 00 00 00 05 02 85 00"); /* an empty slot */
    for (unsigned i = 0; i < 100; i++) {
        make_byte(&zeros, 0);
    }
    for (unsigned i = 0; i < 6; i++) {
        make_number(&packet, (const unsigned[]){SPOOR_WIRE_EVENTS, 1, 0, 1, 0, 5}[i]);
    }
    make_number(&packet, RECORD(ID_ONE, 0));
    make_number(&packet, 16384 + 2 * (uint64_t)word); /* difference to 0 */
    make_number(&packet, RECORD(ID_ONE, 0));
    make_byte(&packet, 0x80 | (uint32_t)(word * UINT64_C(0x9E3779B1) % 0x100000000) >> 27);
    for (unsigned whole_slot = 0; whole_slot < 2; whole_slot++) {
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_frame(&bad, &zeros);
        make_frame(&bad, &zeros);
        make_frame(&bad, &packet);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_RECORD), whole_slot ? 2 : 0);
        make_byte(&packet, 0);
    }
}

static void ticks_of_a_coarse_clock_are_converted_to_cycles(void **state)
{
    (void)state;
    bad.used = 0;
    make_packet(&bad, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_any_header(&bad, &(struct make_header){.recording = 1,
                                                .boots = 1,
                                                .repeated = 1,
                                                .cpus = 1,
                                                .hz = 1000000000,
                                                .shift = 3,
                                                .events = 5,
                                                .now = 150});
    make_packet(&bad, EVENTS(0, 1, 1, 200), RECORD(ID_HITS, 0), RECORD(ID_HITS, 5), END);
    read_bytes(bad.bytes, bad.used);
    assert_true(nth(SPOOR_RECORD, 0)->time == 800);
    assert_true(nth(SPOOR_RECORD, 2)->time == 8 * 205);
    assert_int_equal(got.traffic.wrong, 0);
}

static void times_of_a_filter_are_converted_to_cycles(void **state)
{
    (void)state;
    bad.used = 0;
    make_any_header(&bad, &(struct make_header){
                              .recording = 1, .boots = 1, .cpus = 1, .hz = 1000000, .shift = 3, .events = 5});
    make_packet(&bad, SPOOR_WIRE_FILTER, NUMBER(1), NUMBER(1), NUMBER(290), NUMBER(300), NUMBER(0), NUMBER(0),
                NUMBER(0), NUMBER(1), NUMBER(1), END);
    make_packet(&bad, EVENTS(0, 0, 0, 400), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(nth(SPOOR_FILTER, 0)->time, 8 * 290);
    assert_null(nth(SPOOR_FILTER, 0)->filter);
    assert_int_equal(nth(SPOOR_FILTER, 1)->time, 8 * 300);
    assert_non_null(nth(SPOOR_FILTER, 1)->filter);
}

/* The numbers of threads, and of CPUs, precede those of events. */
static void a_filter_has_its_threads_cpus_and_events(void **state)
{
    const struct spoor_filter *f;

    (void)state;
    bad.used = 0;
    make_usual_header(&bad, 2);
    make_packet(&bad, SPOOR_WIRE_FILTER, NUMBER(1), NUMBER(1), NUMBER(2), NUMBER(3), NUMBER(1), NUMBER(2),
                NUMBER(7), NUMBER(9), NUMBER(1), NUMBER(1), NUMBER(1), NUMBER(1), END);
    make_packet(&bad, EVENTS(0, 0, 0, 400), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    f = nth(SPOOR_FILTER, 1)->filter;
    assert_non_null(f);
    assert_true(f->only);
    assert_int_equal(f->threads, 2);
    assert_int_equal(f->thread[0], 7);
    assert_int_equal(f->thread[1], 9);
    assert_true(f->cpus == 2);
    for (unsigned id = ID_ONE; id < ID_CRC; id++) {
        assert_int_equal(f->off[id / 32] >> id % 32 & 1, id == ID_PAIR);
    }
}

static void without_a_header_packets_show_the_number_of_cpus(void **state)
{
    (void)state;
    bad.used = 0;
    make_packet(&bad, EVENTS(2, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&bad, EVENTS(1, 0, 0, 100), RECORD(ID_HITS, 0), END);
    read_bytes(bad.bytes, bad.used);
    assert_int_equal(spoor_recording(reader)->cpus, 3);
}

/* A raw sub-buffer; a truncated one; one with invalid words. */
static void a_raw_subbuffer_has_its_records(void **state)
{
    const uint32_t words[] = {SPOOR_WIRE_HEADER_WORD(ID_ONE) | 100,
                              7,
                              SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_TIME) | 5,
                              5,
                              3,
                              SPOOR_WIRE_HEADER_WORD(ID_MESSAGE) | 6,
                              2,
                              0x6968,
                              SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_ID_UNFINISHED) | 7,
                              1,
                              0xffffffff,
                              SPOOR_WIRE_HEADER_WORD(ID_HITS) | 9};
    const unsigned n = sizeof words / sizeof words[0];

    (void)state;
    for (unsigned way = 0; way < 3; way++) {
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_packet(&bad, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(90),
                    NUMBER(n), END);
        for (unsigned i = 0; i < n - (way == 1); i++) {
            make_word(&bad, way == 2 && i == 5 ? SPOOR_WIRE_HEADER_WORD(SPOOR_WIRE_IDS - 1) : words[i]);
        }
        if (way != 1) {
            make_packet(&bad, LOSSES(0, n, 0, UINT64_C(0x400000000)), END);
        }
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(count_kind(SPOOR_RECORD), way == 0 ? 3 : way == 1 ? 0 : 1);
        assert_int_equal(got.counts.decoded, count_kind(SPOOR_RECORD));
        assert_int_equal(got.traffic.wrong, way == 2);
        assert_int_equal(strstr(messages, "is cut off") != NULL, way == 1);
    }
    for (unsigned way = 0; way < 4; way++) { /* a valid one; a wrong number, wrong words, a wrong time */
        bad.used = 0;
        make_usual_header(&bad, 1);
        make_packet(&bad, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(90),
                    NUMBER(n), END);
        for (unsigned i = 0; i < n; i++) {
            make_word(&bad, words[i]);
        }
        make_packet(&bad, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(0), NUMBER(way == 1 ? 2 : 1),
                    NUMBER(way == 2 ? 2 * n : n), NUMBER(way == 3 ? 90 : UINT64_C(0x300000010)), NUMBER(0),
                    END);
        make_packet(&bad, LOSSES(0, way == 2 ? 2 * n : n, 0, UINT64_C(0x400000000)), END);
        read_bytes(bad.bytes, bad.used);
        assert_int_equal(got.traffic.wrong, way != 0);
    }
    assert_true(nth(SPOOR_RECORD, 0)->time == 100 && nth(SPOOR_RECORD, 0)->word[0] == 7);
    assert_true(nth(SPOOR_RECORD, 1)->time == UINT64_C(0x300000006) && nth(SPOOR_RECORD, 1)->bytes == 2);
    assert_true(nth(SPOOR_RECORD, 2)->time == UINT64_C(0x300000009));
}

static void fields_are_found_in_their_words(void **state)
{
    const uint32_t words[] = {0x31};
    const struct spoor_id *id = spoor_id(elf, ID_SWITCH);

    (void)state;
    assert_int_equal(id->role, SPOOR_WIRE_ROLE_SWITCH);
    assert_int_equal(id->field_count, 2);
    assert_string_equal(id->fields[0].name, "reason");
    assert_int_equal(id->fields[0].format, SPOOR_ENUM);
    assert_string_equal(id->fields[0].values[2], "sleep");
    assert_int_equal(spoor_value(&id->fields[0], words), 1);
    assert_int_equal(id->fields[1].format, SPOOR_THREAD_NUMBER);
    assert_int_equal(spoor_value(&id->fields[1], words), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_packet_types_are_ignored),
        cmocka_unit_test(invalid_packets_are_skipped_as_a_whole),
        cmocka_unit_test(another_version_or_program_is_rejected),
        cmocka_unit_test(another_program_without_a_build_id_is_rejected),
        cmocka_unit_test(a_program_with_too_many_elements_is_recognized_by_its_count),
        cmocka_unit_test(a_long_word_is_sent_in_full_once_per_packet),
        cmocka_unit_test(data_of_several_packets_are_joined),
        cmocka_unit_test(a_byte_of_data_may_be_in_the_next_packet),
        cmocka_unit_test(the_rest_of_an_unknown_record_is_skipped),
        cmocka_unit_test(without_an_elf_file_packets_are_counted),
        cmocka_unit_test(without_an_elf_file_a_raw_subbuffer_is_unread),
        cmocka_unit_test(any_division_of_the_input_gives_the_same_items),
        cmocka_unit_test(each_byte_is_counted_as_packet_or_text),
        cmocka_unit_test(a_stream_may_end_in_a_frame),
        cmocka_unit_test(a_slot_may_not_continue_after_the_packet),
        cmocka_unit_test(ticks_of_a_coarse_clock_are_converted_to_cycles),
        cmocka_unit_test(times_of_a_filter_are_converted_to_cycles),
        cmocka_unit_test(a_filter_has_its_threads_cpus_and_events),
        cmocka_unit_test(without_a_header_packets_show_the_number_of_cpus),
        cmocka_unit_test(a_raw_subbuffer_has_its_records),
        cmocka_unit_test(fields_are_found_in_their_words),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
