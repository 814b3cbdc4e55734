/* SPDX-License-Identifier: BSD-2-Clause */
/* Definitions of OTF2: strings, regions, locations and their groups, metrics. They are written at the end. */
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/sort.h>
#include <base/vector.h>
#include <profile/scope.h>
#include "otf2_priv.h"

#define COMM_GROUPS 2 /* groups of locations; those of regions follow */

/* Numbers of strings. */
struct words {
    uint32_t none, class, unit, board, process[3], comm[COMMS];
};

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

uint32_t otf2_string(struct otf2 *o, const char *text)
{
    uint64_t hash = hash_bytes(6, text, strlen(text));
    uint32_t n = hash_find(&o->by_string, hash, same_string, &(struct wanted){.o = o, .text = text});

    if (n != HASH_NONE) {
        return n;
    }
    o->failed |= !VECTOR_GROW(o->strings, o->string_count);
    if (o->failed || (o->strings[o->string_count] = strdup(text)) == NULL ||
        !hash_add(&o->by_string, hash, o->string_count)) {
        o->failed = true;
        return 0;
    }
    return o->string_count++;
}

uint32_t otf2_region(struct otf2 *o, const char *text, OTF2_RegionRole role)
{
    uint32_t name = otf2_string(o, text);
    uint64_t hash = hash_number(hash_number(7, name), role);
    uint32_t n =
        hash_find(&o->by_region, hash, same_region, &(struct wanted){.o = o, .name = name, .role = role});

    if (n != HASH_NONE) {
        return n;
    }
    o->failed |= !VECTOR_GROW(o->regions, o->region_count);
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

/* @return the location, or NULL if there are too many */
struct place *otf2_location(struct trace_export *e, enum place_kind kind, uint64_t key, const char *name)
{
    struct otf2 *o = e->to.state;
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

    *p = (struct place){.name = otf2_string(o, name), .kind = kind, .state = NONE};
    o->place_count++;
    return o->failed ? NULL : p;
}

/* ------------------------------------------------------------------ groups of regions */

/* A region and the name of its group. */
struct grouped {
    uint64_t region;
    uint32_t name;
};

static int by_group(const void *a, const void *b)
{
    const struct grouped *x = a, *y = b;

    return x->name != y->name ? (x->name > y->name) - (x->name < y->name)
                              : (x->region > y->region) - (x->region < y->region);
}

/* @return the name of a region's group: what it is; for a function its class, or the folder of its source */
static uint32_t group_of(struct otf2 *o, const struct region *r, const char *file)
{
    const char *name = o->strings[r->name], *slash = file != NULL ? strrchr(file, '/') : NULL, *scope;
    char text[400];
    size_t length;

    switch (r->role) {
    case OTF2_REGION_ROLE_TASK:
        return otf2_string(o, "threads");
    case OTF2_REGION_ROLE_FUNCTION:
        return otf2_string(o, "interrupts");
    case OTF2_REGION_ROLE_ARTIFICIAL:
        return otf2_string(o, "waits");
    default:
        break;
    }
    if (r->file == 0) {
        return otf2_string(o, "blocks");
    }
    scope = scope_of(name, &length);
    if (scope == NULL) {
        scope = slash != NULL ? file : "functions";
        length = slash != NULL ? (size_t)(slash - file) : strlen(scope);
    }
    snprintf(text, sizeof text, "%.*s", (int)length, scope);
    return otf2_string(o, text);
}

static void write_groups(struct otf2 *o, OTF2_GlobalDefWriter *w, struct grouped *grouped)
{
    uint64_t *members = calloc(o->region_count + 1u, sizeof *members);
    uint32_t group = COMM_GROUPS;

    if (members == NULL) {
        o->failed = true;
        return;
    }
    if (o->region_count != 0) {
        sort_stable(grouped, o->region_count, sizeof *grouped, by_group);
    }
    for (uint32_t n = 0, next; n < o->region_count; n = next) {
        for (next = n; next < o->region_count && grouped[next].name == grouped[n].name; next++) {
            members[next - n] = grouped[next].region;
        }
        otf2_check(o, OTF2_GlobalDefWriter_WriteGroup(w, group++, grouped[n].name, OTF2_GROUP_TYPE_REGIONS,
                                                      OTF2_PARADIGM_USER, OTF2_GROUP_FLAG_NONE, next - n,
                                                      members));
    }
    free(members);
}

/* ------------------------------------------------------------------ definitions */

static void write_regions(struct trace_export *e, OTF2_GlobalDefWriter *w, uint32_t none,
                          struct grouped *grouped)
{
    struct otf2 *o = e->to.state;

    for (uint32_t n = 0; n < o->region_count; n++) {
        struct region *r = &o->regions[n];
        struct spoor_source source = {.line = 0};
        uint32_t file = none;

        if (r->file != 0 && spoor_elf_source(e->elf, r->file, &source, 1) != 0 && source.file != NULL) {
            file = otf2_string(o, source.file);
        }
        grouped[n] = (struct grouped){n, group_of(o, r, source.file)};
        r->file = file;
        r->line = source.line;
    }
    for (uint32_t n = 0; n < o->string_count; n++) {
        otf2_check(o, OTF2_GlobalDefWriter_WriteString(w, n, o->strings[n]));
    }
    for (uint32_t n = 0; n < o->region_count; n++) {
        const struct region *r = &o->regions[n];

        otf2_check(o, OTF2_GlobalDefWriter_WriteRegion(
                          w, n, r->name, r->name, none, r->role,
                          r->role == OTF2_REGION_ROLE_CODE ? OTF2_PARADIGM_COMPILER : OTF2_PARADIGM_USER,
                          OTF2_REGION_FLAG_NONE, r->file, r->line, 0));
    }
}

/* The locations of a kind are one process: the threads are the program. */
static const char *const processes[] = {
    [PLACE_CPU] = "CPUs", [PLACE_THREAD] = "threads", [PLACE_BLOCK] = "blocks"};

static void write_places(struct otf2 *o, OTF2_GlobalDefWriter *w, const uint64_t *events,
                         const struct words *words)
{
    uint64_t *members = calloc(o->place_count + 1u, sizeof *members);

    if (members == NULL) {
        o->failed = true;
        return;
    }
    otf2_check(o, OTF2_GlobalDefWriter_WriteSystemTreeNode(w, 0, words->board, words->class,
                                                           OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    for (uint32_t n = 0; n < COUNT_OF(processes); n++) {
        if (words->process[n] != NONE) {
            otf2_check(o, OTF2_GlobalDefWriter_WriteLocationGroup(w, n, words->process[n],
                                                                  OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                                  OTF2_UNDEFINED_LOCATION_GROUP));
        }
    }
    for (uint32_t n = 0; n < o->place_count; n++) {
        members[n] = n;
        otf2_check(o,
                   OTF2_GlobalDefWriter_WriteLocation(w, n, o->places[n].name, OTF2_LOCATION_TYPE_CPU_THREAD,
                                                      events[n], o->places[n].kind));
    }
    otf2_check(o, OTF2_GlobalDefWriter_WriteGroup(w, 0, words->none, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                                  OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, o->place_count,
                                                  members));
    otf2_check(o, OTF2_GlobalDefWriter_WriteGroup(w, 1, words->none, OTF2_GROUP_TYPE_COMM_GROUP,
                                                  OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, o->place_count,
                                                  members));
    for (uint32_t n = 0; n < COMMS; n++) {
        otf2_check(o, OTF2_GlobalDefWriter_WriteComm(w, n, words->comm[n], 1, OTF2_UNDEFINED_COMM,
                                                     OTF2_COMM_FLAG_NONE));
    }
    free(members);
}

static void write_metrics(struct otf2 *o, OTF2_GlobalDefWriter *w, uint32_t none, uint32_t unit)
{
    for (uint32_t n = 0; n < o->metric_count; n++) {
        otf2_check(o, OTF2_GlobalDefWriter_WriteMetricMember(w, n, o->metrics[n], none, OTF2_METRIC_TYPE_USER,
                                                             OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_INT64,
                                                             OTF2_BASE_DECIMAL, 0, unit));
        otf2_check(o, OTF2_GlobalDefWriter_WriteMetricClass(w, n, 1, &n, OTF2_METRIC_ASYNCHRONOUS,
                                                            OTF2_RECORDER_KIND_ABSTRACT));
    }
}

/* Write the definitions. The events must be complete. Each location has an empty set of local definitions;
 * the global ones follow. */
void otf2_define(struct trace_export *e, const uint64_t *events)
{
    struct otf2 *o = e->to.state;
    struct words words = {
        .none = otf2_string(o, ""),
        .class = otf2_string(o, "machine"),
        .unit = otf2_string(o, "#"),
        .board = otf2_string(o, spoor_recording(e->reader)->header.board),
        .process = {NONE, NONE, NONE},
        .comm = {[COMM_MESSAGES] = otf2_string(o, "messages"), [COMM_SWITCHES] = otf2_string(o, "switches")},
    };
    struct grouped *grouped = calloc(o->region_count + 1u, sizeof *grouped);

    for (uint32_t n = 0; n < o->place_count; n++) {
        enum place_kind kind = o->places[n].kind;

        words.process[kind] = otf2_string(o, processes[kind]);
    }

    otf2_check(o, OTF2_Archive_CloseEvtFiles(o->archive));
    otf2_check(o, OTF2_Archive_OpenDefFiles(o->archive));
    for (uint32_t n = 0; n < o->place_count; n++) {
        OTF2_DefWriter *d = OTF2_Archive_GetDefWriter(o->archive, n);

        otf2_check(o, d != NULL ? OTF2_Archive_CloseDefWriter(o->archive, d) : OTF2_ERROR_MEM_ALLOC_FAILED);
    }
    otf2_check(o, OTF2_Archive_CloseDefFiles(o->archive));
    OTF2_GlobalDefWriter *w = OTF2_Archive_GetGlobalDefWriter(o->archive);

    if (w == NULL || grouped == NULL) {
        o->failed = true;
        free(grouped);
        return;
    }
    otf2_check(o, OTF2_GlobalDefWriter_WriteClockProperties(w, 1000000000, o->first, o->last - o->first + 1,
                                                            OTF2_UNDEFINED_TIMESTAMP));
    write_regions(e, w, words.none, grouped);
    write_places(o, w, events, &words);
    write_groups(o, w, grouped);
    write_metrics(o, w, words.none, words.unit);
    free(grouped);
    otf2_check(o, OTF2_Archive_CloseGlobalDefWriter(o->archive, w));
}
