/* SPDX-License-Identifier: BSD-2-Clause */
/* See read_memory.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "read_memory.h"

struct spoor_wire_layout layout = {
    .rings = RING,
    .cpus = 1,
    .ring_bytes = 4 * (RING_HEAD + PARTS * PART_WORDS),
    .subbufs_offset = 4 * RING_HEAD,
    .subbufs = PARTS,
    .subbuf_bytes = 4 * PART_WORDS,
    .dropped_offset = 4,
    .overwritten_offset = 8,
    .losses = BASE + 0x400,
    .ids = 32,
    .hz = BASE,
    .life = LIFE,
    .cleared_offset = 12,
};

struct spoor_wire_threads threads = {.list = LIST, .node = 4, .number = 12, .name = 16, .priority = 21};

uint32_t memory[0x200];
struct spoor_elf *elf;
char messages[4096];

static void note(void *arg, const char *text)
{
    size_t used = strlen(messages);

    (void)arg;
    snprintf(messages + used, sizeof messages - used, "%s\n", text);
}

const struct spoor_report report = {note, NULL};

const struct make_elf usual_program = {
    make_usual_events, make_usual_blocks, make_usual_points, false,
    &layout,           "\1\2\3\4",        &threads,          .selection = SELECTION};

struct spoor_elf *open_program(const struct make_elf *program)
{
    static struct make file;

    make_elf(&file, program);
    return spoor_elf_open_memory(file.bytes, file.used, "t.elf", &report);
}

uint32_t *word_at(uint32_t address)
{
    return &memory[(address - BASE) / 4];
}

uint32_t part_address(unsigned number)
{
    return RING + 4 * (RING_HEAD + (number - 1) % PARTS * PART_WORDS);
}

uint32_t header(unsigned id, uint64_t time)
{
    return SPOOR_WIRE_HEADER_WORD(id) | (uint32_t)(time & SPOOR_WIRE_TIME_MASK);
}

void part(unsigned number, uint64_t time, uint32_t used, uint32_t dropped, const uint32_t *records,
          unsigned n)
{
    uint32_t *at = word_at(part_address(number));
    const uint32_t head[HEAD] = {
        SPOOR_WIRE_SUBBUF_MAGIC, number, (uint32_t)time, (uint32_t)(time >> 32), used, dropped, 0, 0};

    memcpy(at, head, sizeof head);
    memcpy(at + HEAD, records, 4 * n);
}

static void thread(unsigned n, unsigned next, uint32_t number, uint32_t name, unsigned priority)
{
    *word_at(THREAD(n) + 4) = next != 0 ? THREAD(next) + 4 : LIST;
    *word_at(THREAD(n) + 12) = number;
    *word_at(THREAD(n) + 16) = name;
    ((uint8_t *)word_at(THREAD(n)))[21] = (uint8_t)priority;
}

void usual_memory(void)
{
    memset(memory, 0xA5, sizeof memory);
    *word_at(BASE) = 1000000;
    memcpy(word_at(LIFE), (const uint32_t[]){0x04030201, 3, 9, 2}, 16);
    *word_at(RING + 12) = *word_at(RING + 20) = 0;
    memset(word_at(SELECTION), 0, 64);
    for (unsigned n = 0; n < 5; n++) {
        *word_at(FLAGS(ID_ONE + n)) = 0;
    }
    *word_at(RING + 4) = 2;
    *word_at(RING + 8) = 9;
    memset(word_at(BASE + 0x400), 0, 4 * 32);
    *word_at(BASE + 0x400 + 4 * ID_ONE) = 11;
    /* the low bits of the time wrap between these two sub-buffers */
    part(3, T0, 3, 0, (const uint32_t[]){header(ID_ONE, T0), 33, header(ID_HITS, T0 + 0x2000)}, 3);
    /* a long idle time: two time records, the second much later */
    part(4, T0 + 0x3000, 7, 0,
         (const uint32_t[]){header(SPOOR_WIRE_ID_TIME, 0x300000000), 0, 3, header(ID_MESSAGE, 0x300000001), 5,
                            0x6c6c6568, 0x6f},
         7);
    part(5, UINT64_C(0x300000100), 3, 2, (const uint32_t[]){header(ID_PAIR, 0x300000100), 7, 0x101}, 3);
    part(6, UINT64_C(0x300000200), SPOOR_WIRE_SUBBUF_OPEN, 2,
         (const uint32_t[]){header(ID_SWITCH, 0x300000200), 0x21, header(ID_ONE, 0x300000201), 1}, 4);
    *word_at(RING) = part_address(6) + 4 * (HEAD + 2); /* the last record isn't complete */
    *word_at(LIST) = THREAD(2) + 4;
    thread(2, 1, 1, ROM_NAME, 4);
    thread(1, 3, 2, NAMES, 7);
    thread(3, 0, 9, NAMES + 8, 31);
    memcpy(word_at(NAMES), "shell\0..idle", 13);
}

struct got got;
static struct spoor_reader *reader;
char names[10][64];

void read_image(const void *bytes, size_t n)
{
    const struct spoor_item *i;
    uint8_t *exact = malloc(n + 1);

    assert_non_null(exact);
    memcpy(exact, bytes, n);
    messages[0] = 0;
    memset(&got, 0, sizeof got);
    reader = spoor_open_image(exact, n, BASE, "t.bin", elf, &report);
    got.opened = reader != NULL;
    while (reader != NULL && spoor_next(reader, &i) > 0) {
        if (i->kind == SPOOR_RECORD && i->data != NULL) {
            volatile uint8_t sum = 0;

            for (uint32_t n_read = 0; n_read < i->bytes; n_read++) {
                sum = (uint8_t)(sum + i->data[n_read]);
            }
        }
        if (got.count < 64) {
            got.items[got.count++] = *i;
        }
    }
    for (unsigned number = 0; number < 10; number++) {
        const struct spoor_thread *t = reader != NULL ? spoor_thread(reader, number) : NULL;

        snprintf(names[number], sizeof names[number], "%s", t != NULL ? t->name : "");
    }
    if (reader != NULL) {
        got.counts = spoor_recording(reader)->account[0];
        got.lost_of_any = got.counts.ids[SPOOR_WIRE_ID_ANY].lost;
        got.header = spoor_recording(reader)->header;
        if (spoor_recording(reader)->filter_count != 0) {
            got.filter = *spoor_recording(reader)->filters[spoor_recording(reader)->filter_count - 1];
        }
        got.traffic = *spoor_traffic(reader);
    }
    spoor_close(reader);
    free(exact);
}

unsigned records(void)
{
    unsigned n = 0;
    uint64_t last = 0;

    for (unsigned i = 0; i < got.count; i++) {
        if (got.items[i].kind == SPOOR_RECORD) {
            assert_true(got.items[i].time >= last);
            last = got.items[i].time;
            n++;
        }
    }
    return n;
}

const struct spoor_item *item_of(enum spoor_kind kind, unsigned n)
{
    for (unsigned i = 0; i < got.count; i++) {
        if (got.items[i].kind == kind && n-- == 0) {
            return &got.items[i];
        }
    }
    return NULL;
}

void select_since(uint32_t number, uint64_t from, uint64_t since)
{
    const uint32_t last[] = {
        number, 0, (uint32_t)from, (uint32_t)(from >> 32), (uint32_t)since, (uint32_t)(since >> 32)};

    memcpy(word_at(SELECTION), last, sizeof last);
}

unsigned with(uint32_t address, uint32_t value)
{
    usual_memory();
    *word_at(address) = value;
    read_image(memory, sizeof memory);
    assert_int_equal(got.counts.skipped != 0, records() < 5);
    return records();
}

int memory_set_up(void **state)
{
    (void)state;
    elf = open_program(&usual_program);
    return elf == NULL;
}

int memory_tear_down(void **state)
{
    (void)state;
    spoor_elf_close(elf);
    return 0;
}
