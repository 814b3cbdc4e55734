/* SPDX-License-Identifier: BSD-2-Clause */
/* Sections by the instruction that begins them and by their caller. */
#include <base/sort.h>
#include <base/vector.h>
#include <bare/masked_priv.h>

struct key {
    const struct masked *m;
    uint64_t begun, returns;
    bool is_open; /* at the end of the run */
};

static bool same_place(void *arg, uint32_t index)
{
    const struct key *k = arg;
    const struct masked_place *p = &k->m->places[index];

    return p->begun == k->begun && p->returns == k->returns && (p->ended == 0) == k->is_open;
}

void masked_add_section(struct masked *m, const struct section *s, uint64_t ended, uint64_t instructions)
{
    struct key k = {m, s->begun, s->returns, ended == 0};
    uint64_t hash = hash_number(hash_number(hash_number(1, k.begun), k.returns), k.is_open);
    uint32_t n = hash_find(&m->by_place, hash, same_place, &k);

    if (n == HASH_NONE) {
        n = (uint32_t)m->place_count;
        if (!VECTOR_GROW(m->places, m->place_count) || !hash_add(&m->by_place, hash, n)) {
            m->failed = true;
            return;
        }
        m->places[m->place_count++] = (struct masked_place){.begun = s->begun, .returns = s->returns};
    }
    struct masked_place *p = &m->places[n];

    p->count++;
    p->total += instructions;
    if (instructions > p->longest || p->count == 1) {
        p->longest = instructions;
        p->ended = ended;
    }
}

void masked_add_unknown(struct masked *m, uint64_t address)
{
    uint32_t n = hash_find_key(&m->by_address, address);

    if (n == HASH_NONE) {
        n = (uint32_t)m->unknown_count;
        if (!VECTOR_GROW(m->unknowns, m->unknown_count) || !hash_add(&m->by_address, address, n)) {
            m->failed = true;
            return;
        }
        m->unknowns[m->unknown_count++] = (struct masked_unknown){.address = address};
    }
    m->unknowns[n].count++;
}

static int by_place(const void *x, const void *y)
{
    const struct masked_place *a = x, *b = y;

    if (a->begun != b->begun) {
        return a->begun < b->begun ? -1 : 1;
    }
    if (a->returns != b->returns) {
        return a->returns < b->returns ? -1 : 1;
    }
    return (a->ended > b->ended) - (a->ended < b->ended);
}

static int by_address(const void *x, const void *y)
{
    const struct masked_unknown *a = x, *b = y;

    return a->address < b->address ? -1 : a->address > b->address;
}

const struct masked_place *masked_places(struct masked *m, size_t *count)
{
    *count = m->place_count;
    sort_stable(m->places, m->place_count, sizeof *m->places, by_place);
    return m->places;
}

const struct masked_unknown *masked_unknowns(struct masked *m, size_t *count)
{
    *count = m->unknown_count;
    sort_stable(m->unknowns, m->unknown_count, sizeof *m->unknowns, by_address);
    return m->unknowns;
}
