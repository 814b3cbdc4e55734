/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * profile.proto of pprof, in gzip: calls and values of each stack, innermost function first. The thread or
 * interrupt is a label, so that -tagroot=context and -tagfocus work. The mapping is the program, or a library
 * if another tool made the profile.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/deflate.h>
#include <base/vector.h>
#include <export/profile/exporter.h>
#include <export/proto.h>

enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION_ENTRY = 5,
    PROFILE_STRINGS = 6,
    PROFILE_TIME_NS = 9,
    PROFILE_DURATION_NS = 10,
    PROFILE_DEFAULT_TYPE = 14,
};

struct pprof {
    struct bytes out, message, list;
    struct hash hash, mappings; /* numbers of the strings; mappings written so far */
    const char **strings;
    size_t count;
    bool failed;
};

/* ------------------------------------------------------------------ strings */

struct wanted {
    const struct pprof *x;
    const char *text;
};

static bool same(void *arg, uint32_t index)
{
    const struct wanted *w = arg;

    return strcmp(w->x->strings[index], w->text) == 0;
}

/* @return the number of a string, which must live as long as the profile */
static uint64_t string_of(struct pprof *x, const char *text)
{
    uint64_t hash = hash_bytes(3, text, strlen(text));
    uint32_t n = hash_find(&x->hash, hash, same, &(struct wanted){x, text});

    if (n != HASH_NONE) {
        return n;
    }
    if (!VECTOR_GROW(x->strings, x->count)) {
        x->failed = true;
        return 0;
    }
    x->failed |= !hash_add(&x->hash, hash, (uint32_t)x->count);
    x->strings[x->count] = text;
    return x->count++;
}

/* ------------------------------------------------------------------ messages */

static void put(struct pprof *x, unsigned field)
{
    proto_message(&x->out, field, &x->message);
    x->message.used = 0;
}

static void put_type(struct pprof *x, const char *type, const char *unit)
{
    proto_number(&x->message, 1, string_of(x, type));
    proto_number(&x->message, 2, string_of(x, unit));
    put(x, PROFILE_SAMPLE_TYPE);
}

/* Add the address range of the program's functions. */
static void put_span(struct pprof *x, const struct profile *p)
{
    uint64_t from = UINT64_MAX, to = 0;

    for (uint32_t n = 0; n < p->frame_count; n++) {
        const struct profile_frame *f = &p->frames[n];

        if (f->kind == PROFILE_FUNCTION && f->module == NULL && f->key != 0) {
            from = f->key < from ? f->key : from;
            to = f->key + f->size + 1 > to ? f->key + f->size + 1 : to;
        }
    }
    if (to != 0) {
        proto_number(&x->message, 2, from);
        proto_number(&x->message, 3, to);
    }
}

static void put_build_id(struct pprof *x, struct profile *p)
{
    char text[129];

    for (size_t n = 0; n < p->build_id_bytes && n < sizeof text / 2; n++) {
        snprintf(text + 2 * n, 3, "%02x", p->build_id[n]);
    }
    const char *kept = p->build_id_bytes != 0 ? profile_keep(p, text, strlen(text)) : NULL;

    if (kept != NULL) {
        proto_number(&x->message, 6, string_of(x, kept));
    }
}

/* @return the number of a frame's mapping, written on first use */
static uint64_t mapping_of(struct pprof *x, struct profile *p, const struct profile_frame *f)
{
    const char *name = f->module != NULL ? f->module : p->program != NULL ? p->program : "";
    uint64_t text = string_of(x, name);

    if (hash_find_key(&x->mappings, text) == HASH_NONE) {
        x->failed |= !hash_add(&x->mappings, text, 0);
        proto_number(&x->message, 1, text + 1);
        if (f->module == NULL) {
            put_span(x, p);
            put_build_id(x, p);
        }
        proto_number(&x->message, 5, text);
        for (unsigned known = 7; known <= 9; known++) { /* functions, files and lines are known */
            proto_number(&x->message, known, 1);
        }
        put(x, PROFILE_MAPPING);
    }
    return text + 1;
}

/* Write a function and its location; numbers begin at 1. */
static void put_function(struct pprof *x, struct profile *p, uint32_t number)
{
    const struct profile_frame *f = &p->frames[number - 1];
    uint64_t mapping = mapping_of(x, p, f);
    struct bytes line = {0};

    proto_number(&x->message, 1, number);
    proto_number(&x->message, 2, string_of(x, f->name));
    proto_number(&x->message, 3, string_of(x, f->name));
    proto_number(&x->message, 4, string_of(x, f->file != NULL ? f->file : ""));
    proto_number(&x->message, 5, f->line);
    put(x, PROFILE_FUNCTION_ENTRY);
    proto_number(&line, 1, number);
    proto_number(&line, 2, f->line);
    proto_number(&x->message, 1, number);
    proto_number(&x->message, 2, mapping);
    proto_number(&x->message, 3, f->key);
    proto_message(&x->message, 4, &line);
    put(x, PROFILE_LOCATION);
    x->failed |= line.failed;
    bytes_free(&line);
}

static void put_label(struct pprof *x, const char *key, const char *text)
{
    struct bytes label = {0};

    proto_number(&label, 1, string_of(x, key));
    proto_number(&label, 2, string_of(x, text));
    proto_message(&x->message, 3, &label);
    x->failed |= label.failed;
    bytes_free(&label);
}

static void put_sample(struct pprof *x, const struct profile *p, uint32_t n)
{
    const struct profile_node *node = &p->nodes[n];

    x->list.used = 0;
    for (; n != PROFILE_ROOT && p->frames[p->nodes[n].frame].kind == PROFILE_FUNCTION;
         n = p->nodes[n].parent) {
        proto_varint(&x->list, p->nodes[n].frame + UINT64_C(1));
    }
    proto_bytes(&x->message, 1, x->list.data, x->list.used);
    x->list.used = 0;
    if ((p->has & PROFILE_CALLS) != 0) {
        proto_varint(&x->list, node->calls);
    }
    proto_varint(&x->list, node->self);
    proto_bytes(&x->message, 2, x->list.data, x->list.used);
    if (n != PROFILE_ROOT) {
        const struct profile_frame *f = &p->frames[p->nodes[n].frame];

        put_label(x, f->kind == PROFILE_IRQ ? "irq" : "thread", f->name);
        put_label(x, "context", f->name);
    }
    put(x, PROFILE_SAMPLE);
}

/* ------------------------------------------------------------------ the file */

/* As gzip (RFC 1952), which all readers accept, with stored blocks: the file is the same on every system. */
static void write_gzip(struct export *e, const struct bytes *b)
{
    static const uint8_t header[10] = {0x1f, 0x8b, 8, [9] = 255}; /* deflated; no time; unknown system */
    struct bytes file = {0};

    bytes_add(&file, header, sizeof header);
    deflate_stored(&file, b->data, b->used, true);
    bytes_u32(&file, deflate_checksum(0, b->data, b->used));
    bytes_u32(&file, (uint32_t)b->used);
    export_flush(e, &file);
    bytes_free(&file);
}

static void write_pprof(struct export *e, struct profile *p)
{
    struct pprof x = {.count = 0};
    bool is_time = strcmp(p->unit, "ns") == 0;
    const char *type = is_time ? "time" : p->unit, *unit = is_time ? "nanoseconds" : "count";

    (void)string_of(&x, "");
    if ((p->has & PROFILE_CALLS) != 0) {
        put_type(&x, "calls", "count");
    }
    put_type(&x, type, unit);
    for (uint32_t n = 0; n < p->frame_count; n++) {
        if (p->frames[n].kind == PROFILE_FUNCTION) {
            put_function(&x, p, n + 1);
        }
    }
    for (uint32_t n = 1; n < p->count; n++) {
        if ((p->nodes[n].self != 0 || p->nodes[n].calls != 0) &&
            p->frames[p->nodes[n].frame].kind == PROFILE_FUNCTION) {
            put_sample(&x, p, n);
        }
    }
    proto_number(&x.out, PROFILE_TIME_NS, p->ms * 1000000);
    proto_number(&x.out, PROFILE_DURATION_NS, p->duration_ns);
    proto_number(&x.out, PROFILE_DEFAULT_TYPE, string_of(&x, type));
    for (size_t n = 0; n < x.count; n++) {
        proto_bytes(&x.out, PROFILE_STRINGS, x.strings[n], strlen(x.strings[n]));
    }
    if (x.failed || x.out.failed || x.message.failed || x.list.failed) {
        e->error = ENOMEM;
    } else {
        write_gzip(e, &x.out);
    }
    free(x.strings);
    hash_free(&x.hash);
    hash_free(&x.mappings);
    bytes_free(&x.out);
    bytes_free(&x.message);
    bytes_free(&x.list);
}

static const struct profile_exporter pprof_exporter = {
    .format = {"pprof", "pprof's profile: go tool pprof, and services that keep profiles", EXPORT_BINARY},
    .write = write_pprof,
    .needs = PROFILE_TREE,
};
SPOOR_PROFILE_EXPORTER(pprof);
