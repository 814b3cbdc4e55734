/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any bytes to the reader, for libFuzzer. The first byte is the kind of the rest: a stream, a memory image,
 * an ELF file, or packets that get their checksum here, each after its length. All but the third are read
 * with the ELF file of the unit tests. Besides not crashing, each record's time must not go back on its CPU
 * and the counts must add up.
 */
#include <stdlib.h>
#include <string.h>
#include <read/read.h>
#include "read_make.h"

#define MEMORY 0x20000000u

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct spoor_elf *elf;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static struct wire_layout layout = {.rings = MEMORY + 4,
                                        .cpus = 2,
                                        .ring_bytes = 4 * (4 + 3 * 16),
                                        .subbufs_offset = 16,
                                        .subbufs = 3,
                                        .subbuf_bytes = 64,
                                        .dropped_offset = 4,
                                        .overwritten_offset = 8,
                                        .losses = MEMORY + 4 + 8 * (4 + 3 * 16),
                                        .ids = 4,
                                        .hz = MEMORY,
                                        .life = MEMORY + 440,
                                        .cleared_offset = 12};
    static struct wire_threads threads = {
        .list = MEMORY + 452, .node = 4, .number = 0, .name = 12, .priority = 16};
    static struct make file;

    (void)argc;
    (void)argv;
    make_elf(&file, &(struct make_elf){make_usual_events, make_usual_blocks, make_usual_points, false,
                                       &layout, "\1\2\3\4", &threads});
    elf = spoor_elf_open_memory(file.bytes, file.used, "fuzz", NULL);
    return elf == NULL ? -1 : 0;
}

static void require(int truth)
{
    if (!truth) {
        abort();
    }
}

static void use(const struct spoor_item *i)
{
    const struct spoor_id *id = spoor_id(elf, i->id);
    volatile unsigned sum = 0;

    require(id->class != SPOOR_NONE);
    for (unsigned n = 0; n < id->field_count && id->words != WIRE_WORDS_DATA; n++) {
        sum = sum + spoor_value(&id->fields[n], i->word);
    }
    for (uint32_t at = 0; at < i->bytes; at++) {
        sum = sum + i->data[at];
    }
}

static void read_through(struct spoor_reader *r)
{
    const struct spoor_item *i;
    uint64_t last[64] = {0}, records = 0, decoded = 0;

    for (int more; (more = spoor_next(r, &i)) > 0;) {
        if (i->kind == SPOOR_BEGIN) {
            memset(last, 0, sizeof last);
        }
        if (i->kind == SPOOR_RECORD) {
            require(spoor_traffic(r)->wrong != 0 || i->time >= last[i->cpu]);
            last[i->cpu] = i->time;
            records++;
            use(i);
        }
    }
    for (unsigned n = 0; n < spoor_recordings(r); n++) {
        const struct spoor_recording *rec = spoor_recording_nth(r, n);

        for (unsigned cpu = 0; cpu < rec->cpus; cpu++) {
            decoded += rec->account[cpu].decoded;
        }
    }
    require(decoded == records);
    spoor_close(r);
}

static void open_elf(const uint8_t *bytes, size_t n)
{
    struct spoor_elf *e = spoor_elf_open_memory(bytes, n, "fuzz", NULL);

    for (unsigned id = 0; e != NULL && id < WIRE_IDS; id++) {
        spoor_elf_symbol(e, spoor_id(e, id)->address, NULL);
    }
    spoor_elf_close(e);
}

static void read_stream(const uint8_t *bytes, size_t n)
{
    read_through(spoor_open_memory(bytes, n, "fuzz", elf, NULL));
}

static void read_packets(const uint8_t *bytes, size_t n)
{
    static struct make stream;

    stream.used = 0;
    for (size_t at = 0; at < n && stream.used < sizeof stream.bytes - 512;) {
        struct make packet = {.used = 0};
        size_t length = bytes[at] < n - at ? bytes[at] : n - at - 1;

        if (length > WIRE_PACKET_MAX - WIRE_SUM_BYTES) {
            length = WIRE_PACKET_MAX - WIRE_SUM_BYTES;
        }
        make_bytes(&packet, bytes + at + 1, length);
        make_frame(&stream, &packet);
        at += 1 + length;
    }
    read_stream(stream.bytes, stream.used);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    if (n == 0) {
        return 0;
    }
    struct spoor_reader *r;

    switch (bytes[0] % 4) {
    case 0:
        read_stream(bytes + 1, n - 1);
        break;
    case 1:
        r = spoor_open_image(bytes + 1, n - 1, MEMORY, "fuzz", elf, NULL);
        if (r != NULL) {
            read_through(r);
        }
        break;
    case 2:
        open_elf(bytes + 1, n - 1);
        break;
    default:
        read_packets(bytes + 1, n - 1);
        break;
    }
    return 0;
}
