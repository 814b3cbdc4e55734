/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz the readers of core dumps. The parts of the memory must be in order and inside the bytes, and points,
 * blocks and rings in it are read with the program of the unit tests. Stacks and threads are also followed in
 * the plain bytes.
 */
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <core/contexts.h>
#include <core/core.h>
#include <core/exceptions.h>
#include <core/frames.h>
#include <core/measured.h>
#include <core/threads.h>
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

/* Contexts as architectures and kernels save them: without EXC_RETURN, and with it first or last. */
static void take_thread(void *arg, const struct core_thread *t)
{
    struct core_registers r;

    if (memchr(t->name, 0, sizeof t->name) == NULL || t->name[0] == 0 || (t->has_current && !t->on_cpu)) {
        abort();
    }
    for (unsigned kind = 0; kind < 3; kind++) {
        struct core_context_layout l = {.sp = 13,
                                        .bytes = 68,
                                        .stacked = kind != 0,
                                        .has_exc_return = kind != 0,
                                        .exc_return = kind == 1 ? 0 : 32};

        core_context_add(&l, 4, 8, kind == 1 ? 4 : 0, false);
        core_context_add(&l, 0, 4, 36, true);
        core_context_add(&l, 14, 3, 52, true);
        if (core_context_read(&l, arg, t, &r) == NULL && r.known != 0x1efff) {
            abort();
        }
    }
}

/* Contexts that are in a thread's structure in part, as Zephyr saves them: with a byte of EXC_RETURN there,
 * with a flag for floating point at the SP, and with parts that only an interrupt saves. */
static void take_open_thread(void *arg, const struct core_thread *t)
{
    static const struct {
        struct core_context_layout layout;
        uint64_t known[2];
    } kinds[] = {
        {{.sp = 13,
          .bytes = 32,
          .stacked = true,
          .has_exc_return = true,
          .exc_return = 52,
          .exc_in_thread = true},
         {0x1eff0, 0x1eff0}},
        {{.sp = 13, .bytes = 36, .float_bytes = 64, .begins = {MEMORY, MEMORY + 4}}, {0x1eff0, 0x1aff0}},
        {{.sp = 13,
          .trapped = 8,
          .trap_return = MEMORY + 8,
          .trap_bytes = 40,
          .leaf = MEMORY + 16,
          .user = {0xf, 1, 32, 36, false}},
         {0xa7f0, 0x1e7f0}},
    };
    struct core_registers r;

    take_thread(arg, t);
    for (unsigned n = 0; n < COUNT_OF(kinds); n++) {
        struct core_context_layout l = kinds[n].layout;

        core_context_add_in_thread(&l, 4, 8, 20);
        core_context_add(&l, 14, 3, 20, n == 0);
        if (l.trapped != 0) {
            l.parts[7].number = 15; /* where the thread goes on */
        }
        if (core_context_read(&l, arg, t, &r) == NULL && r.known != kinds[n].known[0] &&
            r.known != kinds[n].known[1]) {
            abort();
        }
    }
}

/* Walk lists that begin at the memory's first word: one whose nodes are in the threads, and some with nodes
 * that have owners. */
static void walk(const struct spoor_memory *m)
{
    static const struct core_thread_layout layouts[] = {
        {.lists = {{MEMORY, 1}},
         .name = 4,
         .sp = 8,
         .has_on_cpu = true,
         .on_cpu = 12,
         .cpus = MEMORY + 4,
         .cpu_count = 2,
         .cpu_bytes = 4},
        {.lists = {{MEMORY, 2}, {MEMORY + 40, 1}},
         .list_bytes = 20,
         .head = 8,
         .next = 4,
         .owned = true,
         .owner = 12,
         .name = 52,
         .name_inside = true,
         .thread_bytes = 80,
         .cpus = MEMORY + 60,
         .cpu_count = 1,
         .cpu_bytes = 4,
         .running = MEMORY + 64,
         .total = MEMORY + 68},
    };
    static const struct core_thread_layout open = {.lists = {{MEMORY - 8, 1}},
                                                   .open = true,
                                                   .next = 8,
                                                   .name = 12,
                                                   .name_inside = true,
                                                   .has_saved = true,
                                                   .saved = 4,
                                                   .cpus = MEMORY,
                                                   .cpu_count = 2,
                                                   .cpu_bytes = 8};
    struct spoor_memory memory = *m;

    for (unsigned n = 0; n < COUNT_OF(layouts); n++) {
        core_threads_walk(&layouts[n], elf, m, "fuzz", &report, take_thread, &memory);
    }
    core_threads_walk(&open, elf, m, "fuzz", &report, take_open_thread, &memory);
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
    walk(&c->memory);
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

/* Go on below an exception, by frames in the bytes. */
static void interrupt(const uint8_t *bytes, size_t n)
{
    const struct spoor_segment all = {MEMORY, bytes, n};
    struct core_registers stopped = {.known = 0x1ffff, .has_psp = n % 2 != 0, .psp = MEMORY + n % 64}, r;

    for (unsigned i = 0; i < 4 && n >= 20; i++) {
        stopped.value[i] = spoor_data_word(bytes + 4 * i);
    }
    stopped.value[12] = n >= 20 ? spoor_data_word(bytes + 16) : 0;
    for (uint32_t kind = 0; kind < 256; kind++) {
        r = stopped;
        r.value[13] = MEMORY + kind / 4;
        r.value[15] = 0xffffff00 | kind;
        if (exception_up(&r, &stopped, elf, &(struct spoor_memory){&all, 1}) == NULL && n < 32) {
            abort(); /* a frame needs 32 bytes */
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    struct core *c = core_open(bytes, n, "fuzz", &report);

    if (c == NULL) {
        const struct spoor_segment all = {MEMORY, bytes, n};

        follow(bytes, n);
        interrupt(bytes, n);
        walk(&(struct spoor_memory){&all, 1});
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
