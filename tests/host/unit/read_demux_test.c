/* SPDX-License-Identifier: BSD-2-Clause */
/* Text, frames and damage on one link: what the demultiplexer reports of each byte, fed at once and byte by
 * byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "demux_priv.h"

/* What the sink was told: T text, F packet, S skipped, R raw, with offsets. Texts that continue one another
 * are one. */
static char told[4096];
static size_t used;
static struct demux d;

static void add(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    used += (size_t)vsnprintf(told + used, sizeof told - used, format, args);
    va_end(args);
    assert_true(used < sizeof told);
}

static void add_bytes(const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t run = 1;

        while (i + run < n && bytes[i + run] == bytes[i]) {
            run++;
        }
        add(bytes[i] > ' ' && bytes[i] < 0x7f ? "%c" : "<%02x>", bytes[i]);
        if (run > 4) {
            add("*%zu", run);
            i += run - 1;
        }
    }
}

static uint8_t text[1024];
static size_t text_bytes;
static uint64_t text_begin;

static void end_text(void)
{
    if (text_bytes != 0) {
        add(" T%u:", (unsigned)text_begin);
        add_bytes(text, text_bytes);
        text_bytes = 0;
    }
}

static void take_text(void *arg, const uint8_t *bytes, size_t n, uint64_t offset)
{
    (void)arg;
    assert_true(n != 0);
    if (text_bytes == 0 || text_begin + text_bytes != offset) {
        end_text();
        text_begin = offset;
    }
    memcpy(text + text_bytes, bytes, n);
    text_bytes += n;
}

/* Packets begin with P, and those with PR announce three raw bytes. */
static const char *take_frame(void *arg, const uint8_t *bytes, size_t n, uint64_t offset)
{
    (void)arg;
    if (n == 0 || bytes[0] != 'P') {
        return "bad";
    }
    end_text();
    add(" F%u:", (unsigned)offset);
    add_bytes(bytes, n);
    if (n > 1 && bytes[1] == 'R') {
        demux_expect_raw(&d, 3);
    }
    return NULL;
}

static void skipped(void *arg, size_t n, uint64_t offset, const char *why)
{
    (void)arg;
    end_text();
    add(" S%u+%zu:%s", (unsigned)offset, n, why);
}

static void raw(void *arg, const uint8_t *bytes, size_t n)
{
    (void)arg;
    add(" R:");
    add_bytes(bytes, n);
}

static void feed(const char *bytes, size_t n, size_t piece)
{
    d = (struct demux){.sink = {take_frame, take_text, skipped, raw, NULL}};
    used = text_bytes = 0;
    told[0] = 0;
    for (size_t at = 0; at < n;) {
        at += demux_feed(&d, (const uint8_t *)bytes + at, n - at < piece ? n - at : piece);
    }
    assert_int_equal(d.offset, n);
    demux_end(&d);
    end_text();
}

static void assert_told(const char *bytes, size_t n, const char *expected)
{
    feed(bytes, n, n);
    assert_string_equal(told, expected);
    for (size_t piece = 1; piece <= 3; piece += 2) {
        char *at, once[sizeof told];

        feed(bytes, n, piece);
        /* Raw bytes may arrive in pieces. */
        while ((at = strstr(told, " R:")) != NULL && strstr(at + 1, " R:") != NULL) {
            at = strstr(at + 1, " R:");
            snprintf(once, sizeof once, "%s", at + 3);
            memcpy(at, once, strlen(once) + 1);
        }
        assert_string_equal(told, expected);
    }
}

#define TOLD(bytes, expected) assert_told(bytes, sizeof(bytes) - 1, expected)

static void text_and_packets_are_separated(void **state)
{
    (void)state;
    TOLD("hi\n\0Pab\0bye", " T0:hi<0a> F4:Pab T8:bye");
    TOLD("\0P\0\0Q\0", " F1:P T4:Q");
    TOLD("\0\0\0Pa\0", " F3:Pa");
    TOLD("a\x1b[0m\xc3\xa9", " T0:a<1b>[0m<c3><a9>");
    TOLD("\0PR\0\0\1Px\0Py\0", " F1:PR R:<00><01>P T7:x F9:Py");
}

static void a_bad_frame_is_text_or_skipped_and_its_end_begins_the_next(void **state)
{
    (void)state;
    TOLD("\0xyz\0Pq\0", " T1:xyz F5:Pq");
    TOLD("\0x\1\0Pq\0", " S1+2:bad F4:Pq");
    TOLD("\0\1\2\0\0Pq\0", " S1+2:bad F5:Pq");
}

static void bytes_before_a_lost_zero_may_be_a_packet(void **state)
{
    (void)state;
    TOLD("ab\1cd\0Pq\0", " T0:ab S2+3:bad F6:Pq");
    TOLD("P\1\0x", " T0:P F0:P<01> T3:x");
    TOLD("\n\1\177\0", " T0:<0a> S1+2:bad");
}

static void what_is_incomplete_at_the_end_is_reported(void **state)
{
    (void)state;
    TOLD("\0\1\2", " S1+2:cut off");
    TOLD("\0ab", " T1:ab");
    TOLD("a\1b", " T0:a S1+2:neither text nor a frame");
    TOLD("\0", "");
}

/* The longest frame has DEMUX_FRAME_MAX bytes; one more is no frame. */
static void frames_end_in_time(void **state)
{
    char bytes[DEMUX_FRAME_MAX + 8], expected[100];

    (void)state;
    memset(bytes, 'P', sizeof bytes);
    bytes[0] = bytes[DEMUX_FRAME_MAX + 1] = 0;
    snprintf(expected, sizeof expected, " F1:P*%u T%u:z", DEMUX_FRAME_MAX, DEMUX_FRAME_MAX + 2);
    bytes[DEMUX_FRAME_MAX + 2] = 'z';
    assert_told(bytes, DEMUX_FRAME_MAX + 3, expected);

    memset(bytes, 1, sizeof bytes);
    bytes[0] = 0;
    memcpy(bytes + DEMUX_FRAME_MAX + 2, "ok", 2);
    snprintf(expected, sizeof expected, " S1+%u:end of frame missing T%u:ok", DEMUX_FRAME_MAX + 1,
             DEMUX_FRAME_MAX + 2);
    assert_told(bytes, DEMUX_FRAME_MAX + 4, expected);

    memset(bytes, 'a', sizeof bytes);
    bytes[0] = 0;
    snprintf(expected, sizeof expected, " T1:a*%u", DEMUX_FRAME_MAX + 3);
    assert_told(bytes, DEMUX_FRAME_MAX + 4, expected);

    memset(bytes, 'a', sizeof bytes);
    bytes[0] = 1;
    snprintf(expected, sizeof expected, " S0+%u:neither text nor a frame T%u:aa", DEMUX_FRAME_MAX + 1,
             DEMUX_FRAME_MAX + 1);
    assert_told(bytes, DEMUX_FRAME_MAX + 3, expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_and_packets_are_separated),
        cmocka_unit_test(a_bad_frame_is_text_or_skipped_and_its_end_begins_the_next),
        cmocka_unit_test(bytes_before_a_lost_zero_may_be_a_packet),
        cmocka_unit_test(what_is_incomplete_at_the_end_is_reported),
        cmocka_unit_test(frames_end_in_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
