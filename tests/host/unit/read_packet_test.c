/* SPDX-License-Identifier: BSD-2-Clause */
/* The layers of a packet at their borders: byte stuffing, lengths, the checksum, and numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "packet_priv.h"
#include "read_make.h"

/* Opened in memory of its own, so that the sanitizer finds a read beyond the frame. */
static uint8_t out[SPOOR_WIRE_PACKET_MAX + 1];
static size_t used;
static uint32_t sum;

static const char *opened(const uint8_t *frame, size_t n)
{
    uint8_t *copy = malloc(n + (n == 0));

    assert_non_null(copy);
    if (n != 0) {
        memcpy(copy, frame, n);
    }
    memset(out, 0xee, sizeof out);
    used = 12345;
    const char *wrong = packet_open(copy, n, out, &used, &sum);

    free(copy);
    return wrong;
}

/* Open a packet as the independent encoder frames it. */
static const char *opened_whole(const struct make *packet)
{
    static struct make stream;

    stream.used = 0;
    make_frame(&stream, packet);
    return opened(stream.bytes + 1, stream.used - 2);
}

static void assert_opens(const struct make *packet)
{
    assert_null(opened_whole(packet));
    assert_int_equal(used, packet->used);
    assert_memory_equal(out, packet->bytes, used);
}

static void packets_of_each_length_and_place_of_a_zero_are_decoded(void **state)
{
    static struct make packet;

    (void)state;
    for (size_t n = 1; n <= SPOOR_WIRE_PACKET_MAX - SPOOR_WIRE_SUM_BYTES; n++) {
        for (size_t zero = 0; zero < n; zero += 1 + n / 16) {
            packet.used = 0;
            for (size_t i = 0; i < n; i++) {
                make_byte(&packet, i == zero || i == n - 1 - zero / 2 ? 0 : 1 + i % 255);
            }
            assert_opens(&packet);
        }
    }
}

static void the_lengths_of_frames_have_limits(void **state)
{
    static struct make packet;
    static uint8_t longest[SPOOR_WIRE_PACKET_MAX + 2];

    (void)state;
    packet.used = SPOOR_WIRE_PACKET_MAX - SPOOR_WIRE_SUM_BYTES;
    memset(packet.bytes, 'x', packet.used);
    assert_opens(&packet);
    packet.used++;
    packet.bytes[packet.used - 1] = 'x';
    assert_string_equal(opened_whole(&packet), "longer than a packet may be");
    /* One byte fewer is judged by its contents. */
    memset(longest, 1, sizeof longest);
    assert_string_equal(opened(longest, sizeof longest), "longer than a packet may be");
    assert_string_equal(opened(longest, sizeof longest - 1), "checksum mismatch");

    /* A type and a checksum are the least. */
    packet.used = 0;
    assert_string_equal(opened_whole(&packet), "too short for a packet");
    make_byte(&packet, 7);
    assert_opens(&packet);
    assert_string_equal(opened(longest, 0), "too short for a packet");
}

static void byte_stuffing_that_leads_out_of_the_frame_is_refused(void **state)
{
    (void)state;
    assert_string_equal(opened((const uint8_t *)"\6abcdef", 6), "checksum mismatch");
    assert_string_equal(opened((const uint8_t *)"\7abcdef", 6), "broken byte stuffing");
    assert_string_equal(opened((const uint8_t *)"\2a\4bcde", 6), "checksum mismatch");
    assert_string_equal(opened((const uint8_t *)"\2a\5bcde", 6), "broken byte stuffing");
    assert_string_equal(opened((const uint8_t *)"\2a\0bcde", 6), "broken byte stuffing");
}

static void a_change_of_any_bit_fails_the_checksum(void **state)
{
    static struct make packet, stream;

    (void)state;
    for (size_t n = 1; n <= 9; n++) {
        packet.used = 0;
        for (size_t i = 0; i < n; i++) {
            make_byte(&packet, 0x55 + i);
        }
        for (size_t bit = 0; bit < 8 * n; bit++) {
            stream.used = 0;
            make_frame(&stream, &packet);
            stream.bytes[2 + bit / 8] ^= (uint8_t)(1u << bit % 8);
            assert_non_null(opened(stream.bytes + 1, stream.used - 2));
        }
    }
}

/* ------------------------------------------------------------------ numbers */

static struct cursor over(const char *hex)
{
    static struct make bytes;

    bytes.used = 0;
    make_hex(&bytes, hex);
    return (struct cursor){.at = bytes.bytes, .end = bytes.bytes + bytes.used};
}

static void assert_number(unsigned bits, const char *hex, uint64_t expected)
{
    struct cursor c = over(hex);
    const uint8_t *end = c.end;

    assert_true((bits == 32 ? cursor_u32(&c) : cursor_u64(&c)) == expected);
    assert_false(c.bad);
    assert_ptr_equal(c.at, end);
    assert_false(cursor_more(&c));
}

static void assert_no_number(unsigned bits, const char *hex)
{
    struct cursor c = over(hex);

    assert_true((bits == 32 ? cursor_u32(&c) : cursor_u64(&c)) == 0);
    assert_true(c.bad);
    assert_false(cursor_more(&c));
    /* It stays so, whatever follows. */
    c.at = (const uint8_t *)"\1\1\1\1";
    c.end = c.at + 4;
    assert_null(cursor_bytes(&c, 1));
    assert_true(c.bad);
}

static void numbers_are_read_up_to_their_width(void **state)
{
    (void)state;
    for (unsigned bits = 32; bits <= 64; bits += 32) {
        assert_number(bits, "00", 0);
        assert_number(bits, "7f", 127);
        assert_number(bits, "80 01", 128);
        assert_number(bits, "81 02", 257);
        assert_number(bits, "ff 7f", 16383);
        assert_number(bits, "81 82 03", 49409);
        assert_number(bits, "ff ff ff ff 0f", UINT32_MAX);
        assert_no_number(bits, "");
        assert_no_number(bits, "80");
        assert_no_number(bits, "80 80");
        assert_no_number(bits, "ff ff ff");
    }
    assert_number(64, "ff ff ff ff 1f", UINT64_C(0x1ffffffff));
    assert_number(64, "ff ff ff ff ff ff ff ff ff 01", UINT64_MAX);
    assert_no_number(32, "80 80 80 80 10");
    assert_no_number(32, "80 80 80 80 80 00");
    assert_no_number(64, "80 80 80 80 80 80 80 80 80 02");
    assert_no_number(64, "80 80 80 80 80 80 80 80 80 80 00");
}

static void bytes_are_taken_while_there_are_enough(void **state)
{
    struct cursor c = over("01 02 03");

    (void)state;
    assert_int_equal(*cursor_bytes(&c, 2), 1);
    assert_true(cursor_more(&c));
    assert_int_equal(*cursor_bytes(&c, 1), 3);
    assert_non_null(cursor_bytes(&c, 0));
    assert_false(c.bad);
    assert_null(cursor_bytes(&c, 1));
    assert_true(c.bad);
    c = over("01 02 03");
    assert_null(cursor_bytes(&c, 4));
    assert_null(cursor_bytes(&c, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_of_each_length_and_place_of_a_zero_are_decoded),
        cmocka_unit_test(the_lengths_of_frames_have_limits),
        cmocka_unit_test(byte_stuffing_that_leads_out_of_the_frame_is_refused),
        cmocka_unit_test(a_change_of_any_bit_fails_the_checksum),
        cmocka_unit_test(numbers_are_read_up_to_their_width),
        cmocka_unit_test(bytes_are_taken_while_there_are_enough),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
