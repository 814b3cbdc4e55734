/* SPDX-License-Identifier: BSD-2-Clause */
/* Open addressing, at most half full. */
#include <stdlib.h>
#include <base/map.h>

static size_t place_of(const struct map *m, uint32_t key)
{
    uint32_t hash = (key ^ key >> 16) * UINT32_C(0x9E3779B1);
    size_t at = (hash ^ hash >> 15) & (m->room - 1);

    while (m->places[at].index != 0 && m->places[at].key != key) {
        at = (at + 1) & (m->room - 1);
    }
    return at;
}

uint32_t map_find(const struct map *m, uint32_t key)
{
    return m->used != 0 ? m->places[place_of(m, key)].index - 1 : MAP_NONE;
}

static bool grow(struct map *m)
{
    struct map grown = {.room = m->room != 0 ? 2 * m->room : 64};

    grown.places = calloc(grown.room, sizeof *grown.places);
    if (grown.places == NULL) {
        return false;
    }
    for (size_t i = 0; i < m->room; i++) {
        if (m->places[i].index != 0) {
            grown.places[place_of(&grown, m->places[i].key)] = m->places[i];
        }
    }
    grown.used = m->used;
    free(m->places);
    *m = grown;
    return true;
}

bool map_add(struct map *m, uint32_t key, uint32_t index)
{
    if (2 * (m->used + 1) > m->room && !grow(m)) {
        return false;
    }
    m->places[place_of(m, key)] = (struct map_place){key, index + 1};
    m->used++;
    return true;
}

void map_free(struct map *m)
{
    free(m->places);
    *m = (struct map){.room = 0};
}
