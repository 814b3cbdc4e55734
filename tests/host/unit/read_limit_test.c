/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The reader when memory runs out, at each of its allocations in turn: it reports -ENOMEM after the items
 * that came before, or isn't opened, and frees everything. The linker replaces the allocators for this
 * program.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "read_memory.h"

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t n, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t n, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);

static unsigned left = UINT32_MAX; /* allocations that succeed */
static bool once;                  /* all after the next one succeed, too */
static bool failed;

static bool is_out(void)
{
    bool out = left == 0;

    failed |= out;
    left -= left != UINT32_MAX && left != 0;
    left = out && once ? UINT32_MAX : left;
    return out;
}

void *__wrap_malloc(size_t bytes)
{
    return is_out() ? NULL : __real_malloc(bytes);
}

static bool guards; /* counts by ID have another element, of ones */

void *__wrap_calloc(size_t n, size_t bytes)
{
    if (guards && n == SPOOR_WIRE_IDS) {
        uint8_t *counts = __real_calloc(n + 1, bytes);

        memset(counts + n * bytes, 1, bytes);
        return counts;
    }
    return is_out() ? NULL : __real_calloc(n, bytes);
}

void *__wrap_realloc(void *old, size_t bytes)
{
    return is_out() ? NULL : __real_realloc(old, bytes);
}

char *__wrap_strdup(const char *text)
{
    return is_out() ? NULL : __real_strdup(text);
}

/* @return a DENSE packet with a record for most of its bits */
static const struct make_dense *many_records(void)
{
    static struct make_dense d;

    d = (struct make_dense){.recording = 1, .cpu = 2, .time = 100};
    for (unsigned n = 0; n < 2; n++) {
        make_bits(&d, ID_HITS << 3, 13);
        make_bits(&d, 1, 1);
    }
    for (unsigned n = 0; n < 300; n++) {
        make_bits(&d, 1, 1);
    }
    return &d;
}

/* Packets of each type, with a second recording. */
static void make_stream(struct make *m)
{
    m->used = 0;
    make_text(m, "boot\n");
    make_any_header(m, &(struct make_header){.version = SPOOR_WIRE_VERSION_DENSE,
                                             .recording = 1,
                                             .boots = 1,
                                             .cpus = 3,
                                             .hz = 1000000,
                                             .events = 5});
    for (unsigned n = 0; n < 20; n++) {
        make_packet(m, SPOOR_WIRE_THREAD, NUMBER(1), NUMBER(n), NUMBER(4), NUMBER(1), NUMBER('a' + n),
                    NUMBER(SPOOR_WIRE_THREAD_IDLE), END);
        make_packet(m, SPOOR_WIRE_NAME, NUMBER(1), NUMBER(SPOOR_WIRE_NAMED_IRQ), NUMBER(n), NUMBER(0),
                    NUMBER(1), NUMBER('a' + n), END);
        make_packet(m, SPOOR_WIRE_FILTER, NUMBER(1), NUMBER(n + 1), NUMBER(20 + n), NUMBER(21 + n), NUMBER(0),
                    NUMBER(1), NUMBER(7), NUMBER(0), END);
    }
    make_packet(m, EVENTS(0, 0, 0, 100), RECORD(ID_HITS, 0), RECORD(ID_MESSAGE, 5), NUMBER(2), NUMBER('x'),
                END);
    make_packet(m, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(1), NUMBER(2), NUMBER('y'), END);
    make_packet(m, GAP(0, 2, 5, 150, 200), END);
    make_packet(m, EVENTS(0, 3, 2, 200), RECORD(ID_HITS, 0), END);
    make_packet(m, SPOOR_WIRE_DATA, NUMBER(1), NUMBER(0), NUMBER(4), NUMBER(4), NUMBER('z'), END);
    make_packet(m, SPOOR_WIRE_SUBBUF, NUMBER(1), NUMBER(1), NUMBER(0), NUMBER(0), NUMBER(90), NUMBER(1), END);
    make_word(m, SPOOR_WIRE_HEADER_WORD(ID_HITS) | 100);
    make_dense(m, many_records());
    make_packet(m, LOSSES(0, 3, 5, 300), END);
    make_packet(m, SPOOR_WIRE_EVENTS, NUMBER(2), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(77),
                RECORD(ID_HITS, 0), END);
}

struct read {
    unsigned items;
    uint64_t sum; /* of the kinds and times, in order */
    int end;      /* 1: not opened */
};

/* Read all items. Memory runs out after `allocations`, unless it is UINT32_MAX. */
static struct read read_all(struct spoor_reader *(*open)(void), unsigned allocations)
{
    struct read read = {.end = 1};
    const struct spoor_item *i;

    messages[0] = 0;
    left = allocations;
    failed = false;
    struct spoor_reader *r = open();

    while (r != NULL && (read.end = spoor_next(r, &i)) > 0) {
        read.items++;
        read.sum = read.sum * 31 + i->kind + i->time;
    }
    left = UINT32_MAX;
    spoor_close(r);
    return read;
}

static void try_each_allocation(struct spoor_reader *(*open)(void))
{
    const struct read whole = read_all(open, UINT32_MAX);
    unsigned unopened = 0, ended = 0, n;

    assert_int_equal(whole.end, 0);
    for (n = 0; n < 20000; n++) {
        once = n % 2 != 0;
        const struct read part = read_all(open, n / 2);

        if (!failed) {
            break;
        }
        unopened += part.end == 1;
        ended += part.end == -ENOMEM;
        assert_true(part.end == 1 || part.end == -ENOMEM);
        assert_true(part.items < whole.items + once);
    }
    assert_true(n < 20000 && unopened > 0 && ended > 0);
    const struct read again = read_all(open, n / 2);

    assert_int_equal(again.items, whole.items);
    assert_true(again.sum == whole.sum);
}

static struct make stream;

static struct spoor_reader *open_stream(void)
{
    return spoor_open_memory(stream.bytes, stream.used, "t.spoor", elf, &report);
}

static char path[] = "/tmp/spoor-limit-XXXXXX";

static struct spoor_reader *open_path(void)
{
    return spoor_open_file(path, elf, &report);
}

static struct spoor_reader *open_image(void)
{
    return spoor_open_image(memory, sizeof memory, BASE, "t.bin", elf, &report);
}

static void a_stream_ends_with_an_error(void **state)
{
    (void)state;
    make_stream(&stream);
    try_each_allocation(open_stream);
}

static void a_file_is_not_opened(void **state)
{
    int fd = mkstemp(path);

    (void)state;
    assert_true(fd >= 0);
    assert_true(write(fd, stream.bytes, stream.used) == (ssize_t)stream.used);
    close(fd);
    try_each_allocation(open_path);
    unlink(path);
    assert_int_equal(read_all(open_path, 0).end, 1); /* neither a file nor memory */
}

static void an_image_ends_with_an_error_or_is_not_opened(void **state)
{
    (void)state;
    usual_memory();
    select_since(1, T0 + 1, T0 + 5);
    try_each_allocation(open_image);
}

/* The first recording has the sum of those that aren't kept. */
static void sums_of_recordings_stay_within_their_memory(void **state)
{
    const struct spoor_item *i;
    struct spoor_count one;

    (void)state;
    stream.used = 0;
    for (unsigned n = 0; n < 40; n++) {
        make_packet(&stream, SPOOR_WIRE_EVENTS, NUMBER(n), NUMBER(0), NUMBER(0), NUMBER(0), NUMBER(77),
                    RECORD(ID_HITS, 0), END);
    }
    memset(&one, 1, sizeof one);
    guards = true;
    struct spoor_reader *r = open_stream();

    while (spoor_next(r, &i) > 0) {
    }
    assert_true(spoor_recordings(r) < 40);
    for (size_t n = 0; n < spoor_recordings(r); n++) {
        const struct spoor_account *a = &spoor_recording_nth(r, n)->account[0];

        assert_non_null(a->ids);
        assert_true(a->ids[ID_HITS].decoded == (n == 0 ? 41 - spoor_recordings(r) : 1));
        assert_memory_equal(&a->ids[SPOOR_WIRE_IDS], &one, sizeof one);
    }
    spoor_close(r);
    guards = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_ends_with_an_error),
        cmocka_unit_test(a_file_is_not_opened),
        cmocka_unit_test(an_image_ends_with_an_error_or_is_not_opened),
        cmocka_unit_test(sums_of_recordings_stay_within_their_memory),
    };

    return cmocka_run_group_tests(tests, memory_set_up, memory_tear_down);
}
