/* SPDX-License-Identifier: BSD-2-Clause */
/* After a seek in a long file the reader must find the same records as without one, also in concatenated
 * recordings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_fixture.h"

#define PACKET_EACH 20000u /* cycles (1 us) between two packets */
#define TEXT_BYTES  32768u /* text between two packets, so that the file is long but has few packets */
#define HEADER_EACH 50u    /* packets between two headers: 1 s */

static struct make piece;
static FILE *file;

/* Append a recording. Each packet has one record, whose value is its number plus `mark`. */
static void put_recording(unsigned packets, unsigned mark, bool note)
{
    static char text[TEXT_BYTES];

    memset(text, '.', sizeof text);
    for (unsigned n = 0; n < packets; n++) {
        piece.used = 0;
        if (n == 0 && note) {
            make_packet(&piece, SPOOR_WIRE_NOTE, NUMBER(SPOOR_WIRE_NOTE_COMMAND), NUMBER(0), NUMBER(1),
                        NUMBER('x'), END);
        }
        if (n % HEADER_EACH == 0) {
            make_any_header(&piece, &(struct make_header){.recording = 1,
                                                          .boots = 1,
                                                          .repeated = n != 0,
                                                          .cpus = 1,
                                                          .hz = 1000000,
                                                          .events = 5,
                                                          .now = (uint64_t)n * PACKET_EACH});
        }
        make_packet(&piece, EVENTS(0, n, n, n * PACKET_EACH), RECORD(ID_ONE, 0), NUMBER(n % 1000 + mark),
                    END);
        make_bytes(&piece, text, sizeof text);
        assert_int_equal(fwrite(piece.bytes, 1, piece.used, file), piece.used);
    }
}

/* The number of records in the second after a time, and the sum of their values. */
struct part {
    unsigned count, recording;
    uint64_t sum, first; /* first: offset of the first record that is read */
    bool sought;
};

static struct part read_part(uint64_t from, bool seek)
{
    const struct spoor_item *i;
    struct part part = {.count = 0};
    unsigned recording = 0;

    assert_int_equal(lseek(fileno(file), 0, SEEK_SET), 0);
    messages[0] = 0;
    struct spoor_reader *r = spoor_open_fd(fileno(file), "t.spoor", elf, &report);

    part.sought = seek && spoor_seek(r, from * 1000);
    while (part.count < HEADER_EACH && spoor_next(r, &i) > 0) {
        recording += i->kind == SPOOR_BEGIN;
        part.first = part.first == 0 && i->kind == SPOOR_RECORD ? i->offset : part.first;
        if (i->kind == SPOOR_RECORD && i->time >= from) {
            part.count++;
            part.sum += i->word[0];
            part.recording = recording;
        }
    }
    spoor_close(r);
    return part;
}

static void check_parts(unsigned packets, bool single)
{
    unsigned sought = 0, all_parts = 0, late = 0;

    assert_int_equal(fflush(file), 0);
    for (unsigned n = packets / 3; n < packets; n += packets / 3 - 10) {
        uint64_t from = (uint64_t)n * PACKET_EACH - 1;
        struct part all = read_part(from, false), found = read_part(from, true);

        sought += found.sought;
        all_parts++;
        assert_int_equal(found.count, all.count);
        assert_int_equal(found.sum, all.sum);
        assert_int_equal(found.recording, all.recording);
        assert_true(found.first >= all.first);
        late += found.first > all.first;
    }
    assert_true(!single || late != 0); /* a part near the end is found without reading all before it */
    assert_int_not_equal(sought, 0);
    assert_true(!single || sought == all_parts);
    fclose(file);
}

static void a_seek_finds_the_records_of_one_recording(void **state)
{
    (void)state;
    file = tmpfile();
    assert_non_null(file);
    put_recording(700, 0, true);
    check_parts(700, true);
}

/* The second recording is longer, so that most times in the file exist only in it. */
static void a_seek_in_concatenated_files_finds_the_first_recording(void **state)
{
    (void)state;
    for (unsigned note = 0; note < 2; note++) {
        file = tmpfile();
        assert_non_null(file);
        put_recording(100, 0, note != 0);
        put_recording(700, 5000, note != 0);
        check_parts(700, false);
    }
}

/* Memory after a file's contents may hold another recording. */
static void a_seek_looks_at_the_file_only(void **state)
{
    size_t size;

    (void)state;
    piece.used = 0;
    make_usual_header(&piece, 1);
    make_packet(&piece, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), END);
    make_packet(&piece, EVENTS(0, 1, 1, 200), RECORD(ID_HITS, 0), END);
    size = piece.used;
    make_packet(&piece, SPOOR_WIRE_EVENTS, NUMBER(2), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(300),
                RECORD(ID_HITS, 0), END);
    for (unsigned more = 0; more < 2; more++) {
        struct spoor_reader *r =
            spoor_open_memory(piece.bytes, more ? piece.used : size, "t.spoor", elf, &report);

        assert_int_equal(spoor_seek(r, 150), !more);
        spoor_close(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seek_finds_the_records_of_one_recording),
        cmocka_unit_test(a_seek_in_concatenated_files_finds_the_first_recording),
        cmocka_unit_test(a_seek_looks_at_the_file_only),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
