/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * heap: allocations by call site, blocks that were never freed, and frees of blocks that were not allocated
 * or already freed.
 */
#include <analysis/group.h>
#include <analysis/analysis.h>

struct site {
    struct group_row row; /* key: the caller's address */
    uint64_t allocs, frees, bytes, live_blocks, live_bytes, peak_bytes, oldest;
};

struct block {
    struct group_row row; /* key: the block's address */
    bool known, live;
    uint32_t bytes;
    uint64_t since;
    struct site *site;
};

struct heap {
    struct group sites, blocks;
    uint64_t unknown_frees, double_frees;
    bool lossy; /* records are missing, possibly of a malloc or free */
};

static void allocate(struct stats *s, uint64_t time, uint32_t address, uint32_t bytes, uint32_t caller)
{
    struct heap *h = s->state;

    h->sites.row_bytes = sizeof(struct site);
    h->blocks.row_bytes = sizeof(struct block);
    struct site *site = group_get(&h->sites, caller & ~UINT32_C(1), 0);
    struct block *b = group_get(&h->blocks, address, 0);

    if (site == NULL || b == NULL) {
        s->failed = true;
        return;
    }
    if (b->live) { /* the record of its free is missing */
        b->site->live_blocks--;
        b->site->live_bytes -= b->bytes;
    }
    b->known = follow_is_whole(intervals_follow(s->intervals), time);
    h->lossy |= !b->known;
    b->live = true;
    b->bytes = bytes;
    b->since = time;
    b->site = site;
    site->allocs++;
    site->bytes += bytes;
    site->live_blocks++;
    site->live_bytes += bytes;
    site->peak_bytes = site->live_bytes > site->peak_bytes ? site->live_bytes : site->peak_bytes;
}

static void release(struct stats *s, uint32_t address)
{
    struct heap *h = s->state;
    struct block *b = group_find(&h->blocks, address, 0);

    if (address == 0) {
        return; /* free(NULL) */
    }
    if (b == NULL || !b->known) {
        h->unknown_frees++;
    } else if (!b->live) {
        h->double_frees++;
        b->site->frees++;
    } else {
        b->live = false;
        b->site->frees++;
        b->site->live_blocks--;
        b->site->live_bytes -= b->bytes;
    }
}

static bool heap_takes(const struct spoor_id *id)
{
    return id->role == SPOOR_WIRE_ROLE_ALLOC || id->role == SPOOR_WIRE_ROLE_FREE;
}

static void heap_item(struct stats *s, const struct spoor_item *item, const struct spoor_id *id)
{
    if (id->role == SPOOR_WIRE_ROLE_ALLOC) {
        uint32_t address = spoor_value(&id->fields[0], item->word);

        if (address != 0) {
            allocate(s, item->time, address, spoor_value(&id->fields[1], item->word),
                     id->field_count > 2 ? spoor_value(&id->fields[2], item->word) : 0);
        }
    } else {
        release(s, spoor_value(&id->fields[0], item->word));
    }
}

/* After a loss no block is known until it is allocated. */
static void heap_note(struct stats *s, const struct spoor_item *item)
{
    struct heap *h = s->state;

    h->lossy |= item->kind != SPOOR_JOINED || h->sites.count != 0;
    for (size_t n = 0; n < h->blocks.count; n++) {
        struct block *b = group_nth(&h->blocks, n);

        b->known = b->live = false;
    }
}

static void put_live(struct stats *s, const struct site *site)
{
    table_number(s->table, (int64_t)site->peak_bytes);
    table_number(s->table, (int64_t)site->live_blocks);
    table_number(s->table, (int64_t)site->live_bytes);
    if (site->live_blocks != 0) {
        analysis_time(s, site->oldest);
    } else {
        table_empty(s->table);
    }
}

static void put_empty(struct stats *s, unsigned cells)
{
    for (unsigned n = 0; n < cells; n++) {
        table_empty(s->table);
    }
}

static void put_site(struct stats *s, const struct site *site)
{
    table_number(s->table, (int64_t)site->allocs);
    table_number(s->table, (int64_t)site->frees);
    table_number(s->table, (int64_t)site->bytes);
    if (((const struct heap *)s->state)->lossy) {
        put_empty(s, 4);
    } else {
        put_live(s, site);
    }
}

/* Frees without a matching allocation have a separate row. */
static void put_frees(struct stats *s, const char *label, uint64_t count)
{
    if (count == 0) {
        return;
    }
    table_text(s->table, label);
    table_number(s->table, 0);
    table_number(s->table, (int64_t)count);
    put_empty(s, 5);
    table_end_row(s->table);
}

static void heap_end(struct stats *s)
{
    struct heap *h = s->state;

    for (size_t n = 0; n < h->blocks.count; n++) {
        const struct block *b = group_nth(&h->blocks, n);

        if (b->live && (b->site->oldest == 0 || b->since < b->site->oldest)) {
            b->site->oldest = b->since;
        }
    }
    for (size_t n = 0; n < h->sites.count; n++) {
        const struct site *site = group_nth(&h->sites, n);

        if (site->row.a != 0) {
            analysis_function(s, (uint32_t)site->row.a);
        } else {
            table_text(s->table, "?");
        }
        put_site(s, site);
        table_end_row(s->table);
    }
    put_frees(s, "(freed twice)", h->double_frees);
    put_frees(s, h->lossy ? "(freed; its malloc is missing)" : "(freed; allocated before, or never)",
              h->unknown_frees);
}

static void heap_free(struct stats *s)
{
    group_free(&((struct heap *)s->state)->sites, NULL);
    group_free(&((struct heap *)s->state)->blocks, NULL);
}

static const struct column columns[] = {
    {"caller", COLUMN_TEXT, "the caller of malloc; or frees without a known caller"},
    {"allocs", COLUMN_COUNT, "number of allocations"},
    {"frees", COLUMN_COUNT, "number of its blocks that were freed"},
    {"bytes", COLUMN_COUNT, "bytes allocated in total"},
    {"peak_bytes", COLUMN_NUMBER,
     "most bytes in use at a time; this and the next three columns are empty if records are missing"},
    {"live_blocks", COLUMN_NUMBER, "blocks in use at the end"},
    {"live_bytes", COLUMN_NUMBER, "bytes in use at the end"},
    {"oldest_s", COLUMN_TIME, "when the oldest of these blocks was allocated"},
};

SPOOR_ANALYSIS(heap, "heap", "malloc and free by call site: peak, survivors, double frees", NEEDS_MEMORY,
               METRIC, PAGE(TABLES, 150, "Heap", "By call site: peak, survivors, double frees.", 40),
               struct heap, columns, .sort = "-live_bytes", .takes = heap_takes, .item = heap_item,
               .note = heap_note, .end = heap_end, .free = heap_free);
