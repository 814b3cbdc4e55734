/* SPDX-License-Identifier: BSD-2-Clause */
/* Packets other than records (gaps, clears, losses, names), checksums and frames. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <spoor/event.h>
#include "encode_make.h"

static void records_dropped_between_subbufs_are_a_gap_before_the_later_one(void **state)
{
    (void)state;
    open_subbuf(1, 100, 0);
    add(ID_WORDS(0), 150, NULL);
    send_subbuf(1);
    assert_int_equal(gaps, 0);
    open_subbuf(2, 1000, 12);
    add(ID_WORDS(0), 1010, NULL);
    send_subbuf(1);
    assert_int_equal(gaps, 1);
    assert_int_equal(gap_cpu, 1);
    assert_int_equal(gap_count, 12);
    assert_int_equal(gap_from, 150);
    assert_int_equal(gap_to, 1000);
    open_subbuf(3, 2000, 12);
    add(ID_WORDS(0), 2000, NULL);
    send_subbuf(1);
    assert_int_equal(gaps, 1);
}

static void after_a_clear_counts_restart(void **state)
{
    (void)state;
    open_subbuf(9, 100, 60);
    add(ID_WORDS(0), 100, NULL);
    send_subbuf(0);
    open_subbuf(11, 200, 70); /* more than before the clear */
    subbuf.head.clears = 1;
    subbuf.head.cleared = 75;
    add(ID_WORDS(0), 200, NULL);
    send_subbuf(0);
    assert_int_equal(clears, 1);
    assert_int_equal(cleared, 75);
    assert_int_equal(gap_count, 70);
    open_subbuf(13, 300, 0);
    subbuf.head.clears = 2;
    subbuf.head.cleared = 150;
    add(ID_WORDS(0), 300, NULL);
    send_subbuf(0);
    assert_int_equal(gaps, 2);
    assert_int_equal(cleared, 150);
}

static void losses_of_all_ids_are_split_into_packets(void **state)
{
    uint32_t counts[CONFIG_TRACE_IDS], total = 0;

    (void)state;
    for (unsigned id = 0; id < CONFIG_TRACE_IDS; id++) {
        counts[id] = id % 5 == 0 ? 0 : UINT32_MAX - id;
        total += counts[id];
    }
    trace_encode_losses(&e, 0, &(struct trace_ring_counts){total, 17, 2, UINT64_C(1) << 40}, counts);
    assert_true(frames > 1);
    assert_int_equal(lost_total, total);
    assert_int_equal(losses_sent, 0);
    assert_int_equal(clears, 2);
    assert_int_equal(cleared, 17);
    assert_true(lost_until == UINT64_C(1) << 40);
    assert_memory_equal(lost, counts, sizeof counts);
}

static unsigned sends;
static uint8_t last_sent[1024];
static size_t last_bytes, raw_bytes;

static void take_raw(const uint8_t *sent, size_t n)
{
    sends++;
    raw_bytes += n;
    assert_true(n <= sizeof last_sent);
    memcpy(last_sent, sent, n);
    last_bytes = n;
    if (sends == 1) {
        assert_int_equal(sent[2], SPOOR_WIRE_SUBBUF); /* after a zero and a COBS code */
    }
}

static void a_raw_subbuffer_is_a_header_and_its_words_until_raw_is_off(void **state)
{
    (void)state;
    trace_encode_set_raw(&e, true);
    e.send = take_raw;
    sends = 0;
    open_subbuf(1, 100, 0);
    add(ID_WORDS(0), 150, NULL);
    add(ID_WORDS(0), 160, NULL);
    trace_encode_subbuf(&e, 0, &subbuf);
    assert_int_equal(sends, 2);
    assert_int_equal(last_bytes, 4 * subbuf.head.used_words);
    assert_memory_equal(last_sent, subbuf.records, last_bytes);
    assert_int_equal(e.bytes_sent, raw_bytes);

    trace_encode_set_raw(&e, false);
    sends = 1;
    trace_encode_subbuf(&e, 0, &subbuf);
    assert_int_equal(sends, 2);
    assert_int_equal(last_sent[2], SPOOR_WIRE_EVENTS);
}

static void bytes_are_truncated_to_the_size_of_a_packet(void **state)
{
    char name[SPOOR_WIRE_PACKET_MAX + 10];

    (void)state;
    memset(name, 'x', sizeof name);
    trace_encode_begin(&e, SPOOR_WIRE_THREAD);
    trace_encode_number(&e, 3);
    trace_encode_number(&e, 4);
    trace_encode_bytes(&e, name, sizeof name);
    trace_encode_end(&e);
    struct reader r = {packet + 1, packet + packet_bytes - SPOOR_WIRE_SUM_BYTES};

    assert_int_equal(number(&r), RECORDING);
    assert_int_equal(number(&r), 3);
    assert_int_equal(number(&r), 4);
    uint64_t length = number(&r);

    assert_int_equal(length, r.end - r.at);
    assert_true(packet_bytes > SPOOR_WIRE_PACKET_MAX - 3);
}

/* Values from docs/wire-format.md. */
static void the_checksum_is_murmurhash3(void **state)
{
    (void)state;
    assert_int_equal(murmur3("", 0), 0);
    assert_int_equal(murmur3("test", 4), 0xBA6BD213);
    assert_int_equal(murmur3("Hello, world!", 13), 0xC0363E43);
}

static void a_frame_is_as_documented(void **state)
{
    static const uint8_t expected[] = {0x03, 0x05, 0x02, 0x04, 0x05, 0x73, 0x68, 0x65, 0x6c, 0x6c};

    (void)state;
    trace_encode_begin(&e, SPOOR_WIRE_THREAD);
    trace_encode_number(&e, 2);
    trace_encode_number(&e, 4);
    trace_encode_bytes(&e, "shell", 5);
    trace_encode_end(&e);
    assert_int_equal(packet_bytes, sizeof expected + SPOOR_WIRE_SUM_BYTES);
    assert_memory_equal(packet, expected, sizeof expected);
    assert_memory_equal(packet + sizeof expected, "\xe1\x14\xda\x7a", SPOOR_WIRE_SUM_BYTES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(records_dropped_between_subbufs_are_a_gap_before_the_later_one, reset),
        cmocka_unit_test_setup(after_a_clear_counts_restart, reset),
        cmocka_unit_test_setup(losses_of_all_ids_are_split_into_packets, reset),
        cmocka_unit_test_setup(a_raw_subbuffer_is_a_header_and_its_words_until_raw_is_off, reset),
        cmocka_unit_test_setup(bytes_are_truncated_to_the_size_of_a_packet, reset),
        cmocka_unit_test(the_checksum_is_murmurhash3),
        cmocka_unit_test_setup(a_frame_is_as_documented, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
