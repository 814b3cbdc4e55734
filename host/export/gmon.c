/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * gmon.out, version 1, of a 32-bit program, for the target's gprof (arm-none-eabi-gprof): a histogram of
 * self times, and arcs with their calls. A caller's address is its beginning: the place of the call isn't
 * recorded. Times of a bin have 16 bits, so a function's is spread over its bins, and the rate is lowered
 * until all fit.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <export/export.h>
#include <profile/profile.h>

#define BIN_BYTES 2u
#define RATE      1000000u /* counts a second, before it is lowered */

struct function {
    uint32_t address, size;
    uint64_t self; /* cycles */
};

static void take_call(struct export *e, const struct interval *i)
{
    if (i->kind == INTERVAL_FUNCTION) {
        profile_add(e->state, i);
    }
}

static void free_profile(struct export *e)
{
    profile_free(e->state);
}

static int by_address(const void *a, const void *b)
{
    const struct function *x = a, *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

static uint32_t size_of(const struct export *e, uint32_t address)
{
    struct spoor_symbol s;

    for (size_t n = 0; spoor_elf_symbol_nth(e->elf, n, &s); n++) {
        if (s.function && s.address == address) {
            return s.size >= BIN_BYTES ? s.size & ~(BIN_BYTES - 1) : BIN_BYTES;
        }
    }
    return BIN_BYTES;
}

/* The functions of a profile, each once. @return how many; the list is the caller's */
static uint32_t collect(struct export *e, struct function **list)
{
    const struct profile *p = e->state;
    uint32_t count = 0, kept = 0;

    *list = malloc((p->count + 1) * sizeof **list);
    for (uint32_t n = 1; *list != NULL && n < p->count; n++) {
        if (!p->nodes[n].is_context) {
            (*list)[count++] = (struct function){p->nodes[n].key, 0, p->nodes[n].self};
        }
    }
    if (*list == NULL || count == 0) {
        return 0;
    }
    qsort(*list, count, sizeof **list, by_address);
    for (uint32_t n = 1; n < count; n++) {
        if ((*list)[n].address == (*list)[kept].address) {
            (*list)[kept].self += (*list)[n].self;
        } else {
            (*list)[++kept] = (*list)[n];
        }
    }
    for (uint32_t n = 0; n <= kept; n++) {
        (*list)[n].size = size_of(e, (*list)[n].address);
    }
    return kept + 1;
}

/* The largest divisor of the rate that no bin overflows with: 1, 10, 100 … */
static uint32_t divisor_of(const struct export *e, const struct function *list, uint32_t count)
{
    uint64_t divisor = 1;

    for (uint32_t n = 0; n < count; n++) {
        while (export_ns(e, list[n].self) / (1000000000 / RATE) / divisor / (list[n].size / BIN_BYTES) >=
               UINT16_MAX) {
            divisor *= 10;
        }
    }
    return divisor < RATE ? (uint32_t)divisor : RATE;
}

static void put_histogram(struct export *e, struct bytes *b, const struct function *list, uint32_t count)
{
    uint32_t low = list[0].address, high = list[count - 1].address + list[count - 1].size;
    uint32_t divisor = divisor_of(e, list, count);

    bytes_u8(b, 0);
    bytes_u32(b, low);
    bytes_u32(b, high);
    bytes_u32(b, (high - low) / BIN_BYTES);
    bytes_u32(b, RATE / divisor);
    bytes_add(b, "seconds\0\0\0\0\0\0\0\0s", 16);
    size_t begin = b->used;

    bytes_zeros(b, high - low);
    for (uint32_t n = 0; n < count && !b->failed; n++) {
        uint64_t ticks = export_ns(e, list[n].self) / (1000000000 / RATE) / divisor;
        uint32_t bins = list[n].size / BIN_BYTES;

        for (uint32_t k = 0; k < bins; k++) {
            uint64_t part = ticks / bins + (k < ticks % bins);
            size_t at = begin + list[n].address - low + (size_t)k * BIN_BYTES;

            if (at + 1 < b->used) {
                b->data[at] = (uint8_t)part;
                b->data[at + 1] = (uint8_t)(part >> 8);
            }
        }
    }
}

static void put_arcs(struct bytes *b, const struct profile *p)
{
    for (uint32_t n = 1; n < p->count; n++) {
        const struct profile_node *node = &p->nodes[n], *caller = &p->nodes[node->parent];

        if (!node->is_context && node->calls != 0) {
            bytes_u8(b, 1);
            bytes_u32(b, caller->is_context ? 0 : caller->key);
            bytes_u32(b, node->key);
            bytes_u32(b, node->calls < UINT32_MAX ? (uint32_t)node->calls : UINT32_MAX);
        }
    }
}

static void gmon_end(struct export *e)
{
    struct function *list = NULL;
    struct bytes b = {0};
    uint32_t count = collect(e, &list);

    if (count == 0) {
        e->refusal = "no function calls: build with CONFIG_TRACE_FUNCTION=1, then `trace_stream on function` "
                     "on the target";
    } else if (list[count - 1].address - list[0].address > UINT32_C(64) << 20) {
        e->refusal = "the functions lie too far apart for one histogram";
    } else {
        bytes_add(&b, "gmon", 4);
        bytes_u32(&b, 1);
        bytes_zeros(&b, 12);
        put_histogram(e, &b, list, count);
        put_arcs(&b, e->state);
        export_flush(e, &b);
    }
    bytes_free(&b);
    free(list);
}

static const struct exporter gmon_exporter = {
    .name = "gmon",
    .summary = "gmon.out of function calls: arm-none-eabi-gprof",
    .state_bytes = sizeof(struct profile),
    .interval = take_call,
    .end = gmon_end,
    .free = free_profile,
};
SPOOR_EXPORTER(gmon);
