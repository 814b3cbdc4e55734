/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * OTF2, for Vampir and otf2-print, by its own library: a format with an index and definitions of its own,
 * whose readers accept the library's files. Each CPU is a location with the threads and interrupts that run
 * on it; each thread one with its calls, waits and delays; a block has one for each context that visits it.
 * Messages between threads are MPI's, which alone draw arrows; so each location is a process of its own.
 */
#include <errno.h>
#include <otf2/otf2.h>
#include <stdlib.h>
#include <string.h>
#include <export/export.h>

#define CHUNK_BYTES (256 * 1024) /* the least: a location has one */
#define PLACES_MAX  4096
#define STACK_MAX   256
#define NONE        UINT32_MAX

enum place_kind { PLACE_CPU, PLACE_THREAD, PLACE_BLOCK };

/* A location while it is written. */
struct place {
    OTF2_EvtWriter *writer;
    uint32_t name;             /* a string */
    uint64_t last;             /* time of its last event */
    uint32_t stack[STACK_MAX]; /* open regions */
    unsigned depth;
    uint32_t state; /* of a thread: the region of its wait or delay, or NONE */
    enum place_kind kind;
};

struct region {
    uint32_t name, file, line;
    OTF2_RegionRole role;
};

struct otf2 {
    OTF2_Archive *archive;
    struct place *places;
    struct region *regions;
    char **strings;
    uint32_t *metrics; /* strings of their names */
    uint32_t place_count, region_count, region_room, string_count, string_room, metric_count;
    struct hash by_key, by_string, by_region;
    struct map by_id; /* counters */
    uint64_t first, last;
    bool failed;
};

/* ------------------------------------------------------------------ the library's calls */

static OTF2_FlushType pre_flush(void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller,
                                bool final)
{
    (void)data;
    (void)type;
    (void)location;
    (void)caller;
    (void) final;
    return OTF2_FLUSH;
}

static OTF2_TimeStamp post_flush(void *data, OTF2_FileType type, OTF2_LocationRef location)
{
    const struct otf2 *o = data;

    (void)type;
    (void)location;
    return o->last;
}

static const OTF2_FlushCallbacks flush_callbacks = {.otf2_pre_flush = pre_flush,
                                                    .otf2_post_flush = post_flush};

static void check(struct otf2 *o, OTF2_ErrorCode code)
{
    o->failed |= code != OTF2_SUCCESS;
}

/* The export command reports the reason; the library's own words go nowhere. */
static OTF2_ErrorCode no_word(void *data, const char *file, uint64_t line, const char *function,
                              OTF2_ErrorCode code, const char *format, va_list args)
{
    (void)data;
    (void)file;
    (void)line;
    (void)function;
    (void)format;
    (void)args;
    return code;
}

static void otf2_begin(struct export *e)
{
    struct otf2 *o = e->state;

    OTF2_Error_RegisterCallback(no_word, NULL);
    o->first = UINT64_MAX;
    o->archive = OTF2_Archive_Open(e->folder, "trace", OTF2_FILEMODE_WRITE, CHUNK_BYTES, 4 << 20,
                                   OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (o->archive == NULL) {
        e->error = errno != 0 ? errno : EEXIST;
        return;
    }
    check(o, OTF2_Archive_SetFlushCallbacks(o->archive, &flush_callbacks, o));
    check(o, OTF2_Archive_SetSerialCollectiveCallbacks(o->archive));
    check(o, OTF2_Archive_OpenEvtFiles(o->archive));
    o->places = calloc(PLACES_MAX, sizeof *o->places);
    o->metrics = calloc(PLACES_MAX, sizeof *o->metrics);
    o->failed |= o->places == NULL || o->metrics == NULL;
}

/* ------------------------------------------------------------------ strings, regions, locations */

struct wanted {
    const struct otf2 *o;
    const char *text;
    uint32_t name;
    OTF2_RegionRole role;
};

static bool same_string(void *arg, uint32_t index)
{
    const struct wanted *w = arg;

    return strcmp(w->o->strings[index], w->text) == 0;
}

static bool same_region(void *arg, uint32_t index)
{
    const struct wanted *w = arg;

    return w->o->regions[index].name == w->name && w->o->regions[index].role == w->role;
}

/* Make room for one more. @return the list, or the old one when there is no memory */
static void *grow(struct otf2 *o, void *list, uint32_t count, uint32_t *room, size_t bytes)
{
    uint32_t wider = *room != 0 ? 2 * *room : 256;
    void *grown = count == *room ? realloc(list, wider * bytes) : list;

    if (grown == NULL) {
        o->failed = true;
        return list;
    }
    *room = count == *room ? wider : *room;
    return grown;
}

static uint32_t string_of(struct otf2 *o, const char *text)
{
    uint64_t hash = hash_bytes(6, text, strlen(text));
    uint32_t n = hash_find(&o->by_string, hash, same_string, &(struct wanted){.o = o, .text = text});

    if (n != HASH_NONE) {
        return n;
    }
    o->strings = grow(o, o->strings, o->string_count, &o->string_room, sizeof *o->strings);
    if (o->failed || (o->strings[o->string_count] = strdup(text)) == NULL ||
        !hash_add(&o->by_string, hash, o->string_count)) {
        o->failed = true;
        return 0;
    }
    return o->string_count++;
}

static uint32_t region_of(struct otf2 *o, const char *text, OTF2_RegionRole role)
{
    uint32_t name = string_of(o, text);
    uint64_t hash = hash_number(hash_number(7, name), role);
    uint32_t n =
        hash_find(&o->by_region, hash, same_region, &(struct wanted){.o = o, .name = name, .role = role});

    if (n != HASH_NONE) {
        return n;
    }
    o->regions = grow(o, o->regions, o->region_count, &o->region_room, sizeof *o->regions);
    if (o->failed || !hash_add(&o->by_region, hash, o->region_count)) {
        o->failed = true;
        return 0;
    }
    o->regions[o->region_count] = (struct region){.name = name, .role = role};
    return o->region_count++;
}

static bool any(void *arg, uint32_t index)
{
    (void)arg;
    (void)index;
    return true;
}

/* @return NULL when there are too many */
static struct place *place_of(struct export *e, enum place_kind kind, uint64_t key, const char *name)
{
    struct otf2 *o = e->state;
    uint64_t hash = hash_number(hash_number(8, kind), key);
    uint32_t n = hash_find(&o->by_key, hash, any, NULL);

    if (n != HASH_NONE) {
        return &o->places[n];
    }
    if (o->failed || o->place_count == PLACES_MAX || !hash_add(&o->by_key, hash, o->place_count)) {
        o->failed = true;
        return NULL;
    }
    struct place *p = &o->places[o->place_count];

    *p = (struct place){.writer = OTF2_Archive_GetEvtWriter(o->archive, o->place_count),
                        .name = string_of(o, name),
                        .kind = kind,
                        .state = NONE};
    o->failed |= p->writer == NULL;
    o->place_count++;
    return o->failed ? NULL : p;
}

/* ------------------------------------------------------------------ events */

/* Times of a location never decrease. */
static uint64_t time_in(struct export *e, struct place *p, uint64_t cycles)
{
    struct otf2 *o = e->state;
    uint64_t ns = export_ns(e, cycles);

    ns = ns > p->last ? ns : p->last;
    p->last = ns;
    o->first = ns < o->first ? ns : o->first;
    o->last = ns > o->last ? ns : o->last;
    return ns;
}

static void enter(struct export *e, struct place *p, uint64_t time, uint32_t region)
{
    struct otf2 *o = e->state;

    if (p != NULL && p->depth < STACK_MAX) {
        p->stack[p->depth++] = region;
        check(o, OTF2_EvtWriter_Enter(p->writer, NULL, time_in(e, p, time), region));
    }
}

/* Leave regions down to a depth. */
static void leave_to(struct export *e, struct place *p, uint64_t time, unsigned depth)
{
    struct otf2 *o = e->state;

    while (p != NULL && p->depth > depth) {
        check(o, OTF2_EvtWriter_Leave(p->writer, NULL, time_in(e, p, time), p->stack[--p->depth]));
    }
}

static struct place *cpu_place(struct export *e, unsigned cpu)
{
    char name[32];

    snprintf(name, sizeof name, "CPU %u", cpu);
    return place_of(e, PLACE_CPU, cpu, name);
}

static struct place *thread_place(struct export *e, uint32_t thread)
{
    return place_of(e, PLACE_THREAD, thread, export_thread(e, thread));
}

/* A thread doesn't run: the region of its wait or delay, above its calls. */
static void set_state(struct export *e, struct place *p, uint64_t time, uint32_t region)
{
    if (p == NULL) {
        return;
    }
    if (p->state != NONE && p->depth > 0 && p->stack[p->depth - 1] == p->state) {
        leave_to(e, p, time, p->depth - 1);
    }
    p->state = region;
    if (region != NONE) {
        enter(e, p, time, region);
    }
}

static uint32_t wait_region(struct export *e, uint32_t thread, uint32_t reason)
{
    const struct follow_thread *t = follow_thread(intervals_follow(e->intervals), thread);
    const char *name = spoor_reason(e->elf, reason);
    char text[300];

    if (reason == WIRE_LEFT_PREEMPTED || reason == WIRE_LEFT_YIELD) {
        return region_of(e->state, "ready", OTF2_REGION_ROLE_ARTIFICIAL);
    }
    snprintf(text, sizeof text, "waits: %.40s%s%.200s", name != NULL ? name : "?",
             t != NULL && t->object != 0 ? " " : "",
             t != NULL && t->object != 0 ? export_object(e, t->object) : "");
    return region_of(e->state, text, OTF2_REGION_ROLE_ARTIFICIAL);
}

static void put_switch(struct export *e, const struct spoor_item *item, const struct spoor_id *id,
                       const struct linux_event *l)
{
    struct place *cpu = cpu_place(e, item->cpu);

    leave_to(e, cpu, item->time, 0);
    enter(e, cpu, item->time, region_of(e->state, export_thread(e, l->other), OTF2_REGION_ROLE_TASK));
    if (l->known && l->state == LINUX_DEAD) {
        leave_to(e, thread_place(e, l->thread), item->time, 0);
    } else if (l->known) {
        set_state(e, thread_place(e, l->thread), item->time,
                  wait_region(e, l->thread, spoor_value(&id->fields[0], item->word)));
    }
    set_state(e, thread_place(e, l->other), item->time, NONE);
}

static void put_linux(struct export *e, const struct spoor_item *item, const struct spoor_id *id,
                      const struct linux_event *l)
{
    struct otf2 *o = e->state;
    struct place *p = cpu_place(e, item->cpu);

    switch (l->kind) {
    case LINUX_SWITCH:
        put_switch(e, item, id, l);
        break;
    case LINUX_WAKING:
        p = thread_place(e, l->other);
        if (p != NULL && p->state != NONE) {
            set_state(e, p, item->time, region_of(o, "ready", OTF2_REGION_ROLE_ARTIFICIAL));
        }
        break;
    case LINUX_IRQ_ENTRY:
        enter(e, p, item->time, region_of(o, export_irq(e, l->line), OTF2_REGION_ROLE_FUNCTION));
        break;
    default:
        if (p != NULL && p->depth > 0 &&
            o->regions[p->stack[p->depth - 1]].role == OTF2_REGION_ROLE_FUNCTION) {
            leave_to(e, p, item->time, p->depth - 1);
        }
        break;
    }
}

/* Messages: from the thread that runs, or to it. */
static void put_message(struct export *e, const struct spoor_item *item, const struct spoor_id *id,
                        uint32_t thread)
{
    struct otf2 *o = e->state;
    uint32_t other = spoor_value(&id->fields[0], item->word);
    struct place *p = thread_place(e, thread), *q = thread_place(e, other);

    if (p == NULL || q == NULL) {
        return;
    }
    uint32_t rank = (uint32_t)(q - o->places);
    uint64_t time = time_in(e, p, item->time);

    if (id->role == WIRE_ROLE_RECEIVED) {
        check(o, OTF2_EvtWriter_MpiRecv(p->writer, NULL, time, rank, 0, 0, 0));
    } else if (id->role == WIRE_ROLE_SENT) {
        check(o, OTF2_EvtWriter_MpiSend(p->writer, NULL, time, rank, 0, 0, 0));
    }
}

static void put_counter(struct export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct otf2 *o = e->state;
    struct place *p = cpu_place(e, item->cpu);
    uint32_t n = map_find(&o->by_id, item->id);
    OTF2_Type type = OTF2_TYPE_INT64;
    OTF2_MetricValue value = {.signed_int = (int32_t)item->word[0]};

    if (n == MAP_NONE && !o->failed) {
        n = o->metric_count;
        o->failed |= n == PLACES_MAX || !map_add(&o->by_id, item->id, n);
        if (!o->failed) {
            o->metrics[o->metric_count++] = string_of(o, id->name);
        }
    }
    if (p != NULL && !o->failed) {
        check(o, OTF2_EvtWriter_Metric(p->writer, NULL, time_in(e, p, item->time), n, 1, &type, &value));
    }
}

static void put_call(struct export *e, const struct spoor_item *item, const struct spoor_id *id,
                     const struct linux_event *l)
{
    struct otf2 *o = e->state;
    struct place *p = l->in_irq ? cpu_place(e, item->cpu) : l->known ? thread_place(e, l->thread) : NULL;

    if (id->class == SPOOR_ENTER) {
        uint32_t region = region_of(o, export_function(e, item->word[0]), OTF2_REGION_ROLE_CODE);

        o->regions[region].file = item->word[0] & ~UINT32_C(1); /* its source is looked up at the end */
        enter(e, p, item->time, region);
    } else if (p != NULL && p->depth > 0 &&
               o->regions[p->stack[p->depth - 1]].role == OTF2_REGION_ROLE_CODE) {
        leave_to(e, p, item->time, p->depth - 1);
    }
}

/* Nothing is drawn across a loss: all that is open ends. */
static void put_loss(struct export *e, const struct spoor_item *item)
{
    struct otf2 *o = e->state;
    struct place *p = cpu_place(e, item->cpu);

    for (uint32_t n = 0; n < o->place_count && o->places[n].kind != PLACE_BLOCK; n++) {
        leave_to(e, &o->places[n], item->time, 0);
        o->places[n].state = NONE;
    }
    if (p != NULL) {
        uint64_t from = time_in(e, p, item->time), until = time_in(e, p, item->until);

        check(o, OTF2_EvtWriter_BufferFlush(p->writer, NULL, from, until));
    }
}

static void otf2_item(struct export *e, const struct spoor_item *item, const struct spoor_id *id)
{
    struct otf2 *o = e->state;

    if (o->archive == NULL || o->failed) {
        return;
    }
    if (item->kind == SPOOR_GAP || item->kind == SPOOR_MISSING || item->kind == SPOOR_CLEARED) {
        put_loss(e, item);
    }
    if (item->kind != SPOOR_RECORD) {
        return;
    }
    struct linux_event l = export_linux(e, item, id);

    if (l.kind != LINUX_NONE) {
        put_linux(e, item, id, &l);
    } else if (id->class == SPOOR_ENTER || id->class == SPOOR_LEAVE) {
        put_call(e, item, id, &l);
    } else if (id->class == SPOOR_COUNTER) {
        put_counter(e, item, id);
    } else if ((id->role == WIRE_ROLE_SENT || id->role == WIRE_ROLE_RECEIVED) && l.known && !l.in_irq) {
        put_message(e, item, id, l.thread);
    }
}

static void otf2_interval(struct export *e, const struct interval *i)
{
    struct otf2 *o = e->state;
    char name[400];

    if (o->archive == NULL || o->failed || (i->kind != INTERVAL_BLOCK && i->kind != INTERVAL_RANGE)) {
        return;
    }
    const char *block = spoor_id(e->elf, i->id)->name;

    snprintf(name, sizeof name, "%.180s (%.180s)", block,
             i->in_irq ? export_irq(e, i->line) : export_thread(e, i->thread));
    struct place *p =
        place_of(e, PLACE_BLOCK,
                 (uint64_t)i->id << 40 | (uint64_t)i->in_irq << 39 | (i->in_irq ? i->line : i->thread), name);

    enter(e, p, i->from, region_of(o, block, OTF2_REGION_ROLE_CODE));
    leave_to(e, p, i->to, 0);
}

/* ------------------------------------------------------------------ definitions */

static void write_regions(struct export *e, OTF2_GlobalDefWriter *w, uint32_t none)
{
    struct otf2 *o = e->state;

    for (uint32_t n = 0; n < o->region_count; n++) {
        struct region *r = &o->regions[n];
        struct spoor_source source = {.line = 0};
        uint32_t file = none;

        if (r->file != 0 && spoor_elf_source(e->elf, r->file, &source, 1) != 0 && source.file != NULL) {
            file = string_of(o, source.file);
        }
        r->file = file;
        r->line = source.line;
    }
    for (uint32_t n = 0; n < o->string_count; n++) {
        check(o, OTF2_GlobalDefWriter_WriteString(w, n, o->strings[n]));
    }
    for (uint32_t n = 0; n < o->region_count; n++) {
        const struct region *r = &o->regions[n];

        check(o, OTF2_GlobalDefWriter_WriteRegion(w, n, r->name, r->name, none, r->role,
                                                  r->role == OTF2_REGION_ROLE_CODE ? OTF2_PARADIGM_COMPILER
                                                                                   : OTF2_PARADIGM_USER,
                                                  OTF2_REGION_FLAG_NONE, r->file, r->line, 0));
    }
}

static void write_places(struct otf2 *o, OTF2_GlobalDefWriter *w, const uint64_t *events, uint32_t class,
                         uint32_t board, uint32_t none)
{
    uint64_t *members = calloc(o->place_count + 1u, sizeof *members);

    if (members == NULL) {
        o->failed = true;
        return;
    }
    check(o, OTF2_GlobalDefWriter_WriteSystemTreeNode(w, 0, board, class, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    for (uint32_t n = 0; n < o->place_count; n++) {
        members[n] = n;
        check(o, OTF2_GlobalDefWriter_WriteLocationGroup(w, n, o->places[n].name,
                                                         OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                         OTF2_UNDEFINED_LOCATION_GROUP));
        check(o, OTF2_GlobalDefWriter_WriteLocation(w, n, o->places[n].name, OTF2_LOCATION_TYPE_CPU_THREAD,
                                                    events[n], n));
    }
    check(o, OTF2_GlobalDefWriter_WriteGroup(w, 0, none, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                             OTF2_GROUP_FLAG_NONE, o->place_count, members));
    check(o, OTF2_GlobalDefWriter_WriteGroup(w, 1, none, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                             OTF2_GROUP_FLAG_NONE, o->place_count, members));
    check(o, OTF2_GlobalDefWriter_WriteComm(w, 0, board, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
    free(members);
}

static void write_metrics(struct otf2 *o, OTF2_GlobalDefWriter *w, uint32_t none, uint32_t unit)
{
    for (uint32_t n = 0; n < o->metric_count; n++) {
        check(o, OTF2_GlobalDefWriter_WriteMetricMember(w, n, o->metrics[n], none, OTF2_METRIC_TYPE_USER,
                                                        OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_INT64,
                                                        OTF2_BASE_DECIMAL, 0, unit));
        check(o, OTF2_GlobalDefWriter_WriteMetricClass(w, n, 1, &n, OTF2_METRIC_ASYNCHRONOUS,
                                                       OTF2_RECORDER_KIND_ABSTRACT));
    }
}

/* Events end, then each location has definitions, which are empty, then those of all. */
static void write_definitions(struct export *e, const uint64_t *events)
{
    struct otf2 *o = e->state;
    uint32_t none = string_of(o, ""), class = string_of(o, "machine"), unit = string_of(o, "#");
    uint32_t board = string_of(o, spoor_recording(e->reader)->header.board);

    check(o, OTF2_Archive_CloseEvtFiles(o->archive));
    check(o, OTF2_Archive_OpenDefFiles(o->archive));
    for (uint32_t n = 0; n < o->place_count; n++) {
        OTF2_DefWriter *d = OTF2_Archive_GetDefWriter(o->archive, n);

        check(o, d != NULL ? OTF2_Archive_CloseDefWriter(o->archive, d) : OTF2_ERROR_MEM_ALLOC_FAILED);
    }
    check(o, OTF2_Archive_CloseDefFiles(o->archive));
    OTF2_GlobalDefWriter *w = OTF2_Archive_GetGlobalDefWriter(o->archive);

    if (w == NULL) {
        o->failed = true;
        return;
    }
    check(o, OTF2_GlobalDefWriter_WriteClockProperties(w, 1000000000, o->first, o->last - o->first + 1,
                                                       OTF2_UNDEFINED_TIMESTAMP));
    write_regions(e, w, none);
    write_places(o, w, events, class, board, none);
    write_metrics(o, w, none, unit);
    check(o, OTF2_Archive_CloseGlobalDefWriter(o->archive, w));
}

static void otf2_end(struct export *e)
{
    struct otf2 *o = e->state;
    uint64_t *events = calloc(PLACES_MAX, sizeof *events);

    if (o->archive == NULL || events == NULL) {
        free(events);
        return;
    }
    for (uint32_t n = 0; n < o->place_count; n++) {
        leave_to(e, &o->places[n], e->end, 0);
        check(o, OTF2_EvtWriter_GetNumberOfEvents(o->places[n].writer, &events[n]));
        check(o, OTF2_Archive_CloseEvtWriter(o->archive, o->places[n].writer));
    }
    if (o->place_count == 0) {
        e->refusal = "nothing in it that this format has: switches, interrupts, calls, blocks";
    } else {
        write_definitions(e, events);
    }
    check(o, OTF2_Archive_Close(o->archive));
    o->archive = NULL;
    e->error = o->failed && e->error == 0 ? EIO : e->error;
    free(events);
}

static void otf2_free(struct export *e)
{
    struct otf2 *o = e->state;

    if (o->archive != NULL) {
        (void)OTF2_Archive_Close(o->archive);
    }
    for (uint32_t n = 0; n < o->string_count; n++) {
        free(o->strings[n]);
    }
    free(o->strings);
    free(o->regions);
    free(o->places);
    free(o->metrics);
    hash_free(&o->by_key);
    hash_free(&o->by_string);
    hash_free(&o->by_region);
    map_free(&o->by_id);
}

static const struct exporter otf2_exporter = {
    .name = "otf2",
    .summary = "OTF2's folder, for Vampir: CPUs, threads, blocks, messages, counters",
    .is_folder = true,
    .state_bytes = sizeof(struct otf2),
    .begin = otf2_begin,
    .item = otf2_item,
    .interval = otf2_interval,
    .end = otf2_end,
    .free = otf2_free,
};
SPOOR_EXPORTER(otf2);
