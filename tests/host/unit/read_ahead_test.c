/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A thread that decodes ahead, for input of several windows: from a file and from memory, intact, cut off,
 * damaged, and closed early. The thread sanitizer must not find data races. The other tests of streams
 * compare short ones.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <base/hash.h>
#include "read_fixture.h"

#define BYTES      (5 << 17)
#define PER_PACKET 12

static uint8_t *stream;
static size_t used;

static void add(const struct make *m)
{
    assert_true(used + m->used <= BYTES);
    memcpy(stream + used, m->bytes, m->used);
    used += m->used;
}

/* Fill the stream: two CPUs, texts, and a header after each thousand packets. */
static void make_stream(void)
{
    static struct make m;
    unsigned packets[2] = {0};

    used = 0;
    for (unsigned n = 0; used < BYTES - 4096; n++) {
        unsigned cpu = n / 3 % 2, number = packets[cpu]++;

        m.used = 0;
        if (n % 1000 == 0) {
            make_usual_header(&m, 2);
        }
        if (n % 7 == 0) {
            make_text(&m, "some text\n");
        }
        make_packet(&m, EVENTS(cpu, number, PER_PACKET * number, UINT64_C(1000) * n), RECORD(ID_ONE, 0),
                    (uint64_t)(n % 10000), RECORD(ID_PAIR, 5), UINT64_C(0), UINT64_C(16385),
                    RECORD(ID_HITS, 9), RECORD(ID_ONE, 1), (uint64_t)cpu, RECORD(ID_ONE, 1), UINT64_C(2),
                    RECORD(ID_ONE, 1), UINT64_C(3), RECORD(ID_ONE, 1), UINT64_C(4), RECORD(ID_ONE, 1),
                    UINT64_C(5), RECORD(ID_ONE, 1), UINT64_C(6), RECORD(ID_ONE, 1), UINT64_C(7),
                    RECORD(ID_HITS, 1), RECORD(ID_HITS, 1), END);
        add(&m);
    }
}

struct sum {
    uint64_t hash, items, records;
    struct spoor_traffic traffic;
    char said[MESSAGES_MAX];
};

static uint64_t hash_of(uint64_t hash, const struct spoor_item *i)
{
    hash = hash_number(hash_number(hash, i->time), i->until ^ i->offset << 24);
    hash = hash_number(hash, i->kind | (uint64_t)i->cpu << 8 | (uint64_t)i->bytes << 32);
    for (unsigned n = 0; i->kind == SPOOR_RECORD && n < spoor_id(elf, i->id)->words; n++) {
        hash = hash_number(hash, (uint64_t)i->id << 32 | i->word[n]);
    }
    return hash;
}

/* Read at most `most` items, from a file if `fd` isn't negative. */
static struct sum sum_of(int fd, bool ahead, uint64_t most)
{
    struct sum s = {.hash = 1};
    const struct spoor_item *i;

    messages[0] = 0;
    if (fd >= 0) {
        assert_true(lseek(fd, 0, SEEK_SET) == 0);
    }
    struct spoor_reader *r = fd >= 0 ? spoor_open_fd(fd, "t.spoor", elf, &report)
                                     : spoor_open_memory(stream, used, "t.spoor", elf, &report);

    assert_non_null(r);
    if (ahead) {
        spoor_read_ahead(r);
    }
    while (s.items < most && spoor_next(r, &i) > 0) {
        s.hash = hash_of(s.hash, i);
        s.items++;
        s.records += i->kind == SPOOR_RECORD;
    }
    if (s.items < most) { /* else the reader may be at any place behind the last item */
        s.traffic = *spoor_traffic(r);
        memcpy(s.said, messages, sizeof s.said);
    }
    spoor_close(r);
    return s;
}

static struct sum check(uint64_t most)
{
    FILE *f = tmpfile();

    assert_non_null(f);
    assert_int_equal(fwrite(stream, 1, used, f), used);
    assert_int_equal(fflush(f), 0);
    static struct sum plain, other;

    plain = sum_of(-1, false, most);
    for (unsigned way = 0; way < 3; way++) {
        other = sum_of(way != 0 ? fileno(f) : -1, way != 1, most);
        assert_int_equal(other.items, plain.items);
        assert_int_equal(other.hash, plain.hash);
        assert_string_equal(other.said, plain.said);
        assert_memory_equal(&other.traffic, &plain.traffic, sizeof plain.traffic);
    }
    fclose(f);
    return plain;
}

static void a_long_stream_is_the_same(void **state)
{
    (void)state;
    make_stream();
    struct sum s = check(UINT64_MAX);

    assert_true(s.records > 70000);
    assert_int_equal(s.records % PER_PACKET, 0);
    assert_int_equal(s.traffic.frames, 0);
    assert_string_equal(s.said, "");
}

static void a_cut_stream_is_the_same(void **state)
{
    (void)state;
    make_stream();
    used = used * 2 / 3 + 5;
    assert_int_equal(check(UINT64_MAX).traffic.frames, 1);
}

static void damage_is_the_same(void **state)
{
    (void)state;
    make_stream();
    for (size_t at = 300; at < used; at += 797) {
        stream[at] = (uint8_t)(at % 5 == 0 ? 0 : stream[at] + at);
    }
    struct sum s = check(UINT64_MAX);

    assert_true(s.traffic.frames > 300 && s.records > 30000);
}

static void noise_is_the_same(void **state)
{
    uint32_t random = 1;

    (void)state;
    used = BYTES;
    for (size_t at = 0; at < used; at++) {
        random = random * 1664525 + 1013904223;
        stream[at] = (uint8_t)(random >> 24);
    }
    assert_int_equal(check(UINT64_MAX).records, 0);
}

/* Nothing is looked up, but a window may be filled again only when the thread is past it. It ends with a
 * line. */
static void text_is_the_same(void **state)
{
    (void)state;
    used = BYTES;
    for (size_t at = 0; at < used; at++) {
        stream[at] = at % 64 == 63 ? '\n' : 'x';
    }
    assert_int_equal(check(UINT64_MAX).traffic.text_bytes, BYTES);
}

static void a_reader_may_be_closed_early(void **state)
{
    static const uint64_t counts[] = {0, 1, 3000, 60000};

    (void)state;
    make_stream();
    for (unsigned n = 0; n < sizeof counts / sizeof counts[0]; n++) {
        assert_int_equal(check(counts[n]).items, counts[n]);
    }
}

/* The thread has seen a header, but it isn't of the recording that follows. */
static void a_recording_without_header_has_times_in_cycles(void **state)
{
    static struct make m;
    const struct make_header header = {
        .recording = 1, .boots = 1, .cpus = 1, .hz = 1000000, .shift = 4, .events = 5};

    (void)state;
    make_any_header(&m, &header);
    make_packet(&m, EVENTS(0, 0, 0, 100), RECORD(ID_ONE, 0), UINT64_C(7), END);
    make_packet(&m, SPOOR_WIRE_EVENTS, NUMBER(2), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(100),
                RECORD(ID_ONE, 0), UINT64_C(8), END);
    read_bytes(m.bytes, m.used);
    assert_int_equal(nth(SPOOR_RECORD, 0)->time, 1600);
    assert_int_equal(nth(SPOOR_RECORD, 1)->time, 100);
}

static int set_up_long(void **state)
{
    stream = malloc(BYTES);
    return stream == NULL || set_up(state) != 0;
}

static int tear_down_long(void **state)
{
    free(stream);
    return tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_stream_is_the_same),
        cmocka_unit_test(a_cut_stream_is_the_same),
        cmocka_unit_test(damage_is_the_same),
        cmocka_unit_test(noise_is_the_same),
        cmocka_unit_test(text_is_the_same),
        cmocka_unit_test(a_reader_may_be_closed_early),
        cmocka_unit_test(a_recording_without_header_has_times_in_cycles),
    };

    return cmocka_run_group_tests_name("read/ahead", tests, set_up_long, tear_down_long);
}
