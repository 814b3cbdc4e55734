/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads a CTF trace: the packets of all its files, in the order of time. A file is a stream, usually of one
 * CPU; a file without packet headers is one packet.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include <foreign/folder.h>
#include "ctf_priv.h"
#include "part.h"

#define MAGIC          0xC1FC1FC1u
#define METADATA_MAGIC 0x75D11D57u
#define METADATA_HEAD  37 /* bytes before the text of a packet of metadata */

struct packet {
    uint64_t number;
    size_t at;
};

/* A file that is being read. */
struct source {
    const uint8_t *bytes;
    size_t size, next;      /* where the next packet begins */
    struct packet *packets; /* if they are numbered: all, in order of their numbers */
    size_t packet_count, packet;
    struct ctf_bits b;
    const struct ctf_stream *stream; /* of the packet; NULL: none is open */
    unsigned packet_leaves, fields;  /* values that belong to the packet; to it and the event's contexts */
    uint64_t packet_end;             /* bits */
    uint64_t time, discarded;
    uint64_t ended;       /* when the packet before did */
    uint64_t lost, after; /* events that were lost before this one, and since when */
    unsigned cpu;
    const struct ctf_event *event; /* NULL: the file has ended */
};

struct trace {
    struct ctf_reading r;
    struct folder folder;
    struct source *sources;
    size_t count;
    uint64_t cut; /* bytes that aren't a whole event */
};

/* ------------------------------------------------------------------ metadata */

/* Take the text out of packets, if it is in such. @return false if they are damaged */
static bool unpack_metadata(struct bytes *text, const struct folder_file *file)
{
    struct part p = {file->data, file->size, false};

    while (p.left > METADATA_HEAD && part_number(&p, 4) == METADATA_MAGIC) {
        (void)part_take(&p, 20); /* UUID, checksum */
        uint64_t content = part_number(&p, 4) / 8, packet = part_number(&p, 4) / 8;

        (void)part_take(&p, 5);
        if (content < METADATA_HEAD || packet < content) {
            return false;
        }
        struct part body = part_take(&p, packet - METADATA_HEAD);

        bytes_add(text, body.at, body.left < content - METADATA_HEAD ? body.left : content - METADATA_HEAD);
    }
    return !p.failed && !text->failed;
}

static bool parse_metadata(struct trace *t)
{
    const struct folder_file *file = folder_find(&t->folder, "metadata");
    struct bytes text = {0};
    bool good = false;

    if (file == NULL) {
        return foreign_refuse(t->r.to, "it has no file \"metadata\"");
    }
    if (file->size > 4 && memcmp(file->data, "\x57\x1d\xd1\x75", 4) == 0) {
        good = unpack_metadata(&text, file) && ctf_parse(&t->r.c, (const char *)text.data, text.used);
    } else {
        good = ctf_parse(&t->r.c, (const char *)file->data, file->size);
    }
    bytes_free(&text);
    return good ||
           foreign_refuse(t->r.to, "%s", t->r.c.wrong[0] != 0 ? t->r.c.wrong : "its metadata is damaged");
}

/* ------------------------------------------------------------------ packets */

static const struct ctf_stream *stream_of(const struct ctf *c, uint64_t id)
{
    for (size_t n = 0; n < c->stream_count; n++) {
        if (c->streams[n].id == id || c->stream_count == 1) {
            return &c->streams[n];
        }
    }
    return NULL;
}

static const struct ctf_event *event_of(const struct ctf *c, uint64_t id, uint64_t stream)
{
    for (size_t n = 0; n < c->event_count; n++) {
        if (c->events[n].id == id && (c->events[n].stream == stream || c->stream_count == 1)) {
            return &c->events[n];
        }
    }
    return NULL;
}

/* Set the time to a value of a clock that may have fewer bits than the time. */
static void set_time(struct source *s, uint64_t value, unsigned bits)
{
    uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    uint64_t time = (s->time & ~mask) | (value & mask);

    s->time = time < s->time && bits < 64 ? time + mask + 1 : time;
}

/* Take the times among the leaves from `first` on. */
static void take_time(struct source *s, const struct ctf *c, unsigned first)
{
    for (unsigned n = first; n < s->b.count; n++) {
        const struct ctf_leaf *leaf = &s->b.leaves[n];
        bool named = strcmp(leaf->name, "timestamp") == 0;

        if (leaf->text == NULL && leaf->type->kind == CTF_INTEGER &&
            (leaf->type->is_clock || (named && c->hz == 0)) && strcmp(leaf->name, "timestamp_end") != 0) {
            set_time(s, leaf->value, leaf->type->size);
        }
    }
}

/* Read the header and context of a packet. @return its size in bits; 0: none begins here */
static uint64_t packet_head(const struct ctf *c, struct source *s, size_t at)
{
    s->stream = NULL;
    s->b.bytes = s->bytes + at;
    s->b.at = 0;
    s->b.end = 8 * (uint64_t)(s->size - at);
    s->b.count = 0;
    s->b.failed = false;
    s->b.order = c->order;
    ctf_read(&s->b, c->packet_header, "");
    const struct ctf_leaf *magic = ctf_leaf(&s->b, 0, "magic");

    s->stream = s->b.failed || (magic != NULL && magic->value != MAGIC)
                    ? NULL
                    : stream_of(c, ctf_value(&s->b, 0, "stream_id"));
    if (s->stream != NULL) {
        ctf_read(&s->b, s->stream->packet_context, "");
    }
    uint64_t size = ctf_value(&s->b, 0, "packet_size"), content = ctf_value(&s->b, 0, "content_size");

    size = size != 0 ? size : s->b.end;
    return s->stream == NULL || s->b.failed || size > s->b.end || content > size ? 0 : size / 8 * 8;
}

static int by_number(const void *a, const void *b)
{
    uint64_t one = ((const struct packet *)a)->number, two = ((const struct packet *)b)->number;

    return (one > two) - (one < two);
}

/* A buffer of packets that was overwritten from its beginning on, as Zephyr keeps one in memory, has the
 * newest packets before older ones. */
static bool number_packets(const struct ctf *c, struct source *s)
{
    uint64_t bits;

    for (size_t at = 0; at < s->size && (bits = packet_head(c, s, at)) != 0; at += (size_t)(bits / 8)) {
        const struct ctf_leaf *number = ctf_leaf(&s->b, 0, "packet_seq_num");

        if (number == NULL) {
            break;
        }
        if (!VECTOR_GROW(s->packets, s->packet_count)) {
            return false;
        }
        s->packets[s->packet_count++] = (struct packet){number->value, at};
    }
    sort_stable(s->packets, s->packet_count, sizeof *s->packets, by_number);
    return true;
}

/* Begin the next packet of a file. @return false at its end */
static bool next_packet(struct trace *t, struct source *s)
{
    const struct ctf *c = &t->r.c;

    if (s->packet < s->packet_count) {
        s->next = s->packets[s->packet++].at;
    } else if (s->packet_count > 0) {
        s->next = s->size;
    }
    s->stream = NULL;
    if (s->next >= s->size) {
        return false;
    }
    uint64_t size = packet_head(c, s, s->next), content = ctf_value(&s->b, 0, "content_size");

    if (size == 0) {
        t->cut += s->size - s->next;
        s->next = s->size;
        s->stream = NULL;
        return false;
    }
    s->packet_end = s->b.end = content != 0 ? content : size;
    s->next += (size_t)(size / 8);
    s->packet_leaves = s->b.count;
    s->cpu = (unsigned)ctf_value(&s->b, 0, "cpu_id");
    take_time(s, c, 0);

    const struct ctf_leaf *lost = ctf_leaf(&s->b, 0, "events_discarded");

    if (lost != NULL && lost->value > s->discarded) {
        s->lost += lost->value - s->discarded;
        s->after = s->ended;
        s->discarded = lost->value;
    }
    const struct ctf_leaf *end = ctf_leaf(&s->b, 0, "timestamp_end");

    s->ended = end != NULL ? end->value : 0;
    return true;
}

/* Read the next event of a file; at its end, NULL. */
static void next_event(struct trace *t, struct source *s)
{
    const struct ctf *c = &t->r.c;

    s->event = NULL;
    while ((s->stream != NULL && s->b.at < s->b.end) || next_packet(t, s)) {
        uint64_t begin = s->b.at;

        if (begin >= s->b.end) {
            continue; /* an empty packet */
        }
        s->b.count = s->packet_leaves;
        ctf_read(&s->b, s->stream->event_header, "");
        take_time(s, c, s->packet_leaves);
        s->event = s->b.failed ? NULL : event_of(c, ctf_value(&s->b, s->packet_leaves, "id"), s->stream->id);
        if (s->event != NULL) {
            ctf_read(&s->b, s->stream->event_context, "");
            ctf_read(&s->b, s->event->context, "");
            s->fields = s->b.count;
            ctf_read(&s->b, s->event->fields, "");
        }
        if (s->event != NULL && !s->b.failed && s->b.at > begin) {
            const struct ctf_leaf *core =
                ctf_leaf(&s->b, s->fields, "core_id"); /* Zephyr's, with several CPUs */

            s->cpu = core != NULL ? (unsigned)core->value : s->cpu;
            return;
        }
        t->cut += (s->b.end - begin) / 8;
        s->event = NULL;
        s->stream = NULL;
    }
}

/* ------------------------------------------------------------------ the trace */

static bool open_sources(struct trace *t)
{
    for (size_t n = 0; n < t->folder.count; n++) {
        const struct folder_file *file = &t->folder.files[n];

        if (strcmp(file->name, "metadata") == 0 || file->name[0] == '.' || file->name[0] == 0 ||
            file->size == 0) {
            continue;
        }
        if (!VECTOR_GROW(t->sources, t->count)) {
            return false;
        }
        struct source *s = &t->sources[t->count++];

        *s = (struct source){.bytes = file->data, .size = file->size};
        if (!number_packets(&t->r.c, s)) {
            return false;
        }
    }
    return true;
}

static void rewind_all(struct trace *t)
{
    t->cut = 0;
    for (size_t n = 0; n < t->count; n++) {
        struct source *s = &t->sources[n];

        *s = (struct source){
            .bytes = s->bytes, .size = s->size, .packets = s->packets, .packet_count = s->packet_count};
        next_event(t, s);
    }
}

static struct source *earliest(const struct trace *t)
{
    struct source *found = NULL;

    for (size_t n = 0; n < t->count; n++) {
        struct source *s = &t->sources[n];

        if (s->event != NULL && (found == NULL || s->time < found->time)) {
            found = s;
        }
    }
    return found;
}

static void read_all(struct trace *t)
{
    struct ctf_reading *r = &t->r;
    struct source *s;

    for (size_t n = 0; n < r->c.event_count; n++) {
        ctf_describe(r, &r->c.events[n]);
    }
    for (rewind_all(t); (s = earliest(t)) != NULL && !foreign_failed(r->to); next_event(t, s)) {
        if (s->cpu < FOREIGN_CPUS) {
            ctf_survey(r, s->event, &s->b, s->fields, s->cpu);
        }
    }
    if (t->cut > 0) {
        foreign_note(r->to, "without %llu bytes that aren't a whole event", (unsigned long long)t->cut);
    }
    ctf_threads_rewind(r->threads);
    for (rewind_all(t); (s = earliest(t)) != NULL && !foreign_failed(r->to); next_event(t, s)) {
        unsigned cpu = s->cpu < FOREIGN_CPUS ? s->cpu : 0;

        if (s->lost != 0) {
            foreign_loss(r->to, cpu, s->after, s->time, (uint32_t)s->lost);
            s->lost = 0;
        }
        ctf_put(r, s->event, &s->b, s->fields, cpu, s->time);
    }
}

static bool ctf_format_read(struct foreign *f, const uint8_t *bytes, size_t size)
{
    struct trace *t = calloc(1, sizeof *t);
    const char *wrong = strerror(ENOMEM);
    bool good = false;

    if (t != NULL) {
        t->r.to = f;
        wrong = folder_open(&t->folder, bytes, size);
    }
    if (wrong != NULL) {
        (void)foreign_refuse(f, "%s", wrong);
    } else if (parse_metadata(t) && open_sources(t) && (t->r.threads = ctf_threads_open()) != NULL) {
        foreign_rate(f, t->r.c.hz != 0 && t->r.c.hz <= UINT32_MAX ? (uint32_t)t->r.c.hz : 1000000000);
        foreign_system(f, t->r.c.host, sizeof t->r.c.host);
        read_all(t);
        good = true;
    }
    if (t != NULL) {
        ctf_threads_close(t->r.threads);
        ctf_free(&t->r.c);
        folder_close(&t->folder);
        for (size_t n = 0; n < t->count; n++) {
            free(t->sources[n].packets);
        }
        free(t->sources);
    }
    free(t);
    return good;
}

static bool ctf_probe(const uint8_t *bytes, size_t size)
{
    struct folder f = {0};
    bool found =
        folder_is(bytes, size) && folder_open(&f, bytes, size) == NULL && folder_find(&f, "metadata") != NULL;

    folder_close(&f);
    return found;
}

static const struct foreign_format ctf_format = {
    .name = "CTF",
    .summary = "a trace in the Common Trace Format 1.8, as Zephyr, barectf and LTTng record: a folder or its "
               "ZIP file",
    .order = 2,
    .needs_code = true,
    .probe = ctf_probe,
    .read = ctf_format_read,
};
SPOOR_FOREIGN(ctf);
