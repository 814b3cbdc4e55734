/* SPDX-License-Identifier: BSD-2-Clause */
/* What a seek in a long file requires of it: headers, one recording up to the place, increasing times. */
#define _GNU_SOURCE /* memrchr() */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_fixture.h"

#define SLOTS      600u
#define SLOT_BYTES 32768u    /* one packet of events each, and text */
#define SLOT_TICKS 100000u   /* of a microsecond */
#define TARGET     590u      /* the slot whose time is sought */
#define PLACE      62u       /* the slot where reading begins: 1.5 s and 16 MiB earlier */
#define INSIDE     1024u     /* offset of what a test adds to a slot */
#define BORDER     30u       /* a slot that is checked for another recording */
#define MIDDLE     SLOTS / 2 /* where the search begins */

static uint8_t *file;
static struct make piece;

static void put_at(size_t at)
{
    memcpy(file + at, piece.bytes, piece.used);
}

static uint64_t time_of(unsigned slot)
{
    return 100 + (uint64_t)slot * SLOT_TICKS;
}

/* Replace the contents of a slot by a packet. */
static void put_slot(unsigned slot)
{
    memset(file + slot * SLOT_BYTES + (slot == 0 ? 512 : 0), '.', SLOT_BYTES - (slot == 0 ? 512 : 0));
    put_at(slot * SLOT_BYTES + (slot == 0 ? 512 : 0));
}

/* By one with one record. */
static void put_events(unsigned slot, unsigned recording, uint64_t time)
{
    piece.used = 0;
    make_packet(&piece, SPOOR_WIRE_EVENTS, NUMBER(recording), NUMBER(0), NUMBER(slot), NUMBER(slot), time,
                RECORD(ID_HITS, 0), END);
    put_slot(slot);
}

/* The same as a DENSE packet of recording 1. */
static void put_dense(unsigned slot, uint64_t time)
{
    struct make_dense d = {.recording = 1, .number = slot, .before = slot, .time = time};

    make_bits(&d, ID_HITS << 3, 13);
    make_bits(&d, 1, 1);
    piece.used = 0;
    make_dense(&piece, &d);
    put_slot(slot);
}

/* Remove all packets of some slots. */
static void clear(unsigned first, unsigned slots, uint8_t filler)
{
    memset(file + first * SLOT_BYTES, filler, slots * SLOT_BYTES);
}

static const struct make_header usual = {.recording = 1, .boots = 1, .cpus = 1, .hz = 1000000, .events = 5};

/* Replace the first header. NULL: there is none. */
static void put_header(const struct make_header *h)
{
    piece.used = 0;
    if (h != NULL) {
        make_any_header(&piece, h);
    }
    memset(file, '.', 512);
    put_at(0);
}

/* One recording, whose first slot has the only header. */
static void usual_file(void)
{
    for (unsigned n = 0; n < SLOTS; n++) {
        put_events(n, 1, time_of(n));
    }
    put_header(&usual);
}

/* The slot of the first record after a seek. */
static unsigned begun;

static bool seeks(void)
{
    struct spoor_reader *r = spoor_open_memory(file, (size_t)SLOTS * SLOT_BYTES, "t.spoor", elf, &report);
    bool sought = spoor_seek(r, time_of(TARGET) * 1000);
    const struct spoor_item *i;

    messages[0] = 0;
    begun = SLOTS;
    while (begun == SLOTS && spoor_next(r, &i) > 0) {
        if (i->kind == SPOOR_RECORD) {
            begun = (unsigned)(i->time / SLOT_TICKS);
        }
    }
    spoor_close(r);
    return sought;
}

static void reading_begins_before_the_place(void **state)
{
    (void)state;
    usual_file();
    assert_true(seeks());
    assert_in_range(begun, PLACE - 2, PLACE + 2);
}

static void dense_packets_are_found_too(void **state)
{
    (void)state;
    for (unsigned n = 0; n < SLOTS; n++) {
        put_dense(n, time_of(n));
    }
    put_header(&usual);
    assert_true(seeks());
    assert_in_range(begun, PLACE - 2, PLACE + 2);
}

static void a_header_with_the_rate_is_required(void **state)
{
    struct make_header others[3] = {usual, usual, usual}, again = usual;

    (void)state;
    usual_file();
    others[0].version = SPOOR_WIRE_VERSION_DENSE + 1;
    others[1].hz = 0;
    others[2].shift = 32;
    again.repeated = 1;
    for (unsigned n = 0; n < 3; n++) {
        put_header(&others[n]);
        assert_false(seeks());
        make_any_header(&piece, &again); /* and a valid one after it */
        put_at(0);
        assert_true(seeks());
    }
    put_header(NULL);
    assert_false(seeks());
    assert_int_equal(begun, 0);
    piece.used = 0;
    make_packet(&piece, SPOOR_WIRE_HEADER, NUMBER(SPOOR_WIRE_VERSION), NUMBER(1), NUMBER(1), NUMBER(1),
                NUMBER(1), NUMBER(1000000), END); /* truncated */
    put_at(0);
    assert_false(seeks());
}

static void what_is_not_a_packet_is_passed_over(void **state)
{
    char text[400];

    (void)state;
    usual_file();
    for (unsigned n = 0; n < 2; n++) {
        memset(text, 'x', sizeof text);
        text[0] = text[n == 0 ? 20 : 300] = 0; /* a damaged frame; one that is too long */
        piece.used = 0;
        make_bytes(&piece, text, n == 0 ? 21 : 301);
        make_any_header(&piece, &usual);
        memset(file, '.', 512);
        put_at(0);
        assert_true(seeks());
        assert_in_range(begun, PLACE - 2, PLACE + 2);
    }
}

static void a_file_without_packets_is_not_sought(void **state)
{
    struct spoor_reader *r;

    (void)state;
    for (size_t n = 0; n < 2; n++) {
        r = spoor_open_memory("text", 4 * n, "t.spoor", elf, &report);
        assert_false(spoor_seek(r, 1000));
        spoor_close(r);
    }
    usual_file();
    clear(1, 2, '.'); /* the first window has a header only */
    memset(file + 512, '.', SLOT_BYTES - 512);
    assert_false(seeks());
}

static void the_last_packet_is_of_the_same_recording_and_later(void **state)
{
    struct make_header other = usual;

    (void)state;
    usual_file();
    put_events(SLOTS - 1, 1, time_of(0) - 1);
    assert_false(seeks());
    put_events(SLOTS - 1, 1, time_of(0));
    assert_true(seeks());
    put_events(SLOTS - 1, 2, time_of(SLOTS - 1));
    assert_false(seeks());
    usual_file();
    other.recording = 2;
    put_header(&other);
    assert_false(seeks());
}

/* Reading then begins at the start of the file. */
static void a_search_that_is_uncertain_ends_early(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 3; n++) {
        usual_file();
        if (n == 0) {
            clear(MIDDLE - 1, 4, '.');
        } else if (n == 1) {
            put_events(MIDDLE, 2, time_of(MIDDLE));
        } else {
            clear(PLACE - 3, 8, '.'); /* no packet at the place itself */
        }
        assert_true(seeks());
        assert_int_equal(begun, 0);
    }
}

/* ------------------------------------------------------------------ borders */

/* Put `piece` into the file before the place. @return whether the file is still one recording */
static bool is_one(void)
{
    bool one;

    put_at(BORDER * SLOT_BYTES + INSIDE);
    one = seeks();
    assert_true(begun == 0 || (one && begun >= PLACE - 2));
    return one;
}

static bool is_one_with(const struct make_header *h)
{
    usual_file();
    piece.used = 0;
    make_any_header(&piece, h);
    return is_one();
}

static void a_later_header_may_begin_a_recording(void **state)
{
    struct make_header again = usual;

    (void)state;
    again.now = 500;
    again.repeated = 1;
    assert_true(is_one_with(&again));
    again.repeated = 0;
    assert_false(is_one_with(&again));
    again.repeated = 1;
    again.boots = 2;
    assert_false(is_one_with(&again));
    again.boots = 1;
    again.recording = 2;
    assert_false(is_one_with(&again));
    again.version = SPOOR_WIRE_VERSION_DENSE + 1; /* it can't be read */
    assert_true(is_one_with(&again));
    again = usual;
    again.repeated = 1;
    usual_file();
    put_header(
        &(struct make_header){.recording = 1, .boots = 1, .cpus = 1, .hz = 1000000, .events = 5, .now = 1});
    piece.used = 0;
    make_any_header(&piece, &again);
    assert_false(is_one()); /* the clock decreases */
}

static void a_note_of_a_recorder_begins_a_recording(void **state)
{
    (void)state;
    for (unsigned kind = SPOOR_WIRE_NOTE_COMMAND; kind <= SPOOR_WIRE_NOTE_END; kind++) {
        usual_file();
        piece.used = 0;
        make_packet(&piece, SPOOR_WIRE_NOTE, NUMBER(kind), NUMBER(0), NUMBER(1), NUMBER('x'), END);
        assert_int_equal(is_one(), kind != SPOOR_WIRE_NOTE_COMMAND);
    }
}

/* Each begins as a header of another recording. */
static void damaged_frames_are_no_border(void **state)
{
    static const char begin[] = {0, 5, SPOOR_WIRE_HEADER};
    struct make_header other = usual;

    (void)state;
    other.recording = 2;
    usual_file();
    piece.used = 0;
    make_any_header(&piece, &other);
    piece.bytes[6] ^= 1;
    assert_true(is_one());
    usual_file();
    piece.used = 0;
    make_bytes(&piece, begin, sizeof begin);
    for (unsigned n = 0; n < 300; n++) {
        make_byte(&piece, 'x');
    }
    make_byte(&piece, 0);
    assert_true(is_one());
    clear(BORDER, 8, 'x'); /* a frame that doesn't end */
    piece.used = sizeof begin;
    assert_true(is_one());
    clear(BORDER, 8, 0);
    piece.used = 0;
    assert_true(is_one());
}

/* ------------------------------------------------------------------ a file that changes */

/* The linker replaces these calls of the reader. */
ssize_t __real_pread(int fd, void *bytes, size_t n, off_t offset);
ssize_t __wrap_pread(int fd, void *bytes, size_t n, off_t offset);
off_t __real_lseek(int fd, off_t offset, int whence);
off_t __wrap_lseek(int fd, off_t offset, int whence);

static unsigned reads, reads_left; /* reads so far; those before the file is cut off */
static bool cut_after_zero, seek_fails;

ssize_t __wrap_pread(int fd, void *bytes, size_t n, off_t offset)
{
    ssize_t got_bytes = __real_pread(fd, bytes, n, offset);
    const uint8_t *last = got_bytes > 0 ? memrchr(bytes, 0, (size_t)got_bytes) : NULL;

    reads++;
    if (reads_left != 0) {
        reads_left--;
        return got_bytes;
    }
    return cut_after_zero && last != NULL ? last - (const uint8_t *)bytes + 2 : 0;
}

off_t __wrap_lseek(int fd, off_t offset, int whence)
{
    return seek_fails ? -1 : __real_lseek(fd, offset, whence);
}

static bool seeks_in(FILE *f, unsigned reads_before_cut)
{
    struct spoor_reader *r = spoor_open_fd(fileno(f), "t.spoor", elf, &report);

    reads = 0;
    reads_left = reads_before_cut;
    bool sought = spoor_seek(r, time_of(TARGET) * 1000);

    spoor_close(r);
    return sought;
}

/* Another program may shorten the file during the search. */
static void a_file_that_becomes_shorter_is_not_sought_or_harmless(void **state)
{
    FILE *f = tmpfile();
    unsigned all;

    (void)state;
    usual_file();
    assert_non_null(f);
    assert_int_equal(fwrite(file, SLOT_BYTES, SLOTS, f), SLOTS);
    assert_int_equal(fflush(f), 0);
    assert_true(seeks_in(f, UINT32_MAX));
    all = reads;
    assert_true(all > 20);
    for (unsigned n = 0; n < all; n++) {
        cut_after_zero = false;
        assert_true(!seeks_in(f, n) || n > 2); /* the headers and both ends were found */
        cut_after_zero = true;
        (void)seeks_in(f, n);
        assert_true(reads <= 2 * all);
    }
    cut_after_zero = false;
    assert_false(seeks_in(f, 2));
    seek_fails = true;
    assert_false(seeks_in(f, UINT32_MAX));
    seek_fails = false;
    assert_true(seeks_in(f, UINT32_MAX));
    fclose(f);
}

static int make_file(void **state)
{
    file = malloc((size_t)SLOTS * SLOT_BYTES);
    return file == NULL || set_up(state) != 0;
}

static int free_file(void **state)
{
    free(file);
    return tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_begins_before_the_place),
        cmocka_unit_test(dense_packets_are_found_too),
        cmocka_unit_test(a_header_with_the_rate_is_required),
        cmocka_unit_test(what_is_not_a_packet_is_passed_over),
        cmocka_unit_test(a_file_without_packets_is_not_sought),
        cmocka_unit_test(the_last_packet_is_of_the_same_recording_and_later),
        cmocka_unit_test(a_search_that_is_uncertain_ends_early),
        cmocka_unit_test(a_later_header_may_begin_a_recording),
        cmocka_unit_test(a_note_of_a_recorder_begins_a_recording),
        cmocka_unit_test(damaged_frames_are_no_border),
        cmocka_unit_test(a_file_that_becomes_shorter_is_not_sought_or_harmless),
    };

    return cmocka_run_group_tests(tests, make_file, free_file);
}
