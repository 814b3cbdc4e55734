/* SPDX-License-Identifier: BSD-2-Clause */
/* The demo's signal processing must find the bursts in its input, and nothing else. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "crc_priv.h"
#include "fir_priv.h"
#include "frame_priv.h"
#include "journal_priv.h"
#include "level_priv.h"
#include "signal_priv.h"

static const double turn = 6.283185307179586;

static void crc_has_the_check_value_of_the_standard(void **state)
{
    (void)state;
    assert_int_equal(crc32_update(0, "123456789", 9), 0xCBF43926);
    assert_int_equal(crc32_update(crc32_update(0, "1234", 4), "56789", 5), 0xCBF43926);
    assert_int_equal(crc32_update(0, "", 0), 0);
}

static void sine_table_is_accurate(void **state)
{
    (void)state;
    for (uint64_t phase = 0; phase < UINT64_C(1) << 32; phase += 77777) {
        double exact = 32767 * sin(turn * (double)phase / 4294967296.0);

        assert_true(fabs(sine_q15((uint32_t)phase) - exact) < 0.002 * 32768);
    }
    assert_in_range(sine_q15(0x40000000), 32766, 32767);
    assert_in_range(-sine_q15(0xC0000000), 32766, 32767);
}

static void noise_is_the_published_sequence_with_zero_mean(void **state)
{
    (void)state;
    uint32_t x = 2463534242u;
    int64_t sum = 0;

    assert_int_equal(noise_next(&x), 723471715);
    assert_int_equal(noise_next(&x), 2497366906);
    for (unsigned i = 0; i < 100000; i++) {
        sum += (int32_t)noise_next(&x) >> 16;
    }
    assert_true(llabs(sum / 100000) < 200); /* four times the standard error is 240 of 32768 */
}

/* @return the output's peak for a sine with amplitude 20000, after the filter has settled */
static int peak_at(double hz)
{
    struct fir f;
    int16_t b[FIR_BLOCK_SAMPLES];
    int peak = 0;

    fir_reset(&f);
    for (unsigned block = 0; block < 20; block++) {
        for (unsigned i = 0; i < FIR_BLOCK_SAMPLES; i++) {
            b[i] = (int16_t)lrint(20000 * sin(turn * hz / SIGNAL_RATE_HZ * (block * FIR_BLOCK_SAMPLES + i)));
        }
        fir_block(&f, b, b);
        for (unsigned i = 0; block > 0 && i < FIR_BLOCK_SAMPLES; i++) {
            peak = abs(b[i]) > peak ? abs(b[i]) : peak;
        }
    }
    return peak;
}

static void filter_passes_the_tone_and_rejects_the_interferer(void **state)
{
    (void)state;
    assert_in_range(peak_at(SIGNAL_TONE_HZ), 19800, 20200);
    assert_in_range(peak_at(1000), 9500, 10500);
    assert_in_range(peak_at(1300), 0, 20000 / 316); /* -50 dB */
    assert_in_range(peak_at(SIGNAL_INTERFERER_HZ), 0, 20000 / 316);
}

static void filter_output_does_not_depend_on_block_boundaries(void **state)
{
    (void)state;
    static const uint32_t at = FIR_BLOCK_SAMPLES + 40; /* an impulse late in the second block */
    int16_t out[4 * FIR_BLOCK_SAMPLES] = {0};
    struct fir f;

    fir_reset(&f);
    out[at] = 32767;
    for (unsigned i = 0; i < 4; i++) {
        fir_block(&f, out + i * FIR_BLOCK_SAMPLES, out + i * FIR_BLOCK_SAMPLES);
    }
    for (unsigned i = 0; i < 4 * FIR_BLOCK_SAMPLES; i++) {
        if (i < at || i >= at + FIR_TAPS) {
            assert_int_equal(out[i], 0);
        } else {
            assert_int_equal(out[i], out[2 * at + FIR_TAPS - 1 - i]); /* symmetrical */
        }
    }
    assert_int_equal(out[at + FIR_TAPS / 2], 8206);
}

static void filter_does_not_overflow_at_full_scale(void **state)
{
    (void)state;
    struct fir f;
    int16_t b[FIR_BLOCK_SAMPLES];

    fir_reset(&f);
    for (unsigned block = 0; block < 3; block++) {
        for (unsigned i = 0; i < FIR_BLOCK_SAMPLES; i++) {
            b[i] = INT16_MIN;
        }
        fir_block(&f, b, b);
    }
    assert_int_equal(b[FIR_BLOCK_SAMPLES - 1], INT16_MIN);
}

static void level_has_hysteresis(void **state)
{
    (void)state;
    struct level l = {.rise = 100, .fall = 50};

    assert_int_equal(level_update(&l, 99), LEVEL_SAME);
    assert_int_equal(level_update(&l, 100), LEVEL_ROSE);
    assert_int_equal(level_update(&l, 50), LEVEL_SAME);
    assert_int_equal(level_update(&l, 49), LEVEL_FELL);
    assert_int_equal(level_update(&l, 99), LEVEL_SAME);
}

static void energy_is_the_mean_square(void **state)
{
    (void)state;
    assert_int_equal(level_energy((int16_t[]){3, -4, 0, 5}, 4), 12);
    assert_int_equal(level_energy((int16_t[]){INT16_MIN, INT16_MIN}, 2), 1u << 30);
}

/* Process a minute of input, up to the end of a burst. @param f  NULL: no filter @return bursts found */
static unsigned bursts_found(struct signal *s, struct fir *f)
{
    struct level l = {.rise = 6000000, .fall = 3000000};
    int16_t b[FIR_BLOCK_SAMPLES];
    unsigned found = 0;

    for (unsigned block = 0; block < 60 * SIGNAL_RATE_HZ / FIR_BLOCK_SAMPLES || s->in_burst; block++) {
        for (unsigned i = 0; i < FIR_BLOCK_SAMPLES; i++) {
            b[i] = signal_next(s);
        }
        if (f != NULL) {
            fir_block(f, b, b);
        }
        found += level_update(&l, level_energy(b, FIR_BLOCK_SAMPLES)) == LEVEL_ROSE;
    }
    return found;
}

static void detector_finds_each_burst_and_needs_the_filter_for_it(void **state)
{
    (void)state;
    struct fir f;
    struct signal s;

    for (uint32_t seed = 1; seed < 10; seed++) {
        signal_init(&s, seed);
        fir_reset(&f);
        unsigned found = bursts_found(&s, &f);

        assert_int_equal(found, s.bursts);
        assert_in_range(s.bursts, 190, 230); /* one per 288 ms on average */
    }
    signal_init(&s, 1);
    assert_int_equal(bursts_found(&s, NULL), 1); /* the interferer looks like an endless burst */
}

static void frame_is_unpacked_unchanged(void **state)
{
    (void)state;
    uint8_t frame[FRAME_BYTES], payload[FRAME_PAYLOAD_BYTES + 1];
    struct frame_info info;

    memset(payload, 0xA5, sizeof payload);
    for (size_t n = 0; n <= FRAME_PAYLOAD_BYTES; n++) {
        assert_int_equal(frame_pack(frame, 0xBEEF, 7, payload, n), n + 10);
        assert_int_equal(frame_check(frame, n + 10, &info), 0);
        assert_int_equal(info.sequence, 0xBEEF);
        assert_int_equal(info.kind, 7);
        assert_int_equal(info.payload_bytes, n);
        assert_memory_equal(info.payload, payload, n);
        assert_int_equal(frame_check(frame, n + 9, &info), -EMSGSIZE);
    }
    assert_int_equal(frame_pack(frame, 0, 0, payload, FRAME_PAYLOAD_BYTES + 1), 0);
}

static void any_flipped_bit_is_detected(void **state)
{
    (void)state;
    uint8_t frame[FRAME_BYTES];
    struct frame_info info;
    size_t n = frame_pack(frame, 1, 2, "some payload", 12);

    for (size_t bit = 0; bit < n * 8; bit++) {
        frame[bit / 8] ^= (uint8_t)(1u << bit % 8);
        assert_int_not_equal(frame_check(frame, n, &info), 0);
        frame[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_int_equal(frame_check(frame, n, &info), 0);
}

static void journal_keeps_the_newest_through_compaction(void **state)
{
    (void)state;
    struct journal j = {0};
    uint32_t value;

    assert_int_equal(journal_get(&j, 1, &value), -ENOENT);
    for (uint32_t i = 0; i < JOURNAL_RECORDS; i++) {
        assert_int_equal(journal_put(&j, (uint16_t)(i % 5), i), 0);
    }
    assert_true(journal_full(&j));
    assert_int_equal(journal_put(&j, 1, 0), -ENOSPC);
    journal_compact(&j);
    assert_int_equal(j.used, 5);
    for (uint16_t key = 0; key < 5; key++) {
        assert_int_equal(journal_get(&j, key, &value), 0);
        assert_true(value >= JOURNAL_RECORDS - 5 && value % 5 == key);
    }
}

static void journal_falls_back_from_a_torn_record(void **state)
{
    (void)state;
    struct journal j = {0};
    uint32_t value;

    assert_int_equal(journal_put(&j, 1, 10), 0);
    assert_int_equal(journal_put(&j, 1, 11), 0);
    j.record[1].value ^= 0x100;
    assert_int_equal(journal_get(&j, 1, &value), 0);
    assert_int_equal(value, 10);
    journal_compact(&j);
    assert_int_equal(j.used, 1);
    assert_int_equal(journal_get(&j, 1, &value), 0);
    assert_int_equal(value, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crc_has_the_check_value_of_the_standard),
        cmocka_unit_test(sine_table_is_accurate),
        cmocka_unit_test(noise_is_the_published_sequence_with_zero_mean),
        cmocka_unit_test(filter_passes_the_tone_and_rejects_the_interferer),
        cmocka_unit_test(filter_output_does_not_depend_on_block_boundaries),
        cmocka_unit_test(filter_does_not_overflow_at_full_scale),
        cmocka_unit_test(level_has_hysteresis),
        cmocka_unit_test(energy_is_the_mean_square),
        cmocka_unit_test(detector_finds_each_burst_and_needs_the_filter_for_it),
        cmocka_unit_test(frame_is_unpacked_unchanged),
        cmocka_unit_test(any_flipped_bit_is_detected),
        cmocka_unit_test(journal_keeps_the_newest_through_compaction),
        cmocka_unit_test(journal_falls_back_from_a_torn_record),
    };

    return cmocka_run_group_tests_name("demo", tests, NULL, NULL);
}
