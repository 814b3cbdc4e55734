/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf.data of Linux: samples with their stacks, of the first recorded event. Records are processed in order
 * of time, as perf does. An address outside known functions keeps its value, with the name of its module.
 */
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include "perf_priv.h"

enum {
    PERF_MMAP = 1,
    PERF_LOST = 2,
    PERF_COMM = 3,
    PERF_FORK = 7,
    PERF_SAMPLE = 9,
    PERF_MMAP2 = 10,
    PERF_COMPRESSED = 81
};

enum {
    SAMPLE_IP = 1 << 0,
    SAMPLE_TID = 1 << 1,
    SAMPLE_TIME = 1 << 2,
    SAMPLE_ADDR = 1 << 3,
    SAMPLE_READ = 1 << 4,
    SAMPLE_CALLCHAIN = 1 << 5,
    SAMPLE_ID = 1 << 6,
    SAMPLE_CPU = 1 << 7,
    SAMPLE_PERIOD = 1 << 8,
    SAMPLE_STREAM_ID = 1 << 9,
    SAMPLE_IDENTIFIER = 1 << 16,
};

#define HEADER_BYTES  104
#define SAMPLE_ID_ALL (UINT64_C(1) << 18)
/* Words of a stack from here on are marks: they set the mode of the following words. */
#define CONTEXT_MARK   (UINT64_MAX - 4095)
#define CONTEXT_KERNEL (UINT64_MAX - 127)
#define MISC_MODE      7
#define MISC_KERNEL    1

/* Position and time of a record. */
struct record {
    uint64_t time;
    size_t at;
};

struct perf {
    struct profile *p;
    struct import_file *file;
    uint64_t sample_type, read_format, flags;
    uint64_t *ids; /* IDs of the first event; if there are none, all samples belong to it */
    size_t id_count;
    struct record *records;
    size_t record_count;
    struct perf_maps *maps;
    uint64_t others; /* samples of other events */
};

/* The rest of a record whose fields are being read. */
struct fields {
    const uint8_t *at;
    size_t left;
};

static uint64_t take(struct fields *f)
{
    if (f->left < 8) {
        f->left = 0;
        return 0;
    }
    f->at += 8;
    f->left -= 8;
    return import_u64(f->at - 8);
}

static bool perf_probe(const uint8_t *bytes, size_t size)
{
    return size >= 8 && (memcmp(bytes, "PERFILE2", 8) == 0 || memcmp(bytes, "2ELIFREP", 8) == 0);
}

/* ------------------------------------------------------------------ the header */

static bool take_ids(struct perf *f, uint64_t at, uint64_t bytes)
{
    if (at > f->file->size || bytes > f->file->size - at) {
        return import_refuse(f->file, "cut off: the list of events is missing");
    }
    f->ids = calloc(bytes / 8 + 1, sizeof *f->ids);
    for (uint64_t n = 0; f->ids != NULL && n < bytes / 8; n++) {
        f->ids[f->id_count++] = import_u64(f->file->bytes + at + 8 * n);
    }
    return f->ids != NULL;
}

static void set_unit(struct perf *f, uint32_t type, uint64_t config)
{
    snprintf(f->p->unit, sizeof f->p->unit, "%s",
             type == 1 && config <= 1   ? "ns"
             : type == 0 && config == 0 ? "cycles"
             : type == 0 && config == 1 ? "instructions"
                                        : "events");
}

static bool take_event(struct perf *f)
{
    const uint8_t *b = f->file->bytes;
    uint64_t entry = import_u64(b + 16), at = import_u64(b + 24), bytes = import_u64(b + 32);

    if (entry < 64 + 16 || bytes < entry || at > f->file->size || bytes > f->file->size - at) {
        return import_refuse(f->file, "the description of events is damaged");
    }
    f->sample_type = import_u64(b + at + 24);
    f->read_format = import_u64(b + at + 32);
    f->flags = import_u64(b + at + 40);
    set_unit(f, import_u32(b + at), import_u64(b + at + 8));
    if ((f->sample_type & SAMPLE_IP) == 0 || (f->sample_type & SAMPLE_TID) == 0) {
        return import_refuse(f->file, "the samples lack the address or the thread");
    }
    return bytes < 2 * entry || take_ids(f, import_u64(b + at + entry - 16), import_u64(b + at + entry - 8));
}

/* ------------------------------------------------------------------ records in order of time */

/* The time of a record that isn't a sample. It is in the trailer: the thread precedes it, further words
 * follow. */
static uint64_t time_of_other(const struct perf *f, const uint8_t *record, size_t size)
{
    uint64_t words = 0;

    if ((f->flags & SAMPLE_ID_ALL) == 0 || (f->sample_type & SAMPLE_TIME) == 0) {
        return 0;
    }
    words += (f->sample_type & SAMPLE_ID) != 0;
    words += (f->sample_type & SAMPLE_STREAM_ID) != 0;
    words += (f->sample_type & SAMPLE_CPU) != 0;
    words += (f->sample_type & SAMPLE_IDENTIFIER) != 0;
    return size >= 8 * (words + 1) + 8 ? import_u64(record + size - 8 * (words + 1)) : 0;
}

static uint64_t time_of_sample(const struct perf *f, const uint8_t *record, size_t size)
{
    uint64_t word = 1;

    word += (f->sample_type & SAMPLE_IDENTIFIER) != 0;
    word += (f->sample_type & SAMPLE_IP) != 0;
    word += (f->sample_type & SAMPLE_TID) != 0;
    return (f->sample_type & SAMPLE_TIME) != 0 && size >= 8 * (word + 1) ? import_u64(record + 8 * word) : 0;
}

static bool add_record(struct perf *f, uint64_t time, size_t at)
{
    if (!VECTOR_GROW(f->records, f->record_count)) {
        return false;
    }
    f->records[f->record_count++] = (struct record){time, at};
    return true;
}

static int by_time(const void *a, const void *b)
{
    const struct record *x = a, *y = b;

    if (x->time != y->time) {
        return x->time < y->time ? -1 : 1;
    }
    return (x->at > y->at) - (x->at < y->at);
}

static bool collect(struct perf *f)
{
    const uint8_t *b = f->file->bytes;
    uint64_t at = import_u64(b + 40), size = import_u64(b + 48), end = at + size;

    if (at > f->file->size || size > f->file->size - at || size == 0) {
        return import_refuse(f->file, size == 0 ? "contains no data: was the recording ended by a signal?"
                                                : "cut off: data is missing");
    }
    while (at < end) {
        uint32_t bytes = end - at >= 8 ? import_u16(b + at + 6) : 0,
                 type = bytes != 0 ? import_u32(b + at) : 0;

        if (bytes < 8 || bytes > end - at) {
            return import_refuse(f->file, "damaged at byte %llu", (unsigned long long)at);
        }
        if (type == PERF_COMPRESSED) {
            return import_refuse(f->file, "it is compressed: record without -z");
        }
        if (!add_record(
                f, type == PERF_SAMPLE ? time_of_sample(f, b + at, bytes) : time_of_other(f, b + at, bytes),
                at)) {
            return false;
        }
        at += bytes;
    }
    sort_stable(f->records, f->record_count, sizeof *f->records, by_time);
    return true;
}

/* ------------------------------------------------------------------ samples */

static bool is_first_event(const struct perf *f, uint64_t id)
{
    bool found = f->id_count == 0;

    for (size_t n = 0; n < f->id_count && !found; n++) {
        found = f->ids[n] == id;
    }
    return found;
}

/* Skip counters that were read with a sample. */
static void pass_read(const struct perf *f, struct fields *r)
{
    bool group = (f->read_format & 8) != 0;
    uint64_t each = 1 + ((f->read_format & 4) != 0) + ((f->read_format & 16) != 0);
    uint64_t count = group ? take(r) : 1;

    count = count < r->left ? count : r->left;
    for (uint64_t n = (f->read_format & 1) + (f->read_format >> 1 & 1) + count * each; n > 0 && r->left > 0;
         n--) {
        (void)take(r);
    }
}

/* Add the stack of a sample, innermost address first. Marks set the mode of the following addresses. */
static uint32_t add_stack(struct perf *f, struct fields *r, uint32_t root, uint32_t pid, uint64_t ip,
                          bool kernel)
{
    uint64_t count = (f->sample_type & SAMPLE_CALLCHAIN) != 0 ? take(r) : 0;
    const uint8_t *words = r->at;
    uint32_t n = root, frames[512];
    unsigned depth = 0;
    bool inner = true;

    count = count <= r->left / 8 ? count : r->left / 8;
    for (uint64_t i = 0; i < count && depth < 512; i++) {
        uint64_t word = import_u64(words + 8 * i);

        if (word >= CONTEXT_MARK) {
            kernel = word == CONTEXT_KERNEL;
            continue;
        }
        if (word == 0) {
            continue; /* end of a stack of frame pointers */
        }
        frames[depth++] = perf_frame(f->maps, f->p, pid, word, !inner, kernel);
        inner = false; /* the others are return addresses */
    }
    if (depth == 0) {
        frames[depth++] = perf_frame(f->maps, f->p, pid, ip, false, kernel);
    }
    while (depth > 0 && !f->p->failed) {
        n = profile_child(f->p, n, frames[--depth]);
    }
    return n;
}

static bool take_sample(struct perf *f, struct fields *r, unsigned misc)
{
    uint64_t type = f->sample_type, id = 0, period = 1;

    id = (type & SAMPLE_IDENTIFIER) != 0 ? take(r) : 0;
    uint64_t ip = take(r), thread = take(r);

    for (uint64_t n = ((type & SAMPLE_TIME) != 0) + ((type & SAMPLE_ADDR) != 0); n > 0; n--) {
        (void)take(r);
    }
    id = (type & SAMPLE_ID) != 0 ? take(r) : id;
    for (uint64_t n = ((type & SAMPLE_STREAM_ID) != 0) + ((type & SAMPLE_CPU) != 0); n > 0; n--) {
        (void)take(r);
    }
    period = (type & SAMPLE_PERIOD) != 0 ? take(r) : period;
    if ((type & SAMPLE_READ) != 0) {
        pass_read(f, r);
    }
    if (!is_first_event(f, id)) {
        f->others++;
        return true;
    }
    uint32_t pid = (uint32_t)thread, tid = (uint32_t)(thread >> 32);
    uint32_t root = profile_child(f->p, PROFILE_ROOT, perf_thread(f->maps, f->p, pid, tid));
    uint32_t n = add_stack(f, r, root, pid, ip, (misc & MISC_MODE) == MISC_KERNEL);

    if (!f->p->failed) {
        f->p->nodes[n].self += period;
    }
    return !f->p->failed;
}

/* ------------------------------------------------------------------ the file */

static bool take_record(struct perf *f, const uint8_t *record)
{
    uint32_t type = import_u32(record), misc = import_u16(record + 4);
    struct fields r = {record + 8, import_u16(record + 6) - 8u};

    switch (type) {
    case PERF_SAMPLE:
        return take_sample(f, &r, misc);
    case PERF_MMAP:
    case PERF_MMAP2:
        return perf_map(f->maps, r.at, r.left, type == PERF_MMAP2, (misc & MISC_MODE) == MISC_KERNEL);
    case PERF_COMM:
        return perf_comm(f->maps, r.at, r.left);
    case PERF_FORK:
        return r.left < 16 || perf_fork(f->maps, import_u32(r.at), import_u32(r.at + 4), import_u32(r.at + 8),
                                        import_u32(r.at + 12));
    default:
        return true;
    }
}

static bool load(struct perf *f)
{
    if (f->file->bytes[0] == '2') {
        return import_refuse(f->file, "recorded on a machine with the other byte order");
    }
    if (f->file->size < HEADER_BYTES) {
        return import_refuse(f->file, "cut off in its header");
    }
    if (!take_event(f) || !collect(f)) {
        return false;
    }
    f->maps = perf_maps_open(f->file);
    bool ok = f->maps != NULL;

    for (size_t n = 0; n < f->record_count && ok; n++) {
        ok = take_record(f, f->file->bytes + f->records[n].at);
    }
    perf_maps_close(f->maps);
    if (f->others != 0) {
        message_say(f->file->report, f->file->name, "%llu samples of other events ignored",
                    (unsigned long long)f->others);
    }
    return ok;
}

static bool perf_load(struct profile *p, struct import_file *file)
{
    struct perf f = {.p = p, .file = file};

    p->has = PROFILE_TREE | PROFILE_ADDRESSES;
    bool ok = load(&f);

    free(f.ids);
    free(f.records);
    return ok;
}

static const struct importer perf_importer = {
    .name = "perf.data",
    .summary = "perf.data of Linux' perf record, best with -g",
    .order = 0,
    .probe = perf_probe,
    .load = perf_load,
};
SPOOR_IMPORTER(perf);
