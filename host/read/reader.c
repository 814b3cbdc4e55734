/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads bytes and returns items. demux.c splits the bytes into frames; packets.c and events.c decode frames
 * into items and add them to lanes; spoor_next() takes items from the lanes in order of time. Input is
 * decoded only when items are requested, so that memory doesn't grow with it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ahead_priv.h"

#define WINDOW_BYTES 262144

/* ------------------------------------------------------------------ the demultiplexer's sink */

static const char *take_frame(void *arg, const uint8_t *bytes, size_t n, uint64_t offset)
{
    struct spoor_reader *r = arg;
    uint8_t packet[SPOOR_WIRE_PACKET_MAX + 1];
    size_t used;
    uint32_t sum;
    struct ahead_frame *f = r->ahead.thread != NULL ? ahead_find(r->ahead.thread, offset, n) : NULL;
    const char *wrong = f == NULL ? packet_open(bytes, n, packet, &used, &sum) : NULL;

    if (wrong != NULL) {
        return wrong;
    }
    r->offset = offset;
    r->traffic.packets++;
    r->traffic.packet_bytes += n + 2;
    r->frame = f;
    if (f != NULL ? !packets_take(r, f->packet, f->used, f->sum) : !packets_take(r, packet, used, sum)) {
        r->traffic.invalid++;
    }
    r->frame = NULL;
    r->demux.stop = true; /* return its items first */
    return NULL;
}

static void take_text(void *arg, const uint8_t *bytes, size_t n, uint64_t offset)
{
    struct spoor_reader *r = arg;
    struct block *b = lanes_block(&r->lanes, 1, n);

    r->offset = offset;
    r->traffic.text_bytes += n;
    if (b == NULL) {
        reader_fail(r, -ENOMEM);
        return;
    }
    memcpy(b->bytes, bytes, n);
    b->items[b->count++] = (struct spoor_item){
        .kind = SPOOR_TEXT, .offset = offset, .time = r->last_time, .data = b->bytes, .bytes = (uint32_t)n};
    lanes_add(&r->lanes, LANES_COMMON, b);
    r->demux.stop = true;
}

static void take_skipped(void *arg, size_t n, uint64_t offset, const char *why)
{
    struct spoor_reader *r = arg;

    r->traffic.frames++;
    r->traffic.bytes += n;
    if (r->now != NULL) {
        filter_missed(r, r->last_time);
    }
    if (r->pending.frames++ == 0) {
        r->pending.offset = offset;
        r->pending.why = why;
    }
}

static void take_raw(void *arg, const uint8_t *bytes, size_t n)
{
    subbuf_take_bytes(arg, bytes, n);
}

/* ------------------------------------------------------------------ opening */

struct spoor_reader *reader_new(const char *name, const struct spoor_elf *elf,
                                const struct spoor_report *report)
{
    struct spoor_reader *r = calloc(1, sizeof *r);

    if (r == NULL) {
        return NULL;
    }
    r->name = strdup(name);
    r->elf = r->lanes.elf = elf;
    r->fd = -1;
    if (report != NULL) {
        r->report = *report;
    }
    r->demux.sink = (struct demux_sink){take_frame, take_text, take_skipped, take_raw, r};
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
        r->window = malloc(WINDOW_BYTES);
        if (r->window == NULL) {
            spoor_close(r);
            return NULL;
        }
    }
    return r;
}

struct spoor_reader *spoor_open_file(const char *path, const struct spoor_elf *elf,
                                     const struct spoor_report *report)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int error = errno;
    struct spoor_reader *r = spoor_open_fd(fd, path, elf, report);

    if (r != NULL) {
        r->own_fd = true;
    }
    if (fd < 0 && r != NULL) {
        reader_say(r, "%s", strerror(error));
        spoor_close(r);
        return NULL;
    }
    return r;
}

struct spoor_reader *spoor_open_memory(const void *bytes, size_t size, const char *name,
                                       const struct spoor_elf *elf, const struct spoor_report *report)
{
    struct spoor_reader *r = reader_new(name, elf, report);

    if (r != NULL) {
        r->input = r->memory = bytes;
        r->input_bytes = r->memory_bytes = size;
    }
    return r;
}

void spoor_assume_rate(struct spoor_reader *r, uint32_t hz)
{
    r->assumed_hz = hz;
}

void spoor_end_with(struct spoor_reader *r, unsigned index)
{
    r->most = index + 1;
}

void spoor_read_ahead(struct spoor_reader *r)
{
    uint64_t size;

    r->ahead.wanted = r->elf != NULL && reader_size(r, &size);
}

void spoor_on_idle(struct spoor_reader *r, void (*idle)(void *arg), void *arg)
{
    r->idle = idle;
    r->idle_arg = arg;
}

void spoor_stop(struct spoor_reader *r)
{
    r->stopped = true;
}

/* ------------------------------------------------------------------ places */

bool reader_size(const struct spoor_reader *r, uint64_t *size)
{
    struct stat st;

    if (r->memory != NULL) {
        *size = r->memory_bytes;
        return true;
    }
    if (r->fd < 0 || fstat(r->fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        return false;
    }
    *size = (uint64_t)st.st_size;
    return true;
}

size_t reader_look(const struct spoor_reader *r, uint64_t offset, uint8_t *bytes, size_t n)
{
    if (r->memory == NULL) {
        ssize_t got = pread(r->fd, bytes, n, (off_t)offset);

        return got > 0 ? (size_t)got : 0;
    }
    if (offset >= r->memory_bytes) {
        return 0;
    }
    size_t left = r->memory_bytes - (size_t)offset;

    n = n < left ? n : left;
    memcpy(bytes, r->memory + offset, n);
    return n;
}

bool reader_go(struct spoor_reader *r, uint64_t offset)
{
    if (r->memory != NULL) {
        r->input = r->memory + offset;
        r->input_bytes = r->memory_bytes - (size_t)offset;
    } else if (lseek(r->fd, (off_t)offset, SEEK_SET) < 0) {
        return false;
    }
    r->demux.offset = offset;
    return true;
}

/* ------------------------------------------------------------------ reading */

static void end(struct spoor_reader *r)
{
    demux_end(&r->demux);
    subbuf_end(r);
    reader_flush_pending(r, -1);
    reader_say_rest(r);
    r->ended = true;
    recording_end(r);
}

/* @return whether a live source has no input available now */
static bool must_wait(const struct spoor_reader *r)
{
    struct pollfd wait = {.fd = r->fd, .events = POLLIN};

    return r->idle != NULL && r->window != NULL && r->input_bytes == 0 && poll(&wait, 1, 0) == 0;
}

/* @return the number of bytes, 0 at the end, or a negative errno */
static ssize_t fill(const struct spoor_reader *r, uint8_t *window)
{
    ssize_t n;

    do {
        n = r->stopped ? 0 : read(r->fd, window, WINDOW_BYTES);
    } while (n < 0 && errno == EINTR);
    return n < 0 ? -errno : n;
}

/* Read the window after the current one, at `offset`, and give it to the thread. */
static void fill_ahead(struct spoor_reader *r, uint64_t offset)
{
    r->ahead.n = fill(r, r->ahead.window);
    if (r->ahead.n > 0) {
        ahead_give(r->ahead.thread, r->ahead.window, (size_t)r->ahead.n, offset);
    }
}

/* Start the thread. Without it, the reader decodes everything itself. */
static void begin_ahead(struct spoor_reader *r)
{
    r->ahead.begun = true;
    r->ahead.window = r->memory == NULL ? malloc(WINDOW_BYTES) : NULL;
    r->ahead.thread = r->memory != NULL || r->ahead.window != NULL ? ahead_open(r->elf) : NULL;
    if (r->ahead.thread == NULL) {
        return;
    }
    if (r->memory != NULL) {
        ahead_give(r->ahead.thread, r->input, r->input_bytes, r->demux.offset);
    } else {
        fill_ahead(r, r->demux.offset);
    }
}

/* Exchange the windows. The other one is read again when the thread is past it. */
static ssize_t next_window(struct spoor_reader *r)
{
    uint8_t *used = r->window;
    ssize_t n = r->ahead.n;

    r->window = r->ahead.window;
    r->ahead.window = used;
    if (n > 0) {
        (void)ahead_find(r->ahead.thread, r->demux.offset, 0);
        fill_ahead(r, r->demux.offset + (size_t)n);
    }
    return r->stopped ? 0 : n;
}

/* Fill the window. It stays empty at the end of the input. */
static void read_more(struct spoor_reader *r)
{
    ssize_t n = 0;

    if (r->window != NULL) {
        if (must_wait(r)) {
            r->idle(r->idle_arg);
        }
        n = r->ahead.thread != NULL ? next_window(r) : fill(r, r->window);
    }
    if (n < 0) {
        reader_say(r, "offset %llu: %s", (unsigned long long)r->demux.offset, strerror((int)-n));
        reader_fail(r, (int)n);
        n = 0;
    }
    r->input = r->window;
    r->input_bytes = (size_t)n;
}

static void take_input(struct spoor_reader *r)
{
    if (r->ahead.wanted && !r->ahead.begun) {
        begin_ahead(r);
    }
    if (r->input_bytes == 0) {
        read_more(r);
        if (r->input_bytes == 0) {
            end(r);
            return;
        }
    }
    size_t taken = demux_feed(&r->demux, r->input, r->input_bytes);

    r->input += taken;
    r->input_bytes -= taken;
}

/* All items of the current recording have been returned: begin the next one with the packet that was put
 * off. */
static void take_next_recording(struct spoor_reader *r)
{
    size_t n = r->next.n;

    r->next.n = 0;
    r->offset = r->next.offset;
    r->lanes.open = false;
    if (!packets_take(r, r->next.bytes, n, r->next.sum)) {
        r->traffic.invalid++;
    }
    r->lanes.open = r->ended;
}

/* @return a FILTER item that precedes `item`, or that precedes the end if `item` is NULL; or NULL */
static const struct spoor_item *turn_before(struct spoor_reader *r, const struct spoor_item *item)
{
    if (r->turns_out == r->turn_count) {
        r->turns_out = r->turn_count = 0;
        return NULL;
    }
    if (item != NULL && (item->kind > SPOOR_TIMED || item->time < r->turns[r->turns_out].time)) {
        return NULL;
    }
    return &r->turns[r->turns_out++];
}

int spoor_next(struct spoor_reader *r, const struct spoor_item **item)
{
    const struct spoor_item *turn;
    bool forced = false;

    *item = r->waits;
    r->waits = NULL;
    while (*item == NULL && (*item = lanes_next(&r->lanes, &forced)) == NULL) {
        if ((r->next.n != 0 || r->ended || r->failed != 0) && lanes_empty(&r->lanes) &&
            (*item = turn_before(r, NULL)) != NULL) {
            return 1;
        }
        bool is_over = r->next.n != 0 && r->recordings_begun == r->most;

        if (r->next.n != 0 && !is_over) {
            take_next_recording(r);
        } else if (r->ended || r->failed != 0 || is_over) {
            if (lanes_empty(&r->lanes)) {
                return r->failed;
            }
            recording_end(r);
        } else if (r->lanes.cpus != 0 || !must_wait(r) || (*item = lanes_next_text(&r->lanes)) == NULL) {
            take_input(r); /* console text doesn't wait for a header */
        }
    }
    r->traffic.unordered += forced;
    if (forced && r->unsure) {
        filter_end(r);
        r->lanes.cpus = r->now->header.cpus;
    }
    turn = turn_before(r, *item);
    if (turn != NULL) {
        r->waits = *item;
        *item = turn;
    }
    return 1;
}

const struct spoor_note *spoor_note(const struct spoor_reader *r)
{
    return &r->note;
}

const struct spoor_note *spoor_end_note(const struct spoor_reader *r)
{
    return &r->end_note;
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
    ahead_close(r->ahead.thread);
    free(r->ahead.window);
    recording_free_all(r);
    free(r->turns);
    free(r->raw.block);
    for (unsigned cpu = 0; cpu < SPOOR_CPUS_MAX; cpu++) {
        free(r->part[cpu].bytes);
        free(r->dense[cpu]);
    }
    free(r->dense_items);
    lanes_free(&r->lanes);
    free(r->window);
    free(r->name);
    free(r);
}
