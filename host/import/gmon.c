/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * gmon.out, version 1: a histogram of the program counter, and arcs with their calls. A bin that spans
 * several functions is divided in proportion to their bytes. Counts of basic blocks are ignored.
 */
#include <stdlib.h>
#include <string.h>
#include <base/path.h>
#include <base/vector.h>
#include <elf/program.h>
#include <import/import.h>

enum { TAG_HISTOGRAM = 0, TAG_ARC = 1, TAG_BLOCKS = 2 };

#define HEADER_BYTES 20

struct range {
    uint64_t low, high;
};

struct gmon {
    struct profile *p;
    struct import_file *file;
    struct program *program;
    size_t at;
    unsigned pointer; /* bytes of an address */
    struct range *ranges;
    size_t range_count;
    uint32_t rate;
    bool is_time;
    double *self; /* samples in each function of the program */
    uint32_t *frame;
};

static bool gmon_probe(const uint8_t *bytes, size_t size)
{
    return size >= HEADER_BYTES && memcmp(bytes, "gmon", 4) == 0;
}

static bool has(const struct gmon *g, uint64_t bytes)
{
    return bytes <= g->file->size - g->at;
}

static uint64_t take_address(struct gmon *g)
{
    const uint8_t *at = g->file->bytes + g->at;

    g->at += g->pointer;
    return g->pointer == 8 ? import_u64(at) : import_u32(at);
}

static uint32_t take_u32(struct gmon *g)
{
    g->at += 4;
    return import_u32(g->file->bytes + g->at - 4);
}

static bool cut_off(struct gmon *g)
{
    return import_refuse(g->file, "cut off at byte %zu", g->at);
}

/* ------------------------------------------------------------------ functions */

static uint64_t end_of(const struct gmon *g, size_t n)
{
    return n + 1 < g->program->count ? g->program->functions[n + 1].address : UINT64_MAX;
}

static uint32_t frame_of(struct gmon *g, size_t n)
{
    const struct program_function *f = &g->program->functions[n];

    if (g->frame[n] == 0) {
        uint32_t frame = profile_frame_of(g->p, PROFILE_FUNCTION, f->address);

        if (frame == PROFILE_NONE) {
            return PROFILE_NONE;
        }
        g->p->frames[frame].name = profile_keep(g->p, f->name, strlen(f->name));
        g->p->frames[frame].size = f->size;
        import_place(g->p, frame, g->program, f);
        g->frame[n] = frame + 1;
    }
    return g->frame[n] - 1;
}

/* ------------------------------------------------------------------ histograms */

/* Check the range of a histogram. A repeated range is added up; one that overlaps another is an error. */
static bool take_range(struct gmon *g, uint64_t low, uint64_t high)
{
    for (size_t n = 0; n < g->range_count; n++) {
        const struct range *r = &g->ranges[n];

        if (r->low == low && r->high == high) {
            return true;
        }
        if (low < r->high && r->low < high) {
            return import_refuse(g->file, "histograms overlap: 0x%llx to 0x%llx and 0x%llx to 0x%llx",
                                 (unsigned long long)r->low, (unsigned long long)r->high,
                                 (unsigned long long)low, (unsigned long long)high);
        }
    }
    if (!VECTOR_GROW(g->ranges, g->range_count)) {
        return false;
    }
    g->ranges[g->range_count++] = (struct range){low, high};
    return true;
}

static void share_bin(struct gmon *g, double low, double high, uint32_t count)
{
    const struct program_function *f = program_before(g->program, (uint64_t)low);
    size_t n = f != NULL ? (size_t)(f - g->program->functions) : 0;

    for (; n < g->program->count && (double)g->program->functions[n].address < high; n++) {
        double begin = (double)g->program->functions[n].address, end = (double)end_of(g, n);

        begin = begin > low ? begin : low;
        end = end < high ? end : high;
        if (end > begin) {
            g->self[n] += count * (end - begin) / (high - low);
        }
    }
}

static bool take_histogram(struct gmon *g)
{
    if (!has(g, 2 * g->pointer + 24)) {
        return cut_off(g);
    }
    uint64_t low = take_address(g), high = take_address(g);
    uint32_t bins = take_u32(g), rate = take_u32(g);
    bool is_time = memcmp(g->file->bytes + g->at, "seconds", 7) == 0;

    g->at += 16;
    if (!has(g, 2 * (uint64_t)bins)) {
        return cut_off(g);
    }
    if (high < low || rate == 0 || (g->rate != 0 && (rate != g->rate || is_time != g->is_time))) {
        return import_refuse(g->file,
                             "a histogram of %u bins, rate %u, from 0x%llx to 0x%llx: invalid, or "
                             "different from the first",
                             bins, rate, (unsigned long long)low, (unsigned long long)high);
    }
    g->rate = rate;
    g->is_time = is_time;
    if (bins != 0 && !take_range(g, low, high)) {
        return false;
    }
    double width = bins != 0 ? (double)(high - low) / bins : 0;

    for (uint32_t n = 0; n < bins; n++) {
        uint32_t count = import_u16(g->file->bytes + g->at + 2 * (size_t)n);

        if (count != 0) {
            share_bin(g, (double)low + width * n, (double)low + width * (n + 1), count);
        }
    }
    g->at += 2 * (size_t)bins;
    return true;
}

/* ------------------------------------------------------------------ arcs */

static bool take_arc(struct gmon *g)
{
    if (!has(g, 2 * g->pointer + 4)) {
        return cut_off(g);
    }
    uint64_t from = take_address(g), to = take_address(g);
    uint32_t calls = take_u32(g);
    const struct program_function *caller = program_before(g->program, from);
    const struct program_function *callee = program_before(g->program, to);

    if (callee == NULL) {
        return true; /* not in this program */
    }
    uint32_t callee_frame = frame_of(g, (size_t)(callee - g->program->functions));
    uint32_t caller_frame =
        caller != NULL && from != 0 ? frame_of(g, (size_t)(caller - g->program->functions)) : PROFILE_NONE;

    if (g->p->failed) {
        return false;
    }
    if (caller_frame == PROFILE_NONE) {
        g->p->frames[callee_frame].calls += calls;
    } else {
        profile_arc(g->p, caller_frame, callee_frame, calls, 0);
    }
    return true;
}

static bool pass_blocks(struct gmon *g)
{
    if (!has(g, 4)) {
        return cut_off(g);
    }
    uint64_t bytes = 2 * (uint64_t)g->pointer * take_u32(g);

    if (!has(g, bytes)) {
        return cut_off(g);
    }
    g->at += bytes;
    return true;
}

/* ------------------------------------------------------------------ the file */

static bool take_records(struct gmon *g)
{
    while (g->at < g->file->size) {
        unsigned tag = g->file->bytes[g->at++];
        bool ok = tag == TAG_HISTOGRAM ? take_histogram(g)
                  : tag == TAG_ARC     ? take_arc(g)
                  : tag == TAG_BLOCKS
                      ? pass_blocks(g)
                      : import_refuse(g->file, "unknown kind of record, %u, at byte %zu", tag, g->at - 1);

        if (!ok) {
            return false;
        }
    }
    return true;
}

static void put_values(struct gmon *g)
{
    for (size_t n = 0; n < g->program->count && !g->p->failed; n++) {
        if (g->self[n] > 0) {
            uint32_t frame = frame_of(g, n);

            if (frame != PROFILE_NONE) {
                g->p->frames[frame].self =
                    (uint64_t)(g->is_time ? g->self[n] * 1e9 / g->rate + 0.5 : g->self[n] + 0.5);
            }
        }
    }
}

static bool gmon_load(struct profile *p, struct import_file *file)
{
    if (file->program == NULL) {
        return import_refuse(file, "needs --elf, because it contains only addresses");
    }
    if (import_u32(file->bytes + 4) != 1) {
        return import_refuse(file, "version %u is not supported, only version 1",
                             import_u32(file->bytes + 4));
    }
    struct gmon g = {.p = p, .file = file, .at = HEADER_BYTES};

    g.program = program_open(file->program, file->report);
    if (g.program == NULL) {
        return import_refuse(file, "%s can't be read", file->program);
    }
    import_module(p, path_name(file->program), g.program);
    g.pointer = g.program->bits / 8;
    g.self = calloc(g.program->count + 1, sizeof *g.self);
    g.frame = calloc(g.program->count + 1, sizeof *g.frame);
    p->has = PROFILE_CALLS | PROFILE_ADDRESSES;
    bool ok = g.self != NULL && g.frame != NULL && take_records(&g);

    if (ok) {
        put_values(&g);
        snprintf(p->unit, sizeof p->unit, "%s", g.is_time || g.rate == 0 ? "ns" : "samples");
    }
    free(g.ranges);
    free(g.self);
    free(g.frame);
    program_close(g.program);
    return ok;
}

static const struct importer gmon_importer = {
    .name = "gmon.out",
    .summary = "gmon.out of a program built with -pg; with --elf",
    .order = 1,
    .probe = gmon_probe,
    .load = gmon_load,
};
SPOOR_IMPORTER(gmon);
