/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A reader: bytes in, items out. The bytes go through demux.c; packets.c and events.c make items of frames
 * and put them into a queue, from which spoor_next() takes them.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "reader_priv.h"

/* ------------------------------------------------------------------ the demultiplexer's sink */

static const char *take_frame(void *arg, const uint8_t *bytes, size_t n, uint64_t offset)
{
    struct spoor_reader *r = arg;
    uint8_t packet[WIRE_PACKET_MAX + 1];
    size_t used;
    const char *wrong = packet_open(bytes, n, packet, &used);

    if (wrong != NULL) {
        return wrong;
    }
    r->offset = offset;
    r->traffic.packets++;
    r->traffic.packet_bytes += n + 2;
    if (!packets_take(r, packet, used)) {
        r->traffic.invalid++;
    }
    return NULL;
}

static void take_text(void *arg, const uint8_t *bytes, size_t n, uint64_t offset)
{
    struct spoor_reader *r = arg;

    r->offset = offset;
    r->traffic.text_bytes += n;
    struct spoor_item *item = reader_push(r, SPOOR_TEXT);

    if (item != NULL) {
        item->data = reader_keep(r, bytes, n);
        item->bytes = item->data != NULL ? (uint32_t)n : 0;
    }
}

static void take_skipped(void *arg, size_t n, uint64_t offset, const char *why)
{
    struct spoor_reader *r = arg;

    r->traffic.frames++;
    r->traffic.bytes += n;
    if (r->pending.frames++ == 0) {
        r->pending.offset = offset;
        r->pending.why = why;
    }
}

/* ------------------------------------------------------------------ opening and reading */

struct spoor_reader *reader_new(const char *name, const struct spoor_elf *elf,
                                const struct spoor_report *report)
{
    struct spoor_reader *r = calloc(1, sizeof *r);

    if (r == NULL) {
        return NULL;
    }
    r->name = strdup(name);
    r->elf = elf;
    r->fd = -1;
    if (report != NULL) {
        r->report = *report;
    }
    r->demux.sink = (struct demux_sink){take_frame, take_text, take_skipped, r};
    if (r->name == NULL) {
        free(r);
        return NULL;
    }
    return r;
}

struct spoor_reader *spoor_open_fd(int fd, const char *name, const struct spoor_elf *elf,
                                   const struct spoor_report *report)
{
    struct spoor_reader *r = reader_new(name, elf, report);

    if (r != NULL) {
        r->fd = fd;
    }
    return r;
}

struct spoor_reader *spoor_open_file(const char *path, const struct spoor_elf *elf,
                                     const struct spoor_report *report)
{
    struct spoor_reader *r = reader_new(path, elf, report);

    if (r == NULL) {
        return NULL;
    }
    r->fd = open(path, O_RDONLY | O_CLOEXEC);
    r->own_fd = true;
    if (r->fd < 0) {
        reader_say(r, "%s", strerror(errno));
        spoor_close(r);
        return NULL;
    }
    return r;
}

static void end(struct spoor_reader *r)
{
    r->ended = true;
    demux_end(&r->demux);
    reader_flush_pending(r, -1);
}

struct spoor_reader *spoor_open_memory(const void *bytes, size_t size, const char *name,
                                       const struct spoor_elf *elf, const struct spoor_report *report)
{
    struct spoor_reader *r = reader_new(name, elf, report);

    if (r != NULL) {
        demux_feed(&r->demux, bytes, size);
        end(r);
    }
    return r;
}

static void read_more(struct spoor_reader *r)
{
    uint8_t bytes[16384];
    ssize_t n;

    do {
        n = read(r->fd, bytes, sizeof bytes);
    } while (n < 0 && errno == EINTR);
    if (n < 0) {
        reader_say(r, "offset %llu: %s", (unsigned long long)r->demux.offset, strerror(errno));
        reader_fail(r, -errno);
        n = 0;
    }
    if (n == 0) {
        end(r);
    } else {
        demux_feed(&r->demux, bytes, (size_t)n);
    }
}

int spoor_next(struct spoor_reader *r, struct spoor_item *item)
{
    while (r->head == r->tail && !r->ended && r->failed == 0) {
        read_more(r);
    }
    if (r->head == r->tail) {
        return r->failed;
    }
    *item = r->queue[r->head++];
    return 1;
}

const struct spoor_header *spoor_header(const struct spoor_reader *r)
{
    return &r->header;
}

unsigned spoor_cpus(const struct spoor_reader *r)
{
    return r->header.seen && r->header.cpus > r->cpu_count ? r->header.cpus : r->cpu_count;
}

struct spoor_counts spoor_counts(const struct spoor_reader *r, unsigned cpu)
{
    static const uint32_t none[WIRE_IDS];

    if (cpu >= READER_CPUS_MAX || r->cpus[cpu] == NULL) {
        return (struct spoor_counts){.lost_by_id = none};
    }
    struct spoor_counts counts = r->cpus[cpu]->counts;

    counts.lost_by_id = r->cpus[cpu]->lost_by_id;
    return counts;
}

const struct spoor_traffic *spoor_traffic(const struct spoor_reader *r)
{
    return &r->traffic;
}

void spoor_close(struct spoor_reader *r)
{
    if (r == NULL) {
        return;
    }
    if (r->own_fd && r->fd >= 0) {
        close(r->fd);
    }
    reader_free_items(r);
    free(r->name);
    free(r);
}
