/* SPDX-License-Identifier: BSD-2-Clause */
/* Chrome's events that aren't slices: each name is an event, each series of a counter is a counter. */
#include <stdlib.h>
#include <string.h>
#include <base/sort.h>
#include <base/vector.h>
#include "chrome_priv.h"

#define KINDS_MOST 900 /* names with an event of their own; all others share one */
#define TEXT_MOST  200 /* bytes of parameters as text */

/* Append a name without characters that have a meaning in descriptors and filters. */
static void put_name(struct bytes *b, struct chrome_text t)
{
    size_t from = b->used;

    chrome_append(b, t);
    for (size_t n = from; n < b->used; n++) {
        b->data[n] = strchr(",+:/|= ", b->data[n]) != NULL ? '_' : b->data[n];
    }
    b->used = b->used - from > 80 ? from + 80 : b->used;
}

/* ------------------------------------------------------------------ kinds */

struct wanted {
    const struct chrome_others *o;
    const struct bytes *name;
};

static bool same_kind(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    const struct bytes *name = &w->o->kinds[index].name;

    return name->used == w->name->used && memcmp(name->data, w->name->data, name->used) == 0;
}

/* @return the index of the kind of a name, which is taken; SLICE_NONE if memory ran out */
static uint32_t kind_of(struct chrome_others *o, struct bytes *name, bool is_counter)
{
    bool shared = o->kind_count >= KINDS_MOST;

    bytes_u8(name, 0);
    if (name->failed) {
        o->failed = true;
        bytes_free(name);
        return SLICE_NONE;
    }
    uint64_t hash = hash_bytes(is_counter, name->data, name->used);
    uint32_t index = hash_find(&o->by_name, hash, same_kind, &(struct wanted){o, name});

    if (index == HASH_NONE && shared) {
        name->used = 0;
        bytes_add(name, "other_event", sizeof "other_event");
        hash = hash_bytes(0, name->data, name->used);
        index = hash_find(&o->by_name, hash, same_kind, &(struct wanted){o, name});
    }
    if (index != HASH_NONE || !VECTOR_GROW(o->kinds, o->kind_count) ||
        !hash_add(&o->by_name, hash, (uint32_t)o->kind_count)) {
        o->failed |= index == HASH_NONE;
        bytes_free(name);
        return index == HASH_NONE ? SLICE_NONE : index;
    }
    o->kinds[o->kind_count] = (struct chrome_kind){
        .name = *name, .is_counter = is_counter && !shared, .has_name = shared, .as_text = shared};
    *name = (struct bytes){.used = 0};
    return (uint32_t)o->kind_count++;
}

static void add(struct chrome_others *o, const struct chrome_other *e)
{
    if (e->kind == SLICE_NONE || !VECTOR_GROW(o->list, o->count)) {
        o->failed = true;
    } else {
        o->list[o->count++] = *e;
    }
}

/* @return whether a value is a whole number, which is then set */
static bool is_whole(struct chrome_text t, int64_t *value)
{
    int64_t millionths;

    return t.n > 0 && t.at[0] != '"' && chrome_number(t, 0, value) && chrome_number(t, 6, &millionths) &&
           millionths == *value * 1000000;
}

/* Append the fields of an event with these parameters. @return false if they aren't a few numbers */
static bool put_fields(struct bytes *b, struct chrome_text args, bool has_id)
{
    struct chrome_json j = chrome_inside(args);
    unsigned words = has_id ? 2 : 1;
    int64_t value;

    bytes_text(b, has_id ? "thread:thread,id:x32" : "thread:thread");
    if (chrome_open(&j, '{')) {
        while (chrome_more(&j, '}')) {
            struct chrome_text key = chrome_key(&j), number = chrome_value(&j);

            if (j.failed || ++words > SPOOR_WIRE_WORDS_MAX || key.n <= 2 || !is_whole(number, &value) ||
                value < INT32_MIN || value > INT32_MAX) {
                return false;
            }
            bytes_text(b, ",");
            put_name(b, key);
            bytes_text(b, ":i32");
        }
    }
    return true;
}

void chrome_add(struct chrome_others *o, const struct chrome_event *e, const char *suffix, bool has_id,
                uint32_t row)
{
    struct bytes name = {.used = 0}, fields = {.used = 0};

    put_name(&name, e->name);
    bytes_text(&name, name.used == 0 ? "unnamed" : "");
    bytes_text(&name, suffix);
    struct chrome_other other = {.time = e->time, .row = row, .id = e->id, .args = e->args, .name = e->name};

    other.kind = kind_of(o, &name, false);
    add(o, &other);
    if (other.kind == SLICE_NONE) {
        return;
    }
    struct chrome_kind *k = &o->kinds[other.kind];

    k->has_id = has_id;
    if (!k->as_text) {
        k->as_text = !put_fields(&fields, e->args, has_id);
        if (k->fields.used == 0) {
            k->fields = fields;
            return;
        }
        k->as_text |= fields.used != k->fields.used || memcmp(fields.data, k->fields.data, fields.used) != 0;
    }
    bytes_free(&fields);
}

/* ------------------------------------------------------------------ counters */

static void add_value(struct chrome_others *o, struct chrome_other *e, struct bytes *name)
{
    int64_t value = 0;
    bool whole = is_whole(e->args, &value);

    if (e->args.n == 0 || memchr("-0123456789", e->args.at[0], 11) == NULL) {
        o->no_numbers++;
        bytes_free(name);
        return;
    }
    e->kind = kind_of(o, name, true);
    add(o, e);
    if (e->kind != SLICE_NONE) {
        struct chrome_kind *k = &o->kinds[e->kind];

        k->as_text |= !whole || value < INT32_MIN || value > UINT32_MAX;
        k->is_signed |= value < 0;
        k->is_wide |= value > INT32_MAX;
    }
}

void chrome_add_counter(struct chrome_others *o, const struct chrome_event *e, struct chrome_text process)
{
    struct chrome_json j = chrome_inside(e->args);

    if (!chrome_open(&j, '{')) {
        o->no_numbers++;
        return;
    }
    while (chrome_more(&j, '}')) {
        struct chrome_text key = chrome_key(&j), value = chrome_value(&j);
        struct bytes name = {.used = 0};

        if (j.failed) {
            break;
        }
        put_name(&name, process);
        bytes_text(&name, process.n > 0 ? "." : "");
        put_name(&name, e->name);
        if (!chrome_is(key, "value") && !(key.n == e->name.n && memcmp(key.at, e->name.at, key.n) == 0)) {
            bytes_text(&name, ".");
            put_name(&name, key);
        }
        add_value(o,
                  &(struct chrome_other){.time = e->time, .row = SLICE_NONE, .args = value, .name = e->name},
                  &name);
    }
}

/* ------------------------------------------------------------------ records */

static int by_time(const void *a, const void *b)
{
    int64_t one = ((const struct chrome_other *)a)->time, two = ((const struct chrome_other *)b)->time;

    return (one > two) - (one < two);
}

void chrome_describe(struct chrome_others *o, struct foreign *to)
{
    sort_stable(o->list, o->count, sizeof *o->list, by_time);
    for (size_t n = 0; n < o->kind_count; n++) {
        struct chrome_kind *k = &o->kinds[n];
        const char *fields = k->is_signed ? "value:i32" : "value";

        k->as_text |= k->is_counter && k->is_signed && k->is_wide;
        if (!k->is_counter) {
            bytes_u8(&k->fields, 0);
            fields = k->fields.failed ? "" : (const char *)k->fields.data;
        }
        k->event = foreign_event(to, (const char *)k->name.data, k->as_text ? "text:str" : fields,
                                 k->as_text      ? FOREIGN_DATA
                                 : k->is_counter ? FOREIGN_COUNTER
                                                 : 0);
    }
}

/* @return an ID as a word: its number, or a hash of it if it has more bits or is no number */
static uint32_t word_of(struct chrome_text id)
{
    char text[24] = "", *end;
    size_t quoted = id.n > 2 && id.at[0] == '"';

    if (id.n > 0 && id.n - 2 * quoted < sizeof text) {
        memcpy(text, id.at + quoted, id.n - 2 * quoted);
    }
    unsigned long long number = strtoull(text, &end, 0);

    return text[0] >= '0' && text[0] <= '9' && *end == 0 && number <= UINT32_MAX
               ? (uint32_t)number
               : (uint32_t)hash_bytes(0, id.at, id.n);
}

/* Print the parameters: "key=value …". */
static void print_args(struct bytes *b, struct chrome_text args)
{
    struct chrome_json j = chrome_inside(args);

    if (!chrome_open(&j, '{')) {
        chrome_append(b, args);
        return;
    }
    while (chrome_more(&j, '}') && !j.failed && b->used < TEXT_MOST) {
        struct chrome_text key = chrome_key(&j), value = chrome_value(&j);

        bytes_text(b, b->used > 0 ? " " : "");
        put_name(b, key);
        bytes_text(b, "=");
        chrome_append(b, value);
    }
}

static void put_text(const struct chrome_kind *k, const struct chrome_other *e, struct foreign *to,
                     unsigned cpu, uint64_t time, uint32_t thread, const char *name)
{
    struct bytes text = {.used = 0};

    if (k->has_name) {
        chrome_append(&text, e->name);
    }
    if (!k->is_counter && thread != 0) {
        bytes_print(&text, "%sthread=%s", text.used > 0 ? " " : "", name);
    }
    if (k->has_id) {
        bytes_print(&text, "%sid=0x%x", text.used > 0 ? " " : "", word_of(e->id));
    }
    if (e->args.n > 0) {
        print_args(&text, e->args);
    }
    foreign_data(to, cpu, time, k->event, text.used > 0 ? text.data : (const uint8_t *)"",
                 text.used < TEXT_MOST ? text.used : TEXT_MOST);
    bytes_free(&text);
}

void chrome_put(struct chrome_others *o, const struct chrome_other *e, struct foreign *to, unsigned cpu,
                uint64_t time, uint32_t thread, const char *name)
{
    const struct chrome_kind *k = &o->kinds[e->kind];
    struct chrome_json j = chrome_inside(e->args);
    uint32_t word[SPOOR_WIRE_WORDS_MAX];
    unsigned words = 0;
    int64_t value = 0;

    if (k->as_text) {
        put_text(k, e, to, cpu, time, thread, name);
        return;
    }
    if (k->is_counter) {
        (void)chrome_number(e->args, 0, &value);
        word[words++] = (uint32_t)value;
    } else {
        word[words++] = thread;
        if (k->has_id) {
            word[words++] = word_of(e->id);
        }
        if (chrome_open(&j, '{')) {
            while (chrome_more(&j, '}') && words < SPOOR_WIRE_WORDS_MAX) {
                (void)chrome_key(&j);
                (void)chrome_number(chrome_value(&j), 0, &value);
                word[words++] = (uint32_t)value;
            }
        }
    }
    foreign_record(to, cpu, time, k->event, word, words);
}

void chrome_others_free(struct chrome_others *o)
{
    for (size_t n = 0; n < o->kind_count; n++) {
        bytes_free(&o->kinds[n].name);
        bytes_free(&o->kinds[n].fields);
    }
    free(o->kinds);
    free(o->list);
    hash_free(&o->by_name);
}
