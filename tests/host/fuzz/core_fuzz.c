/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the readers of core dumps. The parts of the memory must be in order and inside the bytes, and points,
 * blocks and rings in it are read with the program of the unit tests.
 */
#include <stdlib.h>
#include <string.h>
#include <core/core.h>
#include <core/frames.h>
#include <core/measured.h>
#include <read/reader.h>
#include "read_make.h"

#define MEMORY 0x20000000u

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static struct spoor_elf *elf;

static void message(void *arg, const char *text)
{
    (void)arg;
    if (strchr(text, '\n') != NULL) {
        abort(); /* a message must be one line */
    }
}

static const struct spoor_report report = {message, NULL, NULL};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static struct spoor_wire_layout layout = {.rings = MEMORY + 4,
                                              .cpus = 1,
                                              .ring_bytes = 4 * (4 + 3 * 16),
                                              .subbufs_offset = 16,
                                              .subbufs = 3,
                                              .subbuf_bytes = 64,
                                              .dropped_offset = 4,
                                              .overwritten_offset = 8,
                                              .hz = MEMORY,
                                              .life = MEMORY + 440,
                                              .cleared_offset = 12};
    static struct make file;

    (void)argc;
    (void)argv;
    make_elf(&file, &(struct make_elf){.events = make_usual_events,
                                       .blocks = make_usual_blocks,
                                       .points = make_usual_points,
                                       .layout = &layout,
                                       .build_id = "\1\2\3\4"});
    elf = spoor_elf_open_memory(file.bytes, file.used, "fuzz", NULL);
    return elf == NULL ? -1 : 0;
}

static bool is_inside(const struct spoor_segment *s, const uint8_t *bytes, size_t n)
{
    return s->bytes >= bytes && s->bytes <= bytes + n && s->size <= (size_t)(bytes + n - s->bytes);
}

static void check_order(const struct core *c, const uint8_t *bytes, size_t n)
{
    uint64_t end = 0;

    for (size_t i = 0; i < c->memory.count; i++) {
        const struct spoor_segment *s = &c->memory.segments[i];

        if (s->address < end || s->size == 0 || (c->decoded == NULL && !is_inside(s, bytes, n))) {
            abort();
        }
        end = (uint64_t)s->address + s->size;
        if (end > UINT64_C(1) << 32 || s->bytes[0] + s->bytes[s->size - 1] < 0) {
            abort();
        }
    }
}

static void use(const struct core *c)
{
    struct measured_points points;
    struct measured_blocks blocks;
    struct spoor_reader *r = spoor_open_segments(&c->memory, "fuzz", elf, &report);
    const struct spoor_item *item;

    measured_read_points(&points, elf, &c->memory, "fuzz", &report);
    measured_read_blocks(&blocks, elf, &c->memory, "fuzz", &report);
    free(points.list);
    free(blocks.list);
    while (r != NULL && spoor_next(r, &item) > 0) {
    }
    spoor_close(r);
}

/* Follow a stack in the bytes by call frames in the bytes. */
static void follow(const uint8_t *bytes, size_t n)
{
    const struct frames f = {bytes, n, 15, 14, 13};
    const struct spoor_segment all = {MEMORY, bytes, n};
    struct core_registers r = {.known = 0xffff};

    r.value[15] = n >= 20 ? spoor_data_word(bytes + n - 4) : 0;
    r.value[14] = 8;
    r.value[13] = MEMORY;
    for (unsigned depth = 0; depth < 16 && frames_up(&r, depth != 0, &f, &(struct spoor_memory){&all, 1});
         depth++) {
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct core *c = core_open(bytes, n, "fuzz", &report);

    if (c == NULL) {
        follow(bytes, n);
        return 0;
    }
    if (!core_is(bytes, n)) {
        abort();
    }
    check_order(c, bytes, n);
    core_fits(c, elf, "fuzz", &report);
    use(c);
    core_close(c);
    return 0;
}
