/* SPDX-License-Identifier: BSD-2-Clause */
/* Each instruction keeps the region of its last access: most access one region only. */
#include <bare/regions.h>
#include <base/hash.h>
#include <base/sort.h>
#include <base/vector.h>
#include <elf/objects.h>

#define PAGE_BYTES 4096
#define NEAR                                                                                                 \
    4096 /* regions that were found last, by address: CPUs and threads take turns at an instruction */
#define NEAR_BYTES 16

/* An instruction. */
struct access_at {
    struct regions *regions;
    uint64_t begin, bytes; /* of its region; the counters are elsewhere, and blocks share regions */
    struct region *region;
};

struct regions {
    struct objects objects;
    struct hash by_begin;
    struct region **list; /* instructions keep pointers */
    size_t count;
    struct region *near[NEAR];
    bool failed;
};

/* Bounds of the region that an address is in. */
static struct region bounds(const struct objects *o, uint64_t address)
{
    const struct object *variable = objects_at(o->list, o->count, address),
                        *section = objects_at(o->sections, o->section_count, address);
    struct region r;

    if (variable != NULL) {
        return (struct region){.begin = variable->address, .end = variable->address + variable->size};
    }
    objects_gap(o->list, o->count, address, &r.begin, &r.end);
    uint64_t begin = address & ~(uint64_t)(PAGE_BYTES - 1), end = begin + PAGE_BYTES;

    if (section != NULL) {
        begin = section->address;
        end = section->address + section->size;
    } else {
        uint64_t after, before;

        objects_gap(o->sections, o->section_count, address, &before, &after);
        begin = begin > before ? begin : before;
        end = end < after ? end : after;
    }
    return (struct region){.begin = r.begin > begin ? r.begin : begin, .end = r.end < end ? r.end : end};
}

static struct region *find_anew(struct regions *r, uint64_t address)
{
    struct region at = bounds(&r->objects, address);
    uint32_t n = hash_find_key(&r->by_begin, at.begin);

    if (n != HASH_NONE) {
        return r->list[n];
    }
    struct region *made = VECTOR_GROW(r->list, r->count) ? malloc(sizeof *made) : NULL;

    if (made == NULL || !hash_add(&r->by_begin, at.begin, (uint32_t)r->count)) {
        r->failed = true;
        free(made);
        return NULL;
    }
    *made = (struct region){.begin = at.begin, .end = at.end};
    r->list[r->count++] = made;
    return made;
}

static struct region *find(struct regions *r, uint64_t address)
{
    struct region **near = &r->near[address / NEAR_BYTES % NEAR];

    if (*near == NULL || address - (*near)->begin >= (*near)->end - (*near)->begin) {
        *near = find_anew(r, address);
    }
    return *near;
}

static void on_access(unsigned cpu, qemu_plugin_meminfo_t info, uint64_t address, void *userdata)
{
    struct access_at *at = userdata;

    (void)cpu;
    if (address - at->begin >= at->bytes) {
        struct region *region = find(at->regions, address);

        if (region == NULL) {
            return;
        }
        at->region = region;
        at->begin = region->begin;
        at->bytes = region->end - region->begin;
    }
    if (qemu_plugin_mem_is_store(info)) {
        at->region->writes++;
    } else {
        at->region->reads++;
    }
}

void regions_translate(struct regions *r, struct block *block, struct qemu_plugin_tb *tb)
{
    if (block->accesses == NULL) {
        block->accesses = calloc(block->n, sizeof *block->accesses);
    }
    for (unsigned n = 0; block->accesses != NULL && n < block->n; n++) {
        block->accesses[n].regions = r;
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, n), on_access, QEMU_PLUGIN_CB_NO_REGS,
                                         QEMU_PLUGIN_MEM_RW, &block->accesses[n]);
    }
    r->failed |= block->accesses == NULL;
}

struct regions *regions_open(const struct program *program)
{
    struct regions *r = calloc(1, sizeof *r);

    if (r != NULL && !objects_read(&r->objects, program)) {
        objects_free(&r->objects);
        free(r);
        return NULL;
    }
    return r;
}

static int by_address(const void *x, const void *y)
{
    const struct region *const *a = x, *const *b = y;

    return (*a)->begin < (*b)->begin ? -1 : (*a)->begin > (*b)->begin;
}

struct region *const *regions_list(struct regions *r, size_t *count)
{
    struct hash none = {0};

    if (r->count != 0) {
        sort_stable(r->list, r->count, sizeof *r->list, by_address);
    }
    hash_free(&r->by_begin); /* its indices are those of before */
    r->by_begin = none;
    *count = r->count;
    return r->list;
}

bool regions_failed(const struct regions *r)
{
    return r->failed;
}
