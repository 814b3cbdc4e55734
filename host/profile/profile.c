/* SPDX-License-Identifier: BSD-2-Clause */
/* Frames, nodes and arcs: growing lists, each with a hash for lookups. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/time.h>
#include <base/vector.h>
#include "profile_priv.h"

struct profile_text {
    struct profile_text *next;
    char bytes[];
};

const char *profile_keep(struct profile *p, const char *text, size_t n)
{
    struct profile_text *t = malloc(sizeof *t + n + 1);

    if (t == NULL) {
        p->failed = true;
        return NULL;
    }
    memcpy(t->bytes, text, n);
    t->bytes[n] = 0;
    t->next = p->texts;
    p->texts = t;
    return t->bytes;
}

#define COUNT_MAX                                                                                            \
    (UINT32_MAX / 4) /* maximum of frames, nodes and arcs, so that an index plus one fits                    \
                      * into 32 bits */

/* ------------------------------------------------------------------ frames */

struct wanted {
    const struct profile *p;
    struct profile_frame frame;
};

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_key(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    const struct profile_frame *f = &w->p->frames[index];

    return f->kind == w->frame.kind && f->key == w->frame.key;
}

static bool same_name(void *arg, uint32_t index)
{
    const struct wanted *w = arg;
    const struct profile_frame *f = &w->p->frames[index];

    return f->kind == w->frame.kind && same_text(f->name, w->frame.name) &&
           same_text(f->module, w->frame.module);
}

static uint32_t add_frame(struct profile *p, struct profile_frame frame, uint64_t hash)
{
    if (p->frame_count >= COUNT_MAX || !VECTOR_GROW(p->frames, p->frame_count) ||
        !hash_add(&p->frame_hash, hash, p->frame_count)) {
        p->failed = true;
        return PROFILE_NONE;
    }
    p->frames[p->frame_count] = frame;
    return p->frame_count++;
}

uint32_t profile_frame_of(struct profile *p, enum profile_kind kind, uint64_t key)
{
    struct wanted w = {p, {.kind = kind, .key = key}};
    uint64_t hash = hash_number(kind, key);
    uint32_t found = hash_find(&p->frame_hash, hash, same_key, &w);

    return found != HASH_NONE ? found : add_frame(p, w.frame, hash);
}

uint32_t profile_frame_named(struct profile *p, enum profile_kind kind, const char *name, const char *module)
{
    struct wanted w = {p, {.kind = kind, .name = name, .module = module}};
    uint64_t hash = hash_bytes(kind, name, strlen(name));
    uint32_t found = hash_find(&p->frame_hash, hash, same_name, &w);

    if (found != HASH_NONE) {
        return found;
    }
    w.frame.name = profile_keep(p, name, strlen(name));
    w.frame.module = module != NULL ? profile_keep(p, module, strlen(module)) : NULL;
    return p->failed ? PROFILE_NONE : add_frame(p, w.frame, hash);
}

/* ------------------------------------------------------------------ nodes and arcs */

struct place {
    const struct profile *p;
    uint32_t a, b; /* parent and frame, or caller and callee */
};

static bool same_node(void *arg, uint32_t index)
{
    const struct place *w = arg;

    return w->p->nodes[index].parent == w->a && w->p->nodes[index].frame == w->b;
}

static bool same_arc(void *arg, uint32_t index)
{
    const struct place *w = arg;

    return w->p->arcs[index].caller == w->a && w->p->arcs[index].callee == w->b;
}

static bool add_node(struct profile *p, struct profile_node node)
{
    if (p->count >= COUNT_MAX || !VECTOR_GROW(p->nodes, p->count)) {
        p->failed = true;
        return false;
    }
    p->nodes[p->count++] = node;
    return true;
}

uint32_t profile_child(struct profile *p, uint32_t node, uint32_t frame)
{
    struct place w = {p, node, frame};
    uint64_t hash = hash_number(hash_number(1, node), frame);

    if (p->count == 0 && !add_node(p, (struct profile_node){.frame = PROFILE_NONE})) {
        return PROFILE_ROOT;
    }
    uint32_t n = hash_find(&p->node_hash, hash, same_node, &w);

    if (n != HASH_NONE) {
        return n;
    }
    n = p->count;
    if (p->failed || !hash_add(&p->node_hash, hash, n) ||
        !add_node(p, (struct profile_node){.frame = frame, .parent = node})) {
        p->failed = true;
        return PROFILE_ROOT;
    }
    if (p->nodes[node].first == 0) {
        p->nodes[node].first = n;
    } else {
        p->nodes[p->nodes[node].last].next = n;
    }
    p->nodes[node].last = n;
    return n;
}

uint32_t profile_arc_at(struct profile *p, uint32_t caller, uint32_t callee)
{
    struct place w = {p, caller, callee};
    uint64_t hash = hash_number(hash_number(2, caller), callee);
    uint32_t n = hash_find(&p->arc_hash, hash, same_arc, &w);

    if (n != HASH_NONE) {
        return n;
    }
    n = (uint32_t)p->arc_count;
    if (n >= COUNT_MAX || !VECTOR_GROW(p->arcs, p->arc_count) || !hash_add(&p->arc_hash, hash, n)) {
        p->failed = true;
        return PROFILE_NONE;
    }
    p->arcs[p->arc_count++] = (struct profile_arc){.caller = caller, .callee = callee};
    return n;
}

void profile_arc(struct profile *p, uint32_t caller, uint32_t callee, uint64_t calls, uint64_t total)
{
    uint32_t n = profile_arc_at(p, caller, callee);

    if (n != PROFILE_NONE) {
        p->arcs[n].calls += calls;
        p->arcs[n].total += total;
    }
}

/* ------------------------------------------------------------------ recordings */

void profile_add(struct profile *p, const struct interval *i)
{
    uint32_t frame = i->in_irq ? profile_frame_of(p, PROFILE_IRQ, i->line)
                               : profile_frame_of(p, PROFILE_THREAD, i->thread);
    uint32_t n = profile_child(p, PROFILE_ROOT, frame);

    p->has = PROFILE_TREE | PROFILE_CALLS | PROFILE_ADDRESSES;
    for (unsigned k = 0; k < i->depth; k++) {
        n = profile_child(p, n, profile_frame_of(p, PROFILE_FUNCTION, i->around[k] & ~UINT32_C(1)));
    }
    n = profile_child(p, n, profile_frame_of(p, PROFILE_FUNCTION, i->function & ~UINT32_C(1)));
    if (!p->failed) {
        p->nodes[n].self += i->self;
        p->nodes[n].calls++;
    }
}

static void name_function(struct profile *p, struct profile_frame *f, const struct spoor_elf *elf)
{
    struct spoor_source source;
    uint32_t offset = 0;
    char text[32];
    const char *symbol = spoor_elf_symbol(elf, (uint32_t)f->key, &offset);

    if (symbol != NULL && offset == 0) {
        f->name = symbol;
        f->size = spoor_elf_symbol_size(elf, (uint32_t)f->key);
        f->section = spoor_elf_symbol_section(elf, (uint32_t)f->key);
        if (spoor_elf_source(elf, (uint32_t)f->key, &source, 1) != 0) {
            f->file = source.file;
            f->line = source.line;
        }
        return;
    }
    snprintf(text, sizeof text, "0x%08x", (uint32_t)f->key);
    f->name = profile_keep(p, text, strlen(text));
}

struct same_name {
    const struct profile *p;
    const char *name;
};

static bool is_same_name(void *arg, uint32_t frame)
{
    const struct same_name *s = arg;

    return strcmp(s->p->frames[frame].name, s->name) == 0;
}

/* Distinguish threads of the same name by their numbers. */
static void number_twins(struct profile *p)
{
    struct hash names = {0};
    bool *is_twin = calloc(p->frame_count + 1, sizeof *is_twin);

    p->failed |= is_twin == NULL;
    for (uint32_t n = 0; n < p->frame_count && !p->failed; n++) {
        struct same_name s = {p, p->frames[n].name};

        if (p->frames[n].kind == PROFILE_THREAD) {
            uint64_t hash = hash_bytes(0, s.name, strlen(s.name));
            uint32_t first = hash_find(&names, hash, is_same_name, &s);

            if (first != HASH_NONE) {
                is_twin[first] = is_twin[n] = true;
            } else {
                p->failed |= !hash_add(&names, hash, n);
            }
        }
    }
    for (uint32_t n = 0; n < p->frame_count && !p->failed; n++) {
        char text[300];

        if (is_twin[n]) {
            snprintf(text, sizeof text, "%.250s (%u)", p->frames[n].name, (uint32_t)p->frames[n].key);
            p->frames[n].name = profile_keep(p, text, strlen(text));
        }
    }
    free(is_twin);
    hash_free(&names);
}

void profile_name(struct profile *p, const struct spoor_elf *elf, const struct spoor_reader *reader)
{
    char text[32];

    for (uint32_t n = 0; n < p->frame_count; n++) {
        struct profile_frame *f = &p->frames[n];
        const struct spoor_thread *t = spoor_thread(reader, (uint32_t)f->key);
        bool is_line = f->kind == PROFILE_IRQ && f->key < PROFILE_IRQ_DEPTH;
        const char *irq = is_line ? spoor_named(reader, SPOOR_WIRE_NAMED_IRQ, (uint32_t)f->key) : NULL;

        if (f->name != NULL) {
            continue;
        }
        if (f->kind == PROFILE_FUNCTION) {
            name_function(p, f, elf);
        } else if (f->kind == PROFILE_THREAD && t != NULL && t->name[0] != 0) {
            f->name = profile_keep(p, t->name, strlen(t->name));
        } else if (f->kind == PROFILE_IRQ && irq != NULL) {
            f->name = profile_keep(p, irq, strlen(irq));
        } else {
            snprintf(text, sizeof text, is_line && f->key == FOLLOW_NO_LINE ? "irq" : "%s %u",
                     is_line                  ? "irq"
                     : f->kind == PROFILE_IRQ ? "irq depth"
                                              : "thread",
                     (uint32_t)f->key);
            f->name = profile_keep(p, text, strlen(text));
        }
    }
    number_twins(p);
}

void profile_resolve(struct profile *p, const struct spoor_elf *elf, const struct spoor_reader *reader,
                     uint32_t hz)
{
    profile_name(p, elf, reader);
    for (uint32_t n = 0; n < p->count; n++) {
        p->nodes[n].self = time_ns(p->nodes[n].self, hz);
    }
    snprintf(p->unit, sizeof p->unit, "%s", hz != 0 ? "ns" : "cycles");
}

void profile_sum(struct profile *p)
{
    for (uint32_t n = 0; n < p->count; n++) {
        p->nodes[n].total = p->nodes[n].self;
    }
    for (uint32_t n = p->count; n-- > 1;) {
        p->nodes[p->nodes[n].parent].total += p->nodes[n].total;
    }
}

void profile_free(struct profile *p)
{
    for (struct profile_text *t = p->texts, *next; t != NULL; t = next) {
        next = t->next;
        free(t);
    }
    free(p->frames);
    free(p->nodes);
    free(p->arcs);
    free(p->modules);
    free(p->covered);
    free(p->lines);
    free(p->branches);
    free(p->masked);
    free(p->stacks);
    free(p->regions);
    free(p->unknown);
    hash_free(&p->frame_hash);
    hash_free(&p->node_hash);
    hash_free(&p->arc_hash);
    *p = (struct profile){0};
}
