/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * gmon.out, version 1, of a 32-bit program, for the target's gprof (arm-none-eabi-gprof): a histogram of self
 * times, and arcs with their calls. A call site isn't recorded, so that an arc has the address of the
 * caller's beginning. A bin has only 16 bits: the time of a function is distributed over its bins, and the
 * rate is reduced until all fit.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <export/profile/exporter.h>

#define BIN_BYTES 2u
#define RATE      1000000u /* counts per second, before it is reduced */

struct function {
    uint32_t address, size;
    uint64_t self; /* in ns */
};

static int by_address(const void *a, const void *b)
{
    const struct function *x = a, *y = b;

    return (x->address > y->address) - (x->address < y->address);
}

static uint32_t size_of(const struct profile_frame *f)
{
    return f->size >= BIN_BYTES && f->size < UINT32_MAX ? (uint32_t)f->size & ~(BIN_BYTES - 1) : BIN_BYTES;
}

/* Collect the functions of a profile, by address. The caller must free the list. @return their number */
static uint32_t collect(const struct profile *p, const struct profile_summary *s, struct function **list)
{
    uint32_t count = 0;

    *list = malloc((s->count + 1) * sizeof **list);
    for (uint32_t n = 0; *list != NULL && n < s->count; n++) {
        const struct profile_frame *f = &p->frames[n];

        if (f->kind == PROFILE_FUNCTION && f->key <= UINT32_MAX) {
            (*list)[count++] = (struct function){(uint32_t)f->key, size_of(f),
                                                 s->functions[n].self * (p->value_ns != 0 ? p->value_ns : 1)};
        }
    }
    if (count > 0) {
        sort_stable(*list, count, sizeof **list, by_address);
    }
    return count;
}

/* @return the smallest power of ten by which to divide the rate so that no bin overflows */
static uint32_t divisor_of(const struct function *list, uint32_t count)
{
    uint64_t divisor = 1;

    for (uint32_t n = 0; n < count; n++) {
        while (list[n].self / (1000000000 / RATE) / divisor / (list[n].size / BIN_BYTES) >= UINT16_MAX) {
            divisor *= 10;
        }
    }
    return divisor < RATE ? (uint32_t)divisor : RATE;
}

static void put_histogram(struct bytes *b, const struct function *list, uint32_t count)
{
    uint32_t low = list[0].address, high = list[count - 1].address + list[count - 1].size;
    uint32_t divisor = divisor_of(list, count);

    bytes_u8(b, 0);
    bytes_u32(b, low);
    bytes_u32(b, high);
    bytes_u32(b, (high - low) / BIN_BYTES);
    bytes_u32(b, RATE / divisor);
    bytes_add(b, "seconds\0\0\0\0\0\0\0\0s", 16);
    size_t begin = b->used;

    bytes_zeros(b, high - low);
    for (uint32_t n = 0; n < count && !b->failed; n++) {
        uint64_t ticks = list[n].self / (1000000000 / RATE) / divisor;
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

static void put_arc(struct bytes *b, uint64_t caller, uint64_t callee, uint64_t calls)
{
    bytes_u8(b, 1);
    bytes_u32(b, (uint32_t)caller);
    bytes_u32(b, (uint32_t)callee);
    bytes_u32(b, calls < UINT32_MAX ? (uint32_t)calls : UINT32_MAX);
}

/* The first functions of threads and interrupts have caller 0. */
static void put_arcs(struct bytes *b, const struct profile *p, struct profile_summary *s)
{
    for (size_t n = 0; n < s->arc_count; n++) {
        const struct profile_arc *a = &s->arcs[n];

        s->functions[a->callee].calls -= a->calls;
        if (a->calls != 0) {
            put_arc(b, p->frames[a->caller].key, p->frames[a->callee].key, a->calls);
        }
    }
    for (uint32_t n = 0; n < s->count; n++) {
        if (p->frames[n].kind == PROFILE_FUNCTION && s->functions[n].calls != 0 && (p->has & PROFILE_CALLS)) {
            put_arc(b, 0, p->frames[n].key, s->functions[n].calls);
        }
    }
}

static void write_gmon(struct export *e, struct profile *p)
{
    struct profile_summary s;
    struct function *list = NULL;
    struct bytes b = {0};
    uint32_t count = profile_summarise(p, &s) ? collect(p, &s, &list) : 0;

    if (p->value_ns == 0 && strcmp(p->unit, "ns") != 0 && strcmp(p->unit, "cycles") != 0) {
        e->refusal = "its values are not times";
    } else if (list == NULL) {
        e->error = ENOMEM;
    } else if (count == 0) {
        e->refusal = "no function has a 32-bit address";
    } else if (list[count - 1].address - list[0].address > UINT32_C(64) << 20) {
        e->refusal = "the functions are too far apart for one histogram";
    } else {
        bytes_add(&b, "gmon", 4);
        bytes_u32(&b, 1);
        bytes_zeros(&b, 12);
        put_histogram(&b, list, count);
        put_arcs(&b, p, &s);
        export_flush(e, &b);
    }
    bytes_free(&b);
    free(list);
    profile_summary_free(&s);
}

static const struct profile_exporter gmon_exporter = {
    .format = {"gmon", "gmon.out of function calls or samples: arm-none-eabi-gprof", EXPORT_BINARY},
    .write = write_gmon,
    .needs = PROFILE_ADDRESSES,
};
SPOOR_PROFILE_EXPORTER(gmon);
