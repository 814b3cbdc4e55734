/* SPDX-License-Identifier: BSD-2-Clause */
/* Deflated data and checksums, compared with zlib. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <zlib.h>
#include <base/count.h>
#include <base/deflate.h>
#include <base/inflate.h>

#define RAW_MAX 200000u

static uint8_t raw[RAW_MAX], packed[RAW_MAX + RAW_MAX / 8 + 1000];
static uint32_t seed = 1;

static uint32_t random_number(void)
{
    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
}

/* Data of several kinds: random; few values; repeated at short and long distances; text-like; all equal. */
static void make_data(unsigned kind, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        switch (kind) {
        case 0:
            raw[i] = (uint8_t)random_number();
            break;
        case 1:
            raw[i] = (uint8_t)(random_number() % 3);
            break;
        case 2:
            raw[i] = i < 32768 || random_number() % 50 == 0 ? (uint8_t)random_number() : raw[i - 32768];
            break;
        case 3:
            raw[i] = i < 7 || random_number() % 20 == 0
                         ? (uint8_t)('a' + random_number() % 20 * (random_number() % 20) / 20)
                         : raw[i - 1 - random_number() % 7];
            break;
        default:
            raw[i] = 'x';
            break;
        }
    }
}

static size_t pack(size_t n, int level, int strategy)
{
    z_stream z = {.next_in = raw, .avail_in = (uInt)n, .next_out = packed, .avail_out = sizeof packed};

    assert_int_equal(deflateInit2(&z, level, Z_DEFLATED, -MAX_WBITS, 9, strategy), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    assert_int_equal(deflateEnd(&z), Z_OK);
    return z.total_out;
}

/* The receiver of the bytes: a copy that is as long as they are, so that the sanitizer finds each excess. */
struct copy {
    struct bytes bytes;
    size_t limit;
};

static bool to_copy(void *arg, const uint8_t *bytes, size_t n)
{
    struct copy *c = arg;

    assert_true(n != 0);
    bytes_add(&c->bytes, bytes, n);
    return c->bytes.used <= c->limit;
}

static void assert_unpacked(const uint8_t *from, size_t size, size_t n)
{
    struct copy c = {.limit = SIZE_MAX};

    assert_null(inflate_bytes(from, size, to_copy, &c));
    assert_int_equal(c.bytes.used, n);
    if (n != 0) {
        assert_memory_equal(c.bytes.data, raw, n);
    }
    bytes_free(&c.bytes);
}

static void data_is_unpacked(void **state)
{
    static const size_t sizes[] = {0, 1, 300, 65536, 98304, 98305, RAW_MAX};
    static const int strategies[] = {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};

    (void)state;
    for (unsigned kind = 0; kind < 5; kind++) {
        for (size_t i = 0; i < COUNT_OF(sizes); i++) {
            make_data(kind, sizes[i]);
            for (int level = 0; level <= 9; level += 9 /* 0: stored */) {
                for (size_t s = 0; s < COUNT_OF(strategies); s++) {
                    assert_unpacked(packed, pack(sizes[i], level, strategies[s]), sizes[i]);
                }
            }
        }
    }
}

/* @return whether zlib accepts data, and its output in a buffer of RAW_MAX bytes */
static bool zlib_accepts(uint8_t *from, size_t size, uint8_t *to, size_t *n)
{
    z_stream z = {.next_in = from, .avail_in = (uInt)size, .next_out = to, .avail_out = RAW_MAX};

    assert_int_equal(inflateInit2(&z, -MAX_WBITS), Z_OK);
    bool accepted = inflate(&z, Z_FINISH) == Z_STREAM_END;

    *n = z.total_out;
    assert_int_equal(inflateEnd(&z), Z_OK);
    return accepted;
}

/* Both must accept and refuse the same data. @return whether they accept it */
static bool same_verdict(const uint8_t *from, size_t size)
{
    static uint8_t wanted[RAW_MAX];
    uint8_t *input = malloc(size + (size == 0));
    struct copy c = {.limit = RAW_MAX};
    size_t n;

    assert_non_null(input);
    memcpy(input, from, size);
    bool accepted = zlib_accepts(input, size, wanted, &n);
    const char *wrong = inflate_bytes(input, size, to_copy, &c);

    assert_true((wrong == NULL) == accepted);
    if (accepted) {
        assert_int_equal(c.bytes.used, n);
        assert_true(n == 0 || memcmp(c.bytes.data, wanted, n) == 0);
    }
    bytes_free(&c.bytes);
    free(input);
    return accepted;
}

static void truncated_data_is_refused(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < 5; kind++) {
        make_data(kind, 200);
        for (int level = 0; level <= 9; level += 9) {
            size_t size = pack(200, level, Z_DEFAULT_STRATEGY);

            for (size_t n = 0; n < size; n++) {
                assert_false(same_verdict(packed, n));
            }
            assert_true(same_verdict(packed, size));
        }
    }
}

static void damaged_data_is_judged_as_by_zlib(void **state)
{
    unsigned accepted = 0, refused = 0;

    (void)state;
    for (unsigned n = 0; n < 2000; n++) {
        size_t length = random_number() % 3000;

        make_data(n % 5, length);
        size_t size = pack(length, (int)(n / 5 % 10), n % 7 == 0 ? Z_FIXED : Z_DEFAULT_STRATEGY);

        for (unsigned damage = random_number() % 3 + 1; damage > 0; damage--) {
            size_t place =
                random_number() % (n % 2 == 0 && size > 80 ? 80 : size); /* codes are at the begin */

            packed[place] ^= (uint8_t)(1u << random_number() % 8);
        }
        if (same_verdict(packed, size)) {
            accepted++;
        } else {
            refused++;
        }
    }
    assert_true(accepted > 150 && refused > 150);
}

static void random_codes_are_judged_as_by_zlib(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 5000; n++) {
        size_t size = 20 + random_number() % 100;

        for (size_t i = 0; i < size; i++) {
            packed[i] = (uint8_t)random_number();
        }
        packed[0] =
            (uint8_t)((packed[0] & ~7) | (n % 4 == 0 ? 3 : 5)); /* one block, with fixed or own codes */
        (void)same_verdict(packed, size);
    }
}

static void put_bits(size_t *at, unsigned value, unsigned count)
{
    for (unsigned n = 0; n < count; n++, ++*at) {
        if (*at % 8 == 0) {
            packed[*at / 8] = 0;
        }
        packed[*at / 8] |= (uint8_t)((value >> n & 1) << *at % 8);
    }
}

/* Put the length of a symbol, in a code in which each length has four bits. */
static void put_length(size_t *at, unsigned length)
{
    put_bits(at, length >> 3 | (length >> 1 & 2) | (length << 1 & 4) | (length << 3 & 8), 4);
}

static void incomplete_codes_are_judged_as_by_zlib(void **state)
{
    static const struct {
        unsigned a, b, end, distance; /* lengths of the codes of two literals, the end and a distance */
        unsigned data;
        bool accepted;
    } cases[] = {
        {1, 0, 1, 0, 1, true},  {1, 0, 1, 1, 1, true},  {1, 2, 2, 0, 3, true},  {0, 0, 1, 0, 0, true},
        {0, 0, 1, 0, 1, false}, {1, 0, 0, 0, 1, false}, {1, 1, 1, 0, 1, false}, {2, 0, 2, 0, 2, false},
        {0, 0, 2, 0, 0, false}, {1, 0, 1, 2, 1, false}, {1, 2, 3, 0, 7, false}, {2, 0, 1, 0, 0, false},
    };

    (void)state;
    for (size_t n = 0; n < COUNT_OF(cases); n++) {
        size_t at = 0;

        put_bits(&at, 5, 3);  /* the last block, with own codes */
        put_bits(&at, 0, 10); /* 257 literals, one distance */
        put_bits(&at, 15, 4);
        for (unsigned order = 0; order < 19; order++) {
            put_bits(&at, order < 3 ? 0 : 4, 3);
        }
        for (unsigned symbol = 0; symbol <= 256; symbol++) {
            put_length(&at, symbol == 'a'   ? cases[n].a
                            : symbol == 'b' ? cases[n].b
                            : symbol == 256 ? cases[n].end
                                            : 0);
        }
        put_length(&at, cases[n].distance);
        put_bits(&at, cases[n].data, 16);
        assert_int_equal(same_verdict(packed, (at + 7) / 8), cases[n].accepted);
    }
}

static void a_receiver_may_stop(void **state)
{
    struct copy c = {.limit = 70000};

    (void)state;
    make_data(4, RAW_MAX);
    assert_string_equal(inflate_bytes(packed, pack(RAW_MAX, 9, Z_DEFAULT_STRATEGY), to_copy, &c), "stopped");
    assert_true(c.bytes.used <= 70000 + 100000);
    bytes_free(&c.bytes);
}

static void stored_blocks_are_deflated_data(void **state)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 131070, 131071};

    (void)state;
    make_data(0, RAW_MAX);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        struct bytes b = {0};

        deflate_stored(&b, raw, sizes[i], true);
        assert_false(b.failed);
        assert_unpacked(b.data, b.used, sizes[i]);
        assert_true(same_verdict(b.data, b.used));
        bytes_free(&b);
    }
}

static void checksums_are_those_of_zlib(void **state)
{
    (void)state;
    assert_int_equal(deflate_checksum(0, "123456789", 9), 0xCBF43926);
    make_data(0, RAW_MAX);
    for (unsigned n = 0; n < 1000; n++) {
        size_t from = random_number() % 1000, length = random_number() % 1000;
        uint32_t before = random_number();

        assert_int_equal(deflate_checksum(before, raw + from, length),
                         crc32(before, raw + from, (uInt)length));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_is_unpacked),
        cmocka_unit_test(truncated_data_is_refused),
        cmocka_unit_test(damaged_data_is_judged_as_by_zlib),
        cmocka_unit_test(random_codes_are_judged_as_by_zlib),
        cmocka_unit_test(incomplete_codes_are_judged_as_by_zlib),
        cmocka_unit_test(a_receiver_may_stop),
        cmocka_unit_test(stored_blocks_are_deflated_data),
        cmocka_unit_test(checksums_are_those_of_zlib),
    };

    return cmocka_run_group_tests_name("base/inflate", tests, NULL, NULL);
}
