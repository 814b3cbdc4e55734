/* SPDX-License-Identifier: BSD-2-Clause */
/* SWO: the packets of the Armv7-M ARM, D4.2, and the frames of the CoreSight trace formatter. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <foreign/swo.h>

static uint8_t got[4096];
static size_t got_bytes;

static void take(void *arg, const uint8_t *bytes, size_t n)
{
    (void)arg;
    assert_true(got_bytes + n <= sizeof got);
    memcpy(got + got_bytes, bytes, n);
    got_bytes += n;
}

static struct itm itm_of(const uint8_t *bytes, size_t n)
{
    struct itm m = {.port = 1, .take = take};

    got_bytes = 0;
    itm_read(&m, bytes, n);
    return m;
}

#define ITM(...) itm_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))
#define GOT(...)                                                                                             \
    do {                                                                                                     \
        static const uint8_t wanted[] = {__VA_ARGS__};                                                       \
                                                                                                             \
        assert_int_equal(got_bytes, sizeof wanted);                                                          \
        assert_memory_equal(got, wanted, sizeof wanted);                                                     \
    } while (0)

#define SYNC_PACKET 0, 0, 0, 0, 0, 0x80

/* Headers of port 1: port number in bits 3 to 7, size in bits 0 and 1. */
#define ONE  0x09
#define TWO  0x0A
#define FOUR 0x0B

static void software_packets_have_one_two_or_four_bytes(void **state)
{
    (void)state;
    struct itm m = ITM(SYNC_PACKET, FOUR, 1, 2, 3, 4, ONE, 5, TWO, 6, 7, 0x13, 9, 9, 9, 9, ONE, 0);

    GOT(1, 2, 3, 4, 5, 6, 7, 0);
    assert_int_equal(m.counts.data, 8);
    assert_int_equal(m.counts.ports[2], 4);
    assert_int_equal(m.counts.bad, 0);
    assert_int_equal(m.counts.syncs, 1);
}

static void payloads_may_look_like_headers(void **state)
{
    (void)state;
    struct itm m = ITM(FOUR, 0, 0, 0, 0, FOUR, 0x80, 0x70, 0, 0, ONE, 0x80);

    GOT(0, 0, 0, 0, 0x80, 0x70, 0, 0, 0x80);
    assert_int_equal(m.counts.bad, 0);
    assert_int_equal(m.counts.syncs, 0);
}

static void other_packets_are_ignored(void **state)
{
    (void)state;
    struct itm m = ITM(0x70,                         /* overflow */
                       0x20,                         /* local timestamp, short */
                       0xC0, 0x81, 0x01,             /* local timestamp, two bytes */
                       0xF0, 0xFF, 0xFF, 0xFF, 0x0F, /* local timestamp, four bytes */
                       0x94, 0x80, 0x80, 0x80, 0x01, /* global timestamp, low bits */
                       0xB4, 0x80, 0x80, 0x80, 0x00, /* global timestamp, high bits */
                       0x17, 1, 2, 3, 4,             /* DWT: program counter */
                       0x0E, 0x21, 0x10,             /* DWT: exception */
                       0x05, 0x20,                   /* DWT: counters */
                       0x0C,                         /* hardware extension */
                       ONE, 42);

    GOT(42);
    assert_int_equal(m.counts.overflows, 1);
    assert_int_equal(m.counts.times, 5);
    assert_int_equal(m.counts.hardware, 3);
    assert_int_equal(m.counts.bad, 0);
}

static void pages_select_other_ports(void **state)
{
    (void)state;
    struct itm m = ITM(ONE, 1, 0x18, ONE, 2, 0x08, ONE, 3);

    GOT(1, 3);
    assert_int_equal(m.counts.ports[33], 1);
    m = ITM(0x18, ONE, 1, SYNC_PACKET, ONE,
            2); /* a synchronization resets the page, which may have been a damaged byte */
    GOT(2);
}

static void decoding_resumes_at_a_synchronization(void **state)
{
    (void)state;
    /* The input starts in a packet, with a byte that looks like the header of four bytes. */
    struct itm m = ITM(FOUR, SYNC_PACKET, ONE, 1, 0x84, ONE, 2);

    assert_true(got_bytes >= 2 && got[got_bytes - 2] == 1 && got[got_bytes - 1] == 2);
    assert_int_equal(m.counts.bad, 1);
    m = ITM(0, 0, ONE, 3); /* zeros that aren't a synchronization */
    GOT(3);
    assert_int_equal(m.counts.bad, 2);
    m = ITM(0xC0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, ONE, 4); /* an unterminated timestamp */
    GOT(4);
    assert_int_equal(m.counts.bad, 6);
}

/* ------------------------------------------------------------------ frames */

static struct tpiu tpiu_of(const uint8_t *bytes, size_t n)
{
    struct tpiu t = {.id = 1, .take = take};

    got_bytes = 0;
    tpiu_read(&t, bytes, n);
    return t;
}

#define TPIU(...)  tpiu_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))
#define SYNC_FRAME 0xFF, 0xFF, 0xFF, 0x7F
#define ID(n)      ((n) << 1 | 1)

static void a_frame_has_fifteen_bytes_from_its_source(void **state)
{
    (void)state;
    /* The last byte has the lowest bits of the even bytes. Bit 0 belongs to byte 0, which is an ID. */
    struct tpiu t = TPIU(SYNC_FRAME, ID(1), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0x02, 0x10, 1, 2,
                         3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0x81);

    GOT(1, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15);
    assert_int_equal(t.counts.frames, 2);
    assert_int_equal(t.counts.skipped, 3);
}

static void a_source_changes_immediately_or_one_byte_later(void **state)
{
    (void)state;
    struct tpiu t =
        TPIU(SYNC_FRAME, ID(1), 1, ID(2), 99, ID(1), 98, 2, 3, ID(2), 4, 96, 95, ID(1), 5, 6, 0x14);

    /* Bit 2 belongs to byte 4: 98 is still from source 2. Bit 4 belongs to byte 8: 4 is from source 1. */
    GOT(1, 2, 3, 4, 5, 6);
    assert_int_equal(t.counts.other, 4);
}

static void synchronizations_between_frames_are_skipped(void **state)
{
    (void)state;
    struct tpiu t = TPIU(1, 2, 3, SYNC_FRAME, SYNC_FRAME, ID(1), 1, 0xFF, 0x7F, 2, 3, 4, 5, 6, 7, 8, 9, 10,
                         11, 12, 13, 14, 0, SYNC_FRAME, ID(1), 1, SYNC_FRAME, ID(1), 1, 2, 3, 4, 5, 6, 7, 8,
                         9, 10, 11, 12, 13, 14, 0);

    GOT(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
    assert_int_equal(t.counts.frames, 2);
    assert_int_equal(t.counts.syncs, 4);
    assert_int_equal(t.counts.skipped, 3 + 3 + 2); /* a truncated frame had two bytes */
}

static void random_bytes_do_no_harm(void **state)
{
    uint32_t x = 1;
    struct itm m = {.port = 1, .take = take};
    struct tpiu t = {.id = 1, .take = take};

    (void)state;
    for (unsigned n = 0; n < 3000000; n++) {
        uint8_t byte;

        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        byte = (x >> 20 & 7) == 0   ? 0
               : (x >> 20 & 7) == 1 ? 0x80
               : (x >> 20 & 7) == 2 ? 0xFF
                                    : (uint8_t)(x >> 8);
        got_bytes = 0;
        itm_read(&m, &byte, 1);
        tpiu_read(&t, &byte, 1);
    }
    assert_true(m.counts.bad != 0 && m.counts.syncs != 0 && m.counts.data != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(software_packets_have_one_two_or_four_bytes),
        cmocka_unit_test(payloads_may_look_like_headers),
        cmocka_unit_test(other_packets_are_ignored),
        cmocka_unit_test(pages_select_other_ports),
        cmocka_unit_test(decoding_resumes_at_a_synchronization),
        cmocka_unit_test(a_frame_has_fifteen_bytes_from_its_source),
        cmocka_unit_test(a_source_changes_immediately_or_one_byte_later),
        cmocka_unit_test(synchronizations_between_frames_are_skipped),
        cmocka_unit_test(random_bytes_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
