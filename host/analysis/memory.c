/* SPDX-License-Identifier: BSD-2-Clause */
/* memory: the maximum use of each stack and of the heap, as the target reports them. */
#include <analysis/analysis.h>
#include <analysis/group.h>

#define HEAP UINT64_MAX

struct use {
    struct group_row row; /* key: the thread, or HEAP */
    uint32_t used, size;
    uint32_t largest; /* heap: the largest free block at the maximum */
    uint64_t at;
};

static void note_use(struct stats *s, uint64_t key, const struct use *now)
{
    struct group *g = s->state;

    g->row_bytes = sizeof(struct use);
    struct use *u = group_get(g, key, 0);

    if (u == NULL) {
        s->failed = true;
    } else if (u->size == 0 || now->used > u->used) {
        u->used = now->used;
        u->size = now->size;
        u->largest = now->largest;
        u->at = now->at;
    }
}

static bool memory_takes(const struct spoor_id *id)
{
    return id->role == SPOOR_WIRE_ROLE_STACK_USED || id->role == SPOOR_WIRE_ROLE_HEAP_USED;
}

static void memory_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    if (id->role == SPOOR_WIRE_ROLE_STACK_USED) {
        note_use(s, spoor_value(&id->fields[0], item->word),
                 &(struct use){.used = spoor_value(&id->fields[1], item->word),
                               .size = spoor_value(&id->fields[2], item->word),
                               .at = item->time});
    } else {
        uint32_t used = spoor_value(&id->fields[0], item->word);

        note_use(s, HEAP,
                 &(struct use){.used = used,
                               .size = used + spoor_value(&id->fields[1], item->word),
                               .largest = spoor_value(&id->fields[2], item->word),
                               .at = item->time});
    }
}

static void memory_end(struct stats *s)
{
    const struct group *g = s->state;

    for (size_t n = 0; n < g->count; n++) {
        const struct use *u = group_nth(g, n);

        table_text(s->table, u->row.a == HEAP ? "heap" : "stack");
        if (u->row.a == HEAP) {
            table_empty(s->table);
        } else {
            analysis_thread(s, (uint32_t)u->row.a);
        }
        table_number(s->table, u->used);
        table_number(s->table, u->size);
        table_ratio(s->table, u->used, u->size);
        if (u->row.a == HEAP) {
            table_number(s->table, u->largest);
        } else {
            table_empty(s->table);
        }
        analysis_time(s, u->at);
        table_end_row(s->table);
    }
}

static void memory_free(struct stats *s)
{
    group_free(s->state, NULL);
}

static const struct column columns[] = {
    {"kind", COLUMN_TEXT, "stack or heap"},
    {"thread", COLUMN_TEXT, "the thread whose stack it is"},
    {"used_bytes", COLUMN_NUMBER, "most bytes in use, of those that the target reported"},
    {"size_bytes", COLUMN_NUMBER, "its size"},
    {"used_percent", COLUMN_PERCENT, "share of the size"},
    {"largest_bytes", COLUMN_NUMBER, "of the heap: the largest free block at that time"},
    {"at_s", COLUMN_TIME, "when the target first reported that much"},
};

SPOOR_ANALYSIS(memory, "memory", "stacks and heap: most bytes in use, as the target reports each second", 0,
               NO_METRIC,
               PAGE(TABLES, 155, "Stacks and heap", "The most bytes in use, as the target reported.", 40),
               struct group, columns, .sort = "-used_percent", .takes = memory_takes, .item = memory_item,
               .end = memory_end, .free = memory_free);
