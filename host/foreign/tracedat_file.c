/* SPDX-License-Identifier: BSD-2-Clause */
/* The sections of a trace.dat. Version 6 has them in a fixed order, version 7 lists their places as options.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vector.h>
#include "tracedat_priv.h"

#define MARK "\x17\x08\x44tracing"

enum {
    OPTION_END = 0,
    OPTION_BUFFER = 3,
    OPTION_SYSTEM = 5,
    OPTION_TSC = 14,
    OPTION_EVENTS_OF_TRACERS = 17,
    OPTION_EVENTS,
    OPTION_SYMBOLS,
    OPTION_THREADS = 21,
};

bool tracedat_probe(const uint8_t *bytes, size_t size)
{
    return size >= sizeof MARK - 1 && memcmp(bytes, MARK, sizeof MARK - 1) == 0;
}

/* ------------------------------------------------------------------ parts */

static struct part part_from(const struct tracedat_file *f, uint64_t offset)
{
    struct part p = {f->bytes, f->size, false};

    (void)part_take(&p, offset);
    return p;
}

/* ------------------------------------------------------------------ events */

static bool add_event(struct tracedat_file *f, struct part *p)
{
    struct part text = part_take(p, part_number(p, 8));
    struct tracedat_event e;

    if (text.failed || !tracedat_parse(&e, text.at, text.left) ||
        hash_find_key(&f->by_number, e.number) != HASH_NONE) {
        return !text.failed;
    }
    if (!VECTOR_GROW(f->events, f->event_count) ||
        !hash_add(&f->by_number, e.number, (uint32_t)f->event_count)) {
        return foreign_refuse(f->to, "%s", strerror(ENOMEM));
    }
    f->events[f->event_count++] = e;
    return true;
}

static bool add_events(struct tracedat_file *f, struct part *p)
{
    for (uint64_t n = part_number(p, 4); n > 0 && add_event(f, p); n--) {
    }
    return !p->failed && *foreign_wrong(f->to) == 0;
}

static bool add_systems(struct tracedat_file *f, struct part *p)
{
    for (uint64_t n = part_number(p, 4); n > 0 && !p->failed && *foreign_wrong(f->to) == 0; n--) {
        (void)part_text(p);
        (void)add_events(f, p);
    }
    return !p->failed && *foreign_wrong(f->to) == 0;
}

static bool add_cpu(struct tracedat_file *f, unsigned cpu, uint64_t offset, uint64_t bytes)
{
    struct part p = part_from(f, offset);

    if (cpu >= FOREIGN_CPUS) {
        return foreign_refuse(f->to, "CPU %u: at most %d CPUs are supported", cpu, FOREIGN_CPUS);
    }
    f->pages[cpu] = part_take(&p, bytes);
    f->cpus = cpu >= f->cpus ? cpu + 1 : f->cpus;
    return !p.failed;
}

static void set_system(struct tracedat_file *f, const struct part *data)
{
    snprintf(f->system, sizeof f->system, "%.*s", (int)(data->left < 60 ? data->left : 60),
             (const char *)data->at);
}

/* ------------------------------------------------------------------ version 6 */

static bool read_6(struct tracedat_file *f, struct part *p)
{
    for (unsigned header = 0; header < 2; header++) {
        (void)part_text(p);
        (void)part_take(p, part_number(p, 8));
    }
    if (!add_events(f, p) || !add_systems(f, p)) {
        return false;
    }
    f->symbols = part_take(p, part_number(p, 4));
    (void)part_take(p, part_number(p, 4)); /* formats of printk() */
    f->threads = part_take(p, part_number(p, 8));
    uint64_t cpus = part_number(p, 4);
    struct part mark = part_take(p, 10);

    if (!mark.failed && memcmp(mark.at, "options  ", 10) == 0) {
        for (uint64_t option; (option = part_number(p, 2)) != OPTION_END;) {
            struct part data = part_take(p, part_number(p, 4));

            if (option == OPTION_SYSTEM) {
                set_system(f, &data);
            } else if (option == OPTION_TSC) {
                return foreign_refuse(
                    f->to, "its times are cycles of the TSC: record with `trace-cmd record -C mono`");
            }
        }
        mark = part_take(p, 10);
    }
    if (!mark.failed && memcmp(mark.at, "flyrecord", 10) != 0) {
        return foreign_refuse(f->to, "it has the text of a latency tracer, and no events");
    }
    for (unsigned cpu = 0; cpu < cpus && !p->failed && *foreign_wrong(f->to) == 0; cpu++) {
        uint64_t offset = part_number(p, 8), bytes = part_number(p, 8);

        if (!add_cpu(f, cpu, offset, bytes)) {
            return false;
        }
    }
    return !p->failed;
}

/* ------------------------------------------------------------------ version 7 */

/* @return the contents of the section at an offset */
static struct part section(struct tracedat_file *f, uint64_t offset)
{
    struct part p = part_from(f, offset);

    (void)part_number(&p, 2);
    uint64_t flags = part_number(&p, 2);

    (void)part_number(&p, 4);
    struct part contents = part_take(&p, part_number(&p, 8));

    if ((flags & 1) != 0) {
        (void)foreign_refuse(
            f->to, "it is compressed: `trace-cmd convert --compression none -i FILE -o OUTPUT` unpacks it");
        return (struct part){f->bytes, 0, true};
    }
    return contents;
}

static bool add_buffer(struct tracedat_file *f, struct part *p)
{
    struct part contents = section(f, part_number(p, 8)); /* refuses compressed ones */

    if (*part_text(p) != 0) {
        return true; /* only the top instance */
    }
    (void)part_text(p);
    f->page_bytes = (unsigned)part_number(p, 4);
    for (uint64_t cpus = part_number(p, 4); cpus > 0 && !p->failed && !contents.failed; cpus--) {
        unsigned cpu = (unsigned)part_number(p, 4);
        uint64_t offset = part_number(p, 8), bytes = part_number(p, 8);

        if (!add_cpu(f, cpu, offset, bytes)) {
            return false;
        }
    }
    return !p->failed && !contents.failed;
}

static bool read_option(struct tracedat_file *f, uint64_t option, struct part data)
{
    struct part s = data;

    switch (option) {
    case OPTION_BUFFER:
        return add_buffer(f, &data);
    case OPTION_SYSTEM:
        set_system(f, &data);
        return true;
    case OPTION_TSC:
        return foreign_refuse(f->to,
                              "its times are cycles of the TSC: record with `trace-cmd record -C mono`");
    case OPTION_EVENTS_OF_TRACERS:
        s = section(f, part_number(&data, 8));
        return add_events(f, &s);
    case OPTION_EVENTS:
        s = section(f, part_number(&data, 8));
        return add_systems(f, &s);
    case OPTION_SYMBOLS:
        s = section(f, part_number(&data, 8));
        f->symbols = part_take(&s, part_number(&s, 4));
        return !s.failed;
    case OPTION_THREADS:
        s = section(f, part_number(&data, 8));
        f->threads = part_take(&s, part_number(&s, 8));
        return !s.failed;
    default:
        return true;
    }
}

#define OPTION_SECTIONS_MAX 1000 /* they may form a ring in a damaged file */

static bool read_7(struct tracedat_file *f, struct part *p)
{
    const char *algorithm = part_text(p);

    (void)part_text(p);
    if (!p->failed && strcmp(algorithm, "none") != 0) {
        return foreign_refuse(
            f->to,
            "it is compressed by %.20s: `trace-cmd convert --compression none -i FILE -o OUTPUT` "
            "unpacks it",
            algorithm);
    }
    uint64_t next = part_number(p, 8);

    for (unsigned sections = 0; next != 0 && sections < OPTION_SECTIONS_MAX; sections++) {
        struct part s = section(f, next);

        next = 0;
        while (!s.failed && s.left > 0) {
            uint64_t option = part_number(&s, 2);
            struct part data = part_take(&s, part_number(&s, 4));

            if (option == OPTION_END) {
                next = part_number(&data, 8);
                break;
            }
            if (data.failed || !read_option(f, option, data)) {
                return false;
            }
        }
        if (s.failed) {
            return false;
        }
    }
    return !p->failed;
}

bool tracedat_read(struct tracedat_file *f)
{
    struct part p = {f->bytes, f->size, false};

    (void)part_take(&p, sizeof MARK - 1);
    const char *version = part_text(&p);
    bool big_endian = part_number(&p, 1) != 0;

    f->long_bytes = (unsigned)part_number(&p, 1);
    f->page_bytes = (unsigned)part_number(&p, 4);
    if (p.failed) {
        return foreign_refuse(f->to, "it is cut");
    }
    if (strcmp(version, "6") != 0 && strcmp(version, "7") != 0) {
        return foreign_refuse(f->to, "version %.10s: only 6 and 7 are known", version);
    }
    if (big_endian || (f->long_bytes != 4 && f->long_bytes != 8)) {
        return foreign_refuse(f->to, "it is of a %s machine: only little-endian ones are supported",
                              big_endian ? "big-endian" : "strange");
    }
    bool good = *version == '6' ? read_6(f, &p) : read_7(f, &p);

    if (good && f->page_bytes < 64) {
        return foreign_refuse(f->to, "its pages have %u bytes", f->page_bytes);
    }
    return good || *foreign_wrong(f->to) != 0 ? good : foreign_refuse(f->to, "it is cut or damaged");
}

void tracedat_free(struct tracedat_file *f)
{
    hash_free(&f->by_number);
    free(f->events);
}
