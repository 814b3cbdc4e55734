/* SPDX-License-Identifier: BSD-2-Clause */
/* See read_fixture.h. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "read_fixture.h"

struct spoor_elf *elf;
char messages[MESSAGES_MAX];

static void note(void *arg, const char *text)
{
    size_t used = strlen(messages);

    (void)arg;
    snprintf(messages + used, sizeof messages - used, "%s\n", text);
}

const struct spoor_report report = {note, NULL};

struct got got;

void collect(struct spoor_reader *r)
{
    const struct spoor_item *i;

    memset(&got, 0, sizeof got);
    while ((got.end = spoor_next(r, &i)) > 0) {
        assert_int_equal(got.end, 1);
        if (i->kind == SPOOR_TEXT) {
            strncat(got.text, (const char *)i->data, i->bytes < 100 ? i->bytes : 100);
        } else if (got.count < 400) {
            got.items[got.count++] = *i;
        }
    }
    got.counts = spoor_recording(r)->account[0];
    got.traffic = *spoor_traffic(r);
}

struct spoor_reader *reader;

static void read_way(const uint8_t *bytes, size_t n, bool ahead)
{
    messages[0] = 0;
    spoor_close(reader);
    reader = spoor_open_memory(bytes, n, "t.spoor", elf, &report);
    assert_non_null(reader);
    if (ahead) {
        spoor_read_ahead(reader);
    }
    collect(reader);
}

/* A thread that decodes ahead changes nothing. */
static void check_same(const struct got *plain, const char *said)
{
    struct spoor_account a = plain->counts, b = got.counts;

    a.ids = b.ids = NULL;
    assert_string_equal(messages, said);
    assert_string_equal(got.text, plain->text);
    assert_int_equal(got.end, plain->end);
    assert_int_equal(got.count, plain->count);
    assert_memory_equal(&b, &a, sizeof a);
    assert_memory_equal(&got.traffic, &plain->traffic, sizeof got.traffic);
    for (unsigned n = 0; n < got.count; n++) {
        const struct spoor_item *x = &got.items[n], *y = &plain->items[n];
        unsigned words = x->kind != SPOOR_RECORD ? 3 : x->bytes == 0 ? spoor_id(elf, x->id)->words : 0;

        assert_true(x->kind == y->kind && x->cpu == y->cpu && x->time == y->time && x->until == y->until &&
                    x->offset == y->offset && x->id == y->id && x->size == y->size && x->bytes == y->bytes);
        assert_memory_equal(x->word, y->word, words <= SPOOR_WIRE_WORDS_MAX ? words * sizeof x->word[0] : 0);
    }
}

void read_bytes(const uint8_t *bytes, size_t n)
{
    static struct got plain;
    static char said[MESSAGES_MAX];
    uint8_t *exact = malloc(n + 1); /* on the heap, so that the sanitizer detects overruns */

    assert_non_null(exact);
    memcpy(exact, bytes, n);
    read_way(exact, n, false);
    plain = got;
    memcpy(said, messages, sizeof said);
    read_way(exact, n, true);
    check_same(&plain, said);
    free(exact);
}

unsigned count_kind(enum spoor_kind kind)
{
    unsigned n = 0;

    for (unsigned i = 0; i < got.count; i++) {
        n += got.items[i].kind == kind;
    }
    return n;
}

const struct spoor_item *nth(enum spoor_kind kind, unsigned n)
{
    for (unsigned i = 0; i < got.count; i++) {
        if (got.items[i].kind == kind && n-- == 0) {
            return &got.items[i];
        }
    }
    fail_msg("no such item");
    return NULL;
}

/* ------------------------------------------------------------------ a stream of six packets */

struct frame_places frame;

static void usual_stream(struct make *m)
{
    m->used = 0;
    make_text(m, "boot\n");
    for (unsigned n = 0; n < PACKETS; n++) {
        frame.begin[n] = m->used;
        make_packet(m, EVENTS(0, n, 3 * n, UINT64_C(0x100000000) + 1000 * n), RECORD(ID_ONE, 0), (uint64_t)n,
                    RECORD(ID_PAIR, 5), UINT64_C(0), UINT64_C(16385) /* -1 from 0 */, RECORD(ID_HITS, 200),
                    END);
        frame.end[n] = m->used;
        if (n % 2) {
            make_text(m, "text\n");
        }
    }
    make_packet(m, LOSSES(0, 3 * PACKETS, 0, UINT64_C(0x200000000)), END);
}

unsigned check_records(void)
{
    unsigned seen = 0, done = 0;
    uint64_t last = 0;

    for (unsigned i = 0; i < got.count; i++) {
        const struct spoor_item *r = &got.items[i];

        if (r->kind != SPOOR_RECORD) {
            continue;
        }
        unsigned n = (unsigned)((r->time - UINT64_C(0x100000000)) / 1000);
        uint64_t into = (r->time - UINT64_C(0x100000000)) % 1000;

        assert_true(n < PACKETS && r->cpu == 0 && r->time >= last);
        assert_true((r->id == ID_ONE && into == 0 && r->word[0] == n) ||
                    (r->id == ID_PAIR && into == 5 && r->word[0] == 0 && r->word[1] == 0xFFFFFFFF) ||
                    (r->id == ID_HITS && into == 205));
        last = r->time;
        done++;
        if (r->id == ID_HITS) {
            seen |= 1u << n;
        }
    }
    assert_int_equal(done, 3 * (unsigned)__builtin_popcount(seen));
    assert_int_equal(done, got.counts.decoded);
    return seen;
}

void check_account(void)
{
    const struct spoor_account *c = &got.counts;

    if (c->told) {
        assert_int_equal(c->decoded + c->missing + c->before + c->cut + c->unread, 3 * PACKETS);
    }
}

static unsigned frame_at(size_t position)
{
    for (unsigned n = 0; n < PACKETS; n++) {
        if (position >= frame.begin[n] && position < frame.end[n]) {
            return n;
        }
    }
    return PACKETS;
}

void check_all_but(size_t position)
{
    unsigned n = frame_at(position), seen = check_records();

    assert_int_equal(seen | (n < PACKETS ? 1u << n : 0), ALL);
    check_account();
    if (seen != ALL) {
        assert_true(got.counts.missing + got.counts.before + got.counts.cut == 3);
        assert_true(messages[0] != 0 || got.counts.cut == 3 || got.counts.before == 3);
    }
}

struct make whole, bad;

int set_up(void **state)
{
    struct make m;

    (void)state;
    make_usual_elf(&m);
    elf = spoor_elf_open_memory(m.bytes, m.used, "t.elf", &report);
    usual_stream(&whole);
    return elf == NULL;
}

int tear_down(void **state)
{
    (void)state;
    spoor_close(reader);
    spoor_elf_close(elf);
    return 0;
}
