/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads points and blocks: include/spoor/trace.h and src/profiler/measure/long_priv.h have their structures.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/count.h>
#include <base/time.h>
#include <base/vector.h>
#include <core/measured.h>
#include <elf/opened.h>

/* A memory that is being read. */
struct reading {
    const struct spoor_elf *elf;
    const struct spoor_memory *memory;
    const char *name;
    const struct spoor_report *report;
};

static bool not_in(const struct reading *r, const char *what, uint32_t address)
{
    message_say(r->report, r->name, "%s at 0x%08x isn't in the memory that was saved", what, address);
    return false;
}

/* ------------------------------------------------------------------ points */

/* A point that is off has this handler: none, or a function that does nothing. */
static uint32_t off_handler(const struct spoor_elf *elf)
{
    const struct symbol *s = symbols_find(elf->file, "trace_point_nothing");

    return s != NULL ? s->address & ~1u : 0;
}

bool measured_read_points(struct measured_points *p, const struct spoor_elf *elf,
                          const struct spoor_memory *m, const char *name, const struct spoor_report *report)
{
    const struct reading r = {elf, m, name, report};
    uint32_t off = off_handler(elf), w[2];

    *p = (struct measured_points){NULL, 0};
    for (unsigned n = 0; n < spoor_ids(elf); n++) {
        const struct spoor_id *id = spoor_id(elf, n);

        if (id->class != SPOOR_POINT) {
            continue;
        }
        if (!spoor_memory_words(m, id->address, w, 2)) {
            return not_in(&r, "a point", id->address);
        }
        if (!VECTOR_GROW(p->list, p->count)) {
            message_say(report, name, "%s", strerror(ENOMEM));
            return false;
        }
        p->list[p->count] = (struct measured_point){id, (unsigned)p->count, (w[1] & ~1u) != off, w[0]};
        p->count++;
    }
    return true;
}

/* ------------------------------------------------------------------ layouts */

/* A member of a structure, and how many bytes it has. */
struct member {
    const char *structure, *name;
    unsigned bytes;
    bool optional;
};

/* The members of a block, by their index in `members`. */
enum {
    SUM,
    COUNT,
    LAST,
    MIN,
    MAX,
    LEAVES,
    ENTERS,
    MODE,
    LAST_STOLEN,
    NET_MIN,
    NET_MAX,
    STOLEN,
    CHILDREN,
    BLOCK_MEMBERS
};

#define BLOCK "trace_block"

static const struct member block_members[] = {
    [SUM] = {BLOCK, "sum_cycles", 8, false},
    [COUNT] = {BLOCK, "count", 4, false},
    [LAST] = {BLOCK, "last_cycles", 4, false},
    [MIN] = {BLOCK, "min_cycles", 4, false},
    [MAX] = {BLOCK, "max_cycles", 4, false},
    [LEAVES] = {BLOCK, "unmatched_leave", 2, false},
    [ENTERS] = {BLOCK, "unmatched_enter", 2, false},
    [MODE] = {BLOCK, "mode", 4, false},
    [LAST_STOLEN] = {BLOCK, "last_stolen_cycles", 4, true},
    [NET_MIN] = {BLOCK, "min_net_cycles", 4, true},
    [NET_MAX] = {BLOCK, "max_net_cycles", 4, true},
    [STOLEN] = {BLOCK, "stolen_sum_cycles", 8, true},
    [CHILDREN] = {BLOCK, "children_sum_cycles", 8, true},
};

/* The members of an entry for long visits: inside its member `of`, in parts. */
enum {
    OF,
    WALL,
    NET,
    L_BLOCK,
    L_COUNT,
    L_TOO_LONG,
    L_AFTER,
    L_LAST,
    L_MIN,
    L_MAX,
    L_SUM,
    L_NET_LAST,
    L_NET_MIN,
    L_NET_MAX,
    L_NET_SUM,
    L_CHILDREN,
    LONG_MEMBERS
};

#define LONG_WALL "trace_long_wall"
#define LONG_NET  "trace_long_net"

static const struct member long_members[] = {
    [OF] = {"trace_long_entry", "of", 4, false},
    [WALL] = {"trace_long", "wall", 4, false},
    [NET] = {"trace_long", "net", 4, false},
    [L_BLOCK] = {"trace_long", "block", 4, false},
    [L_COUNT] = {LONG_WALL, "count", 4, false},
    [L_TOO_LONG] = {LONG_WALL, "too_long", 4, false},
    [L_AFTER] = {LONG_WALL, "after", 4, false},
    [L_LAST] = {LONG_WALL, "last_cycles", 8, false},
    [L_MIN] = {LONG_WALL, "min_cycles", 8, false},
    [L_MAX] = {LONG_WALL, "max_cycles", 8, false},
    [L_SUM] = {LONG_WALL, "sum_cycles", 8, false},
    [L_NET_LAST] = {LONG_NET, "last_cycles", 4, false},
    [L_NET_MIN] = {LONG_NET, "min_cycles", 4, false},
    [L_NET_MAX] = {LONG_NET, "max_cycles", 4, false},
    [L_NET_SUM] = {LONG_NET, "sum_cycles", 8, false},
    [L_CHILDREN] = {LONG_NET, "children_sum_cycles", 8, false},
};

#define MEMBERS_MAX 24
_Static_assert(COUNT_OF(block_members) <= MEMBERS_MAX && COUNT_OF(long_members) <= MEMBERS_MAX,
               "struct layout has no room for them");

#define NO_MEMBER UINT32_MAX

struct layout {
    const struct member *members;
    uint32_t offset[MEMBERS_MAX]; /* NO_MEMBER: the structure lacks it */
    uint32_t bytes;               /* of the structure of the first member */
};

static bool find_layout(const struct reading *r, struct layout *l, const struct member *members, unsigned n)
{
    l->members = members;
    for (unsigned i = 0; i < n; i++) {
        uint64_t offset, bytes;
        bool found = elf_file_member(r->elf->file, members[i].structure, members[i].name, &offset, &bytes) &&
                     bytes <= UINT16_MAX && offset + members[i].bytes <= bytes;

        if (!found && !members[i].optional) {
            message_say(r->report, spoor_elf_name(r->elf),
                        "no debug information about %s of struct %s: build with -g", members[i].name,
                        members[i].structure);
            return false;
        }
        l->offset[i] = found ? (uint32_t)offset : NO_MEMBER;
        l->bytes = i == 0 ? (uint32_t)bytes : l->bytes;
    }
    return true;
}

/* @return a member; 0 if the structure lacks it. `at` has all of its bytes. */
static uint64_t take(const struct layout *l, const uint8_t *at, unsigned member, uint32_t base)
{
    uint64_t value = 0;

    for (unsigned i = 0; l->offset[member] != NO_MEMBER && i < l->members[member].bytes; i++) {
        value |= (uint64_t)at[base + l->offset[member] + i] << 8 * i;
    }
    return value;
}

/* ------------------------------------------------------------------ blocks */

static uint32_t take_u32(const struct layout *l, const uint8_t *at, unsigned member)
{
    return (uint32_t)take(l, at, member, 0);
}

static void take_block(struct measured_block *b, const struct layout *l, const uint8_t *at)
{
    b->on = take(l, at, MODE, 0) != 0;
    b->count = take_u32(l, at, COUNT);
    b->unmatched_leave = take_u32(l, at, LEAVES);
    b->unmatched_enter = take_u32(l, at, ENTERS);
    b->last = b->net_last = take(l, at, LAST, 0);
    b->min = b->net_min = take(l, at, MIN, 0);
    b->max = b->net_max = take(l, at, MAX, 0);
    b->sum = take(l, at, SUM, 0);
    b->net_sum = b->sum - take(l, at, STOLEN, 0);
    b->self_sum = b->net_sum - take(l, at, CHILDREN, 0);
    if (l->offset[LAST_STOLEN] != NO_MEMBER) {
        b->net_last = (uint32_t)(take(l, at, LAST, 0) - take(l, at, LAST_STOLEN, 0));
        b->net_min = take(l, at, NET_MIN, 0);
        b->net_max = take(l, at, NET_MAX, 0);
    }
}

static uint64_t lower(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t higher(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Add the visits longer than a wrap of the counter, as the target does. */
static void add_long(struct measured_block *b, const struct layout *l, const uint8_t *at)
{
    uint32_t wall = l->offset[OF] + l->offset[WALL], net = l->offset[OF] + l->offset[NET];
    uint32_t count = (uint32_t)take(l, at, L_COUNT, wall);
    uint64_t net_sum = take(l, at, L_NET_SUM, net);

    b->too_long = (uint32_t)take(l, at, L_TOO_LONG, wall);
    if (count == 0) {
        return;
    }
    if (b->count == take(l, at, L_AFTER, wall)) {
        b->last = take(l, at, L_LAST, wall);
        b->net_last = take(l, at, L_NET_LAST, net);
    }
    uint64_t min = take(l, at, L_MIN, wall), net_min = take(l, at, L_NET_MIN, net);

    b->min = b->count == 0 ? min : lower(b->min, min);
    b->max = take(l, at, L_MAX, wall);
    b->sum += take(l, at, L_SUM, wall);
    b->net_min = b->count == 0 ? net_min : lower(b->net_min, net_min);
    b->net_max = higher(b->net_max, take(l, at, L_NET_MAX, net));
    b->net_sum += net_sum;
    b->self_sum += net_sum - take(l, at, L_CHILDREN, net);
    b->count += count;
}

static bool is_long_layout(const struct layout *l)
{
    uint64_t end = 0;

    for (unsigned i = L_BLOCK; i < LONG_MEMBERS; i++) {
        uint32_t base = i == L_BLOCK ? 0 : i < L_NET_LAST ? l->offset[WALL] : l->offset[NET];

        end = higher(end, (uint64_t)l->offset[OF] + base + l->offset[i] + l->members[i].bytes);
    }
    return end <= l->bytes;
}

/* Older programs have no such array under its name; nor have those with CONFIG_TRACE_LONG_BLOCKS 0. */
static bool add_longs(const struct reading *r, struct measured_blocks *all)
{
    const struct symbol *s = symbols_find(r->elf->file, "trace_long_entries");
    struct layout l;
    size_t room = 0;

    if (s == NULL) {
        return true;
    }
    if (!find_layout(r, &l, long_members, LONG_MEMBERS)) {
        return false;
    }
    const uint8_t *at = spoor_memory_at(r->memory, s->address, &room);

    if (at == NULL || room < s->size || !is_long_layout(&l)) {
        return not_in(r, "trace_long_entries", s->address);
    }
    for (uint32_t e = 0; s->size - e >= l.bytes; e += l.bytes) {
        uint32_t block = (uint32_t)take(&l, at + e, L_BLOCK, l.offset[OF]);

        for (size_t n = 0; n < all->count; n++) {
            if (all->list[n].id->address == block) {
                add_long(&all->list[n], &l, at + e);
            }
        }
    }
    return true;
}

/* Add a block. @return false after a report */
static bool add_block(const struct reading *r, struct measured_blocks *b, const struct layout *l,
                      const struct spoor_id *id)
{
    size_t room = 0;
    const uint8_t *at = spoor_memory_at(r->memory, id->address, &room);

    if (at == NULL || room < l->bytes) {
        return not_in(r, "a block", id->address);
    }
    if (!VECTOR_GROW(b->list, b->count)) {
        message_say(r->report, r->name, "%s", strerror(ENOMEM));
        return false;
    }
    b->list[b->count] = (struct measured_block){.id = id, .number = (unsigned)b->count};
    take_block(&b->list[b->count++], l, at);
    return true;
}

bool measured_read_blocks(struct measured_blocks *b, const struct spoor_elf *elf,
                          const struct spoor_memory *m, const char *name, const struct spoor_report *report)
{
    const struct reading r = {elf, m, name, report};
    const struct symbol *unkept = symbols_find(elf->file, "trace_blocks_unkept");
    struct layout l = {.members = NULL};

    *b = (struct measured_blocks){.list = NULL};
    for (unsigned n = 0; n < spoor_ids(elf); n++) {
        const struct spoor_id *id = spoor_id(elf, n);

        if (id->class == SPOOR_BLOCK &&
            ((l.members == NULL && !find_layout(&r, &l, block_members, BLOCK_MEMBERS)) ||
             !add_block(&r, b, &l, id))) {
            return false;
        }
    }
    b->net = l.members != NULL && l.offset[LAST_STOLEN] != NO_MEMBER;
    if (b->count == 0) {
        return true;
    }
    if (unkept != NULL) {
        spoor_memory_words(m, unkept->address, &b->unkept, 1);
    }
    return add_longs(&r, b);
}

/* ------------------------------------------------------------------ times */

uint32_t measured_rate(const struct spoor_elf *elf, const struct spoor_memory *m)
{
    const struct symbol *s = symbols_find(elf->file, "trace_ring_layout");
    uint32_t w[sizeof(struct spoor_wire_layout) / 4], hz = 0;
    struct spoor_wire_layout layout;

    if (s != NULL && elf_words(elf->file, NULL, s->address, w, COUNT_OF(w))) {
        memcpy(&layout, w, sizeof layout);
        spoor_memory_words(m, layout.hz, &hz, 1);
    }
    return hz;
}

uint64_t measured_mean_ns(uint64_t sum, uint32_t count, uint32_t hz)
{
    return time_ns(sum / count, hz) + time_ns(sum % count, hz) / count;
}
