/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes a long recording from a short one by repeating its records, and writes the same events as CTF for a
 * comparison:
 *
 *     generate ELF TRACE EVENTS OUT.spoor OUT.ctf/
 *
 * Repetitions are separated by a gap of one lost record, so that thread states need not match. In CTF all
 * fields are integers, the best case for its reader, which looks up no names.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <read/reader.h>

#define CPUS  8
#define HZ    25000000u
#define DATA  64
#define SPARE 3000 /* cycles between repetitions */

struct record {
    uint64_t time;
    unsigned id;
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
    uint32_t bytes;
    uint8_t data[DATA];
};

static struct lane {
    struct record *records;
    size_t count, room;
    /* state of the output */
    uint32_t packets, before, gaps;
    FILE *ctf;
} lanes[CPUS];

static struct spoor_elf *elf;
static unsigned cpus;
static uint64_t first = UINT64_MAX, last;
static FILE *stream;

static void fail(const char *name)
{
    fprintf(stderr, "generate: %s: %s\n", name, strerror(errno));
    exit(1);
}

static void message(void *arg, const char *text)
{
    (void)arg;
    fprintf(stderr, "generate: %s\n", text);
}

static const struct spoor_report report = {message, NULL};

/* ------------------------------------------------------------------ the short recording */

static void keep(const struct spoor_item *i)
{
    struct lane *l = &lanes[i->cpu];

    if (i->cpu >= CPUS || i->bytes > DATA) {
        return;
    }
    if (l->count == l->room) {
        l->room = l->room != 0 ? 2 * l->room : 1024;
        l->records = realloc(l->records, l->room * sizeof *l->records);
        if (l->records == NULL) {
            fail("records");
        }
    }
    struct record *r = &l->records[l->count++];

    *r = (struct record){.time = i->time, .id = i->id, .bytes = i->bytes};
    memcpy(r->word, i->word, sizeof r->word);
    if (i->bytes != 0) {
        memcpy(r->data, i->data, i->bytes);
    }
    first = i->time < first ? i->time : first;
    last = i->time > last ? i->time : last;
    cpus = i->cpu >= cpus ? i->cpu + 1u : cpus;
}

static size_t read_short(const char *path)
{
    struct spoor_reader *r = spoor_open_file(path, elf, &report);
    const struct spoor_item *i;
    size_t count = 0;

    while (r != NULL && spoor_next(r, &i) > 0) {
        if (i->kind == SPOOR_RECORD) {
            keep(i);
            count++;
        }
    }
    spoor_close(r);
    return count;
}

/* ------------------------------------------------------------------ packets, see docs/wire-format.md */

static uint8_t packet[512];
static size_t used;

static void number(uint64_t n)
{
    for (; n >= 128; n >>= 7) {
        packet[used++] = (uint8_t)(n | 128);
    }
    packet[used++] = (uint8_t)n;
}

static uint32_t checksum(void)
{
    uint32_t sum = 0, word = 0;

    for (size_t i = 0; i < used; i++) {
        word |= (uint32_t)packet[i] << 8 * (i % 4);
        if (i % 4 == 3) {
            sum = spoor_wire_sum_step(sum, word);
            word = 0;
        }
    }
    return spoor_wire_sum_end(used % 4 != 0 ? sum ^ spoor_wire_sum_word(word) : sum, (uint32_t)used);
}

static void send_packet(void)
{
    uint32_t sum = checksum();
    uint8_t frame[600];
    size_t at = 1, code = 1;

    for (unsigned i = 0; i < 4; i++) {
        packet[used++] = (uint8_t)(sum >> 8 * i);
    }
    frame[0] = 0;
    frame[at++] = 1;
    for (size_t i = 0; i < used; i++) {
        if (packet[i] == 0) {
            code = at;
            frame[at++] = 1;
        } else {
            frame[at++] = packet[i];
            frame[code]++;
        }
    }
    frame[at++] = 0;
    if (fwrite(frame, 1, at, stream) != at) {
        fail("stream");
    }
    used = 0;
}

static void begin(unsigned type)
{
    used = 0;
    packet[used++] = (uint8_t)type;
    if (type == SPOOR_WIRE_HEADER) {
        number(SPOOR_WIRE_VERSION);
    }
    number(1);
}

static void text(const void *bytes, size_t n)
{
    number(n);
    memcpy(packet + used, bytes, n);
    used += n;
}

static void header(unsigned events, unsigned blocks, unsigned points, uint64_t now, bool is_first)
{
    size_t id_bytes;
    const uint8_t *id = spoor_elf_build_id(elf, &id_bytes);
    const uint64_t numbers[] = {1, is_first, cpus, HZ, 0, 1000, events, blocks, points, 0, now, 0};

    begin(SPOOR_WIRE_HEADER);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        number(numbers[i]);
    }
    text(id, id_bytes);
    text("bench", 5);
    send_packet();
}

static struct {
    uint32_t last, word[SPOOR_WIRE_LONG_SLOTS];
} longs;

static void word(uint32_t w)
{
    unsigned slot = spoor_wire_long_slot(w);

    if (w < SPOOR_WIRE_LONG_WORD) {
        number(w);
    } else if (longs.word[slot] == w) {
        packet[used++] = (uint8_t)(0x80 | slot);
        packet[used++] = 0;
        longs.last = w;
    } else {
        uint32_t step = w - longs.last;

        number((uint64_t)SPOOR_WIRE_LONG_WORD + (step << 1 ^ -(step >> 31)));
        longs.last = longs.word[slot] = w;
    }
}

static void record(const struct record *r, uint64_t delta)
{
    const struct spoor_id *id = spoor_id(elf, r->id);
    unsigned code = spoor_wire_code(r->id);

    number(delta << SPOOR_WIRE_CODE_BITS | code);
    if (code == SPOOR_WIRE_CODE_OTHER) {
        number(r->id);
    }
    if (id->words == SPOOR_WIRE_WORDS_DATA) {
        text(r->data, r->bytes);
        return;
    }
    for (unsigned i = 0; i < id->words; i++) {
        word(r->word[i]);
    }
}

/* Write a packet of records starting at `at`. @return the number of records that fit */
static size_t events(unsigned cpu, size_t at, uint64_t shift)
{
    struct lane *l = &lanes[cpu];
    size_t n = 0;

    begin(SPOOR_WIRE_EVENTS);
    number(cpu);
    number(l->packets++);
    number(l->before);
    number(l->records[at].time + shift);
    memset(&longs, 0, sizeof longs);
    for (; at + n < l->count && used + 16 + 5 * SPOOR_WIRE_WORDS_MAX + l->records[at + n].bytes < 246; n++) {
        record(&l->records[at + n], n == 0 ? 0 : l->records[at + n].time - l->records[at + n - 1].time);
    }
    l->before += (uint32_t)n;
    send_packet();
    return n;
}

static void gap(unsigned cpu, uint64_t from, uint64_t to)
{
    begin(SPOOR_WIRE_GAP);
    number(cpu);
    number(lanes[cpu].packets++);
    number(1);
    number(from);
    number(to);
    send_packet();
    lanes[cpu].gaps++;
}

static void losses(unsigned cpu, uint64_t until)
{
    begin(SPOOR_WIRE_LOSSES);
    number(cpu);
    number(0);
    number(0);
    number(lanes[cpu].before);
    number(lanes[cpu].gaps);
    number(until);
    number(SPOOR_WIRE_ID_FIRST);
    number(lanes[cpu].gaps);
    send_packet();
}

/* ------------------------------------------------------------------ CTF 1.8: integers without alignment */

static void ctf_metadata(const char *folder)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/metadata", folder);
    FILE *f = fopen(path, "w");

    if (f == NULL) {
        fail(path);
    }
    fprintf(f,
            "/* CTF 1.8 */\n"
            "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
            "typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
            "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
            "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
            "trace { major = 1; minor = 8; byte_order = le;\n"
            "  packet.header := struct { uint32_t magic; uint32_t stream_id; }; };\n"
            "clock { name = c; freq = %u; };\n"
            "typealias integer { size = 64; align = 8; signed = false; map = clock.c.value; } := stamp_t;\n"
            "stream { id = 0; event.header := struct { uint16_t id; stamp_t timestamp; };\n"
            "  packet.context := struct { stamp_t timestamp_begin; stamp_t timestamp_end; uint64_t "
            "content_size;\n"
            "    uint64_t packet_size; uint32_t cpu_id; }; };\n",
            HZ);
    for (unsigned n = 0; n < spoor_ids(elf); n++) {
        const struct spoor_id *id = spoor_id(elf, n);

        if (id->class == SPOOR_NONE || id->class == SPOOR_TIME) {
            continue;
        }
        fprintf(f, "event { id = %u; name = \"%s\"; stream_id = 0; fields := struct {", n, id->name);
        for (unsigned i = 0; id->words != SPOOR_WIRE_WORDS_DATA && i < id->words; i++) {
            fprintf(f, " uint32_t w%u;", i);
        }
        if (id->words == SPOOR_WIRE_WORDS_DATA) {
            fprintf(f, " uint32_t bytes;");
        }
        fprintf(f, " }; };\n");
    }
    fclose(f);
}

static void put(FILE *f, uint64_t n, unsigned bytes)
{
    for (; bytes > 0; bytes--, n >>= 8) {
        putc_unlocked((int)(n & 255), f);
    }
}

#define CONTEXT_BYTES (8 + 4 * 8 + 4)

/* Each repetition is a CTF packet. */
static void ctf_packet(unsigned cpu, uint64_t shift)
{
    struct lane *l = &lanes[cpu];
    uint64_t bytes = CONTEXT_BYTES;

    for (size_t i = 0; i < l->count; i++) {
        unsigned words = spoor_id(elf, l->records[i].id)->words;

        bytes += 10 + 4 * (words == SPOOR_WIRE_WORDS_DATA ? 1 : words);
    }
    put(l->ctf, 0xC1FC1FC1, 4);
    put(l->ctf, 0, 4);
    put(l->ctf, l->records[0].time + shift, 8);
    put(l->ctf, l->records[l->count - 1].time + shift, 8);
    put(l->ctf, 8 * bytes, 8);
    put(l->ctf, 8 * bytes, 8);
    put(l->ctf, cpu, 4);
    for (size_t i = 0; i < l->count; i++) {
        const struct record *r = &l->records[i];
        unsigned words = spoor_id(elf, r->id)->words;

        put(l->ctf, r->id, 2);
        put(l->ctf, r->time + shift, 8);
        for (unsigned w = 0; words != SPOOR_WIRE_WORDS_DATA && w < words; w++) {
            put(l->ctf, r->word[w], 4);
        }
        if (words == SPOOR_WIRE_WORDS_DATA) {
            put(l->ctf, r->bytes, 4);
        }
    }
}

static void open_ctf(const char *folder)
{
    char path[4096];

    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        fail(folder);
    }
    ctf_metadata(folder);
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        snprintf(path, sizeof path, "%s/cpu%u", folder, cpu);
        lanes[cpu].ctf = fopen(path, "wb");
        if (lanes[cpu].ctf == NULL) {
            fail(path);
        }
    }
}

/* ------------------------------------------------------------------ */

static void counts(unsigned *events_n, unsigned *blocks, unsigned *points)
{
    *events_n = *blocks = *points = 0;
    for (unsigned n = SPOOR_WIRE_ID_FIRST; n < spoor_ids(elf); n++) {
        enum spoor_class class = spoor_id(elf, n)->class;

        ++*(class == SPOOR_BLOCK ? blocks : class == SPOOR_POINT ? points : events_n);
    }
}

/* Write the packets of all CPUs in the order in which a drain would send them. */
static void repeat(uint64_t shift)
{
    size_t at[CPUS] = {0};

    for (;;) {
        unsigned next = cpus;

        for (unsigned cpu = 0; cpu < cpus; cpu++) {
            if (at[cpu] < lanes[cpu].count &&
                (next == cpus || lanes[cpu].records[at[cpu]].time < lanes[next].records[at[next]].time)) {
                next = cpu;
            }
        }
        if (next == cpus) {
            return;
        }
        at[next] += events(next, at[next], shift);
    }
}

int main(int argc, char **argv)
{
    unsigned of_events, of_blocks, of_points;

    if (argc != 6) {
        fprintf(stderr, "usage: generate ELF TRACE EVENTS OUT.spoor OUT.ctf\n");
        return 2;
    }
    elf = spoor_elf_open(argv[1], &report);
    size_t count = elf != NULL ? read_short(argv[2]) : 0;
    uint64_t wanted = strtoull(argv[3], NULL, 10), span = last - first + SPARE;

    stream = fopen(argv[4], "wb");
    if (count == 0 || stream == NULL) {
        fail(argv[4]);
    }
    counts(&of_events, &of_blocks, &of_points);
    open_ctf(argv[5]);
    for (uint64_t n = 0; n * count < wanted; n++) {
        uint64_t shift = n * span;

        header(of_events, of_blocks, of_points, n == 0 ? 0 : last + shift - span + 1, n == 0);
        for (unsigned cpu = 0; cpu < cpus; cpu++) {
            losses(cpu, first + shift);
            if (n > 0) {
                gap(cpu, last + shift - span, first + shift);
            }
            ctf_packet(cpu, shift);
        }
        repeat(shift);
    }
    for (unsigned cpu = 0; cpu < cpus; cpu++) {
        losses(cpu, UINT64_MAX >> 1);
        if (fclose(lanes[cpu].ctf) != 0) {
            fail(argv[5]);
        }
    }
    if (fclose(stream) != 0) {
        fail(argv[4]);
    }
    return 0;
}
